/** Where randomness comes from: always the caller. */

/** Gives `length` random bytes. Hosts pass the platform's secure source, tests a seeded one. */
export type Random = (length: number) => Uint8Array

/**
 * The platform's secure source, the same in browsers, workers and Node. Few bytes, such as ids and nonces, come from a
 * stock of what it gave, since asking it costs more than they do; a byte that is handed out is erased there. Keys are
 * longer, and come from the source at once.
 */
export const platformRandom: Random = (length) =>
  length > MOST_FROM_STOCK ? crypto.getRandomValues(new Uint8Array(length)) : takeFromStock(length)

const MOST_FROM_STOCK = 16
const STOCK_LENGTH = 2_048

const stock = new Uint8Array(STOCK_LENGTH)
let taken = STOCK_LENGTH

/** Each byte is given once, and no copy of it stays. */
function takeFromStock(length: number): Uint8Array {
  if (taken + length > STOCK_LENGTH) {
    crypto.getRandomValues(stock)
    taken = 0
  }
  const bytes = stock.slice(taken, taken + length)
  stock.fill(0, taken, taken + length)
  taken += length
  return bytes
}
