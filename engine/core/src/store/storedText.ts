/**
 * Encodes names of lookups and ids of rows so that any database can store them. Many come from callers: names,
 * tokens, unknown ids. UTF-8 can't encode lone surrogates, and some databases don't store U+0000.
 */

/** A control character itself, so it is escaped as well. */
const ESCAPE = '\u0001'
const DIGITS = 4
// Control characters and lone surrogates.
const UNUSUAL = /[^ -~]/
const UNFIT = /[\p{Cc}\p{Cs}]/u
const ALL_UNFIT = /[\p{Cc}\p{Cs}]/gu

/** Escapes unsupported characters and leaves other text unchanged. Different texts stay different. */
export function toStoredText(text: string): string {
  // Fast path for ids, keys and most names.
  if (!UNUSUAL.test(text) || !UNFIT.test(text)) return text
  return text.replace(ALL_UNFIT, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(DIGITS, '0'))
}

/** The inverse of `toStoredText`. */
export function fromStoredText(id: string): string {
  const [start = '', ...escaped] = id.split(ESCAPE)
  const unescaped = escaped.map(
    (part) => String.fromCharCode(Number.parseInt(part.slice(0, DIGITS), 16)) + part.slice(DIGITS),
  )
  return start + unescaped.join('')
}
