/**
 * Replaces ids, keys, addresses, signatures and times, which differ between runs, with numbers in order of appearance, so
 * that texts are equal if they repeat the same values in the same places.
 */

const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['id', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/],
  ['hex', /\b0x[0-9a-fA-F]{40,}\b|\b[0-9a-f]{64,}\b/],
  ['base58', /\b[1-9A-HJ-NP-Za-km-z]{43,44}\b/],
  ['base64url', /\b[A-Za-z0-9_-]{80,}\b|(?<=")[A-Za-z0-9_-]{22}(?=")|(?<=")[A-Za-z0-9_-]{43}(?=")/],
  ['time', /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|\b\d\d:\d\d:\d\d\b|\b1[67]\d{11}\b|"1[67]\d{8}"/],
  ['parity', /\bv(?: {2}|: ')0[01]\b/],
  ['code', /\b\d{6}\b/],
  ['duration', /\b\d+(?:\.\d+)? ms\b|(?<=\()\d+(?:\.\d+)?(?:m?s|m)(?=\))/],
]

const equalByChance = new Set(['time', 'duration', 'parity'])

const anyValue = new RegExp(kinds.map(([name, { source }]) => `(?<${name}>${source})`).join('|'), 'g')

/** Creates a mask for the texts of one run. Known values keep their number. */
export function createMask(): (text: string) => string {
  const numbers = new Map<string, string>()
  const counts: Record<string, number> = {}
  return (text) =>
    text.replace(anyValue, (value, ...rest) => {
      const groups = rest.at(-1) as Record<string, string | undefined>
      const kind = kinds.find(([name]) => groups[name] !== undefined)![0]
      if (equalByChance.has(kind)) return `<${kind}>`
      if (!numbers.has(value)) {
        counts[kind] = (counts[kind] ?? 0) + 1
        numbers.set(value, `<${kind} ${counts[kind]}>`)
      }
      return numbers.get(value)!
    })
}
