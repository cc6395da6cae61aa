/** Requests that ask for excessive work. */

/** A policy expression that takes twelve to the power of `depth` steps, regardless of the input. */
export const nestedPolicy = (depth: number, at = 0): string =>
  at === depth ? "v0 != 'x'" : `${TWELVE}.all(v${at}, ${nestedPolicy(depth, at + 1)})`
const TWELVE = `[${"'', ".repeat(11)}'']`

/** Typed data of about 150 KB: 2,400 structs with an address in each. */
export function largeTypedData(): string {
  return JSON.stringify({
    types: {
      Item: [
        { name: 'to', type: 'address' },
        { name: 'n', type: 'uint256' },
      ],
      Order: [{ name: 'items', type: 'Item[]' }],
    },
    primaryType: 'Order',
    domain: { name: 'Shop', chainId: 1 },
    message: {
      items: Array.from({ length: 2_400 }, (_, n) => ({ to: `0x${'ab'.repeat(20)}`, n: String(n) })),
    },
  })
}

/** A PSBT without real outputs to spend, in hexadecimal: for requests that are rejected because of their size. */
export function blankPsbt(inputs: number, outputs: number): string {
  const many = (count: number, bytes: number) => '00'.repeat(bytes).repeat(count)
  const size = (count: number) =>
    `fd${(count & 0xff).toString(16).padStart(2, '0')}${(count >> 8).toString(16).padStart(2, '0')}`
  // Outpoint, empty script, sequence; then amount, empty script.
  const unsigned = `02000000${size(inputs)}${many(inputs, 41)}${size(outputs)}${many(outputs, 9)}00000000`
  const length = (unsigned.length / 2).toString(16).padStart(8, '0')
  const littleEndian = length.match(/../g)!.reverse().join('')
  return `70736274ff0100fe${littleEndian}${unsigned}00${many(inputs + outputs, 1)}`
}
