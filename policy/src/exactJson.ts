/** JSON whose integers keep every digit: how requests are written in files and shared. */

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

/** As `JSON.stringify`, with bigints as plain integers. */
export function writeExactJson(value: unknown, indent = 0): string {
  const marked = JSON.stringify(
    value,
    (_, inner) => (typeof inner === 'bigint' ? `$integer:${inner}$` : inner),
    indent,
  )
  return marked.replace(/"\$integer:(-?\d+)\$"/g, '$1')
}
