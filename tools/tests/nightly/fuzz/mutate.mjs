/** Mutates inputs from a seed, so that runs can be repeated. */

/** Random numbers below a bound (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const MAX_LENGTH = 4096
/** Boundary values of lengths and numbers. */
const BYTES = [0, 1, 0x20, 0x22, 0x5c, 0x7f, 0x80, 0xf7, 0xf8, 0xff]

/**
 * @param {Buffer} input
 * @param {readonly Buffer[]} others inputs from which to splice pieces
 * @param {readonly Buffer[]} words tokens with a meaning to the parser
 */
export function mutate(input, others, words, random) {
  let bytes = input
  for (let n = 1 + random(4); n > 0; n--) bytes = changed(bytes, others, words, random)
  return bytes.subarray(0, MAX_LENGTH)
}

function changed(bytes, others, words, random) {
  const at = random(bytes.length + 1)
  const end = Math.min(bytes.length, at + 1 + random(8))
  const replaced = (from, to, piece) => Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(to)])
  switch (random(9)) {
    case 0:
      return replaced(at, at + 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << random(8))]))
    case 1:
      return replaced(at, at + 1, Buffer.from([random(256)]))
    case 2:
      return replaced(at, at + random(2), Buffer.from([BYTES[random(BYTES.length)]]))
    case 3:
      return replaced(at, end, Buffer.alloc(0))
    case 4:
      return replaced(at, at, bytes.subarray(at, at + 1 + random(64)))
    case 5: {
      const other = others[random(others.length)]
      const from = random(other.length + 1)
      return replaced(at, end, other.subarray(from, from + 1 + random(64)))
    }
    case 6:
      return bytes.subarray(0, at)
    default:
      return replaced(at, random(2) === 0 ? at : end, words[random(words.length)])
  }
}
