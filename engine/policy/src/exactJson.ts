/** JSON with exact integers, for request files and shared requests. */

/**
 * Like `JSON.parse`, but integers of any size become bigints: a balance of 10^18 is not rounded.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  // Match strings first, so that digits inside them stay unchanged.
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+$/.test(token) ? `{"$integer":"${token}"}` : token,
  )
  return JSON.parse(marked, (_, value) => {
    const integer = (value as { $integer?: unknown } | null)?.$integer
    return typeof integer === 'string' ? BigInt(integer) : value
  })
}

/** Like `JSON.stringify`, with bigints as plain integers. */
export function writeExactJson(value: unknown, indent = 0): string {
  const marked = JSON.stringify(
    value,
    (_, inner) => (typeof inner === 'bigint' ? `$integer:${inner}$` : inner),
    indent,
  )
  return marked.replace(/"\$integer:(-?\d+)\$"/g, '$1')
}
