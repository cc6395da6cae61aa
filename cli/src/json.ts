/** JSON whose integers keep every digit. */

/**
 * As `JSON.parse`, but integers become bigints, whatever their size: a balance of 10^18 is not rounded.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  // Strings are matched first, so that digits inside of them stay as they are.
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+$/.test(token) ? `{"$integer":"${token}"}` : token,
  )
  return JSON.parse(marked, (_, value) => {
    const integer = (value as { $integer?: unknown } | null)?.$integer
    return typeof integer === 'string' ? BigInt(integer) : value
  })
}
