/**
 * Characters that change how the text around them is shown, or that show nothing themselves: a name with such a character can
 * rewrite a terminal, reorder the words next to it or look like another name.
 *
 * Hidden are control characters, line and paragraph separators, lone surrogates, interlinear annotation, and everything
 * for which Unicode draws nothing (`Default_Ignorable_Code_Point`): bidirectional marks, overrides and isolates,
 * zero-width spaces, fillers, tags. Two kinds of ignorable characters are needed to write names, so they count as hidden
 * only if they have no effect: variation selectors must follow a visible character, and joiners must stand between two
 * characters of a script that joins (Persian, Devanagari, emoji; not Latin, Greek or Cyrillic).
 */

const JOINER = '\\u200C\\u200D'
const SELECTOR = '\\p{Variation_Selector}'
const VISIBLE = '[^\\0-\\x7F\\p{DI}\\p{White_Space}\\p{Cc}\\p{Cs}]'
const JOINS = `(?![\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}])${VISIBLE}`
const HIDDEN = [
  '[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\uFFF9-\\uFFFB]',
  `(?![${JOINER}${SELECTOR}])\\p{DI}`,
  `(?<!${JOINS}${SELECTOR}?)[${JOINER}]`,
  `[${JOINER}](?!${JOINS})`,
  // Keycaps such as 1️⃣ are the only selectors after ASCII.
  `(?<!${VISIBLE})(?<![0-9#*](?=\\uFE0F\\u20E3))${SELECTOR}`,
].join('|')

/**
 * Characters of the basic plane that are hidden wherever they stand, except ASCII control characters, as ranges for a
 * class of a regular expression. Characters of other planes have no spelling that all languages read.
 */
export const HIDDEN_ALWAYS =
  '\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e' +
  '\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb'

const eachHidden = new RegExp(HIDDEN, 'gu')
const plain = /^[\x20-\x7E]*$/

/** The first hidden character as `U+202E`, or undefined. @param allowed characters that count as visible, such as `\n` */
export const findHidden = (text: string, allowed = ''): string | undefined =>
  plain.test(text) ? undefined : nameOf(hiddenExcept(allowed).exec(text)?.[0])

/** By the characters that count as visible: a match for each line of a long text would take long. */
const expressions = new Map<string, RegExp>()

function hiddenExcept(allowed: string): RegExp {
  const known = expressions.get(allowed)
  const found = known ?? new RegExp(allowed === '' ? HIDDEN : `(?![${allowed}])(?:${HIDDEN})`, 'u')
  if (!known) expressions.set(allowed, found)
  return found
}

/**
 * Writes hidden characters as escapes, which are also JSON escapes: `\u202e`, `\n`. In JSON text, the value stays the
 * same.
 * @param allowed characters that stay as they are, such as `\n`
 */
export function escapeHidden(text: string, allowed = ''): string {
  if (plain.test(text)) return text
  return text.replace(eachHidden, (found) => (allowed.includes(found) ? found : escapeOf(found)))
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escapeOf = (character: string): string =>
  SHORT[character] ??
  Array.from({ length: character.length }, (_, n) => {
    return `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`
  }).join('')

const nameOf = (character: string | undefined): string | undefined =>
  character && `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
