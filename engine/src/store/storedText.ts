/**
 * Names of lookups and ids of rows as any database can hold them. They are often what a caller has sent: names, tokens,
 * ids that name nothing. UTF-8 has no lone surrogates, and the texts of some databases have no U+0000.
 */

/** Itself a control character, so that it is escaped as well. */
const ESCAPE = '\u0001'
const DIGITS = 4
// Control characters, and halves of a surrogate pair that stand alone.
const UNUSUAL = /[^ -~]/
const UNFIT = /[\p{Cc}\p{Cs}]/u
const ALL_UNFIT = /[\p{Cc}\p{Cs}]/gu

/** The same text, unless it holds such a character; different texts stay different. */
export function toStoredText(text: string): string {
  // Ids, keys and most names: found without looking at what each character is.
  if (!UNUSUAL.test(text) || !UNFIT.test(text)) return text
  return text.replace(ALL_UNFIT, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(DIGITS, '0'))
}

/** The text that `toStoredText` was given. */
export function fromStoredText(id: string): string {
  const [start = '', ...escaped] = id.split(ESCAPE)
  const unescaped = escaped.map(
    (part) => String.fromCharCode(Number.parseInt(part.slice(0, DIGITS), 16)) + part.slice(DIGITS),
  )
  return start + unescaped.join('')
}
