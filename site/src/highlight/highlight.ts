/**
 * Code to colored HTML at build time. Tokens carry classes (`tok-keyword`), never `style`, because the
 * site's content policy allows no inline styles; `styles/content/code.css` holds their colors for both modes.
 */
import { type Language, languages, type TokenKind } from './languages.ts'

/** True for a language that a fence may name. */
export const isKnownLanguage = (lang: string): boolean => lang === 'text' || findLanguage(lang) !== undefined

/** Names that a fence may use. */
export const knownLanguages: readonly string[] = ['text', ...languages.flatMap(({ names }) => names)]

/** The language as readers see it: `JSON`; empty for plain text. */
export const languageLabel = (lang: string): string => findLanguage(lang)?.label ?? ''

/**
 * The lines of a code block as HTML, one `<span class="line">` each. The line break is inside
 * the span: between spans it would be a box of its own, which moves while the page loads.
 *
 * @param marks numbers of marked lines, from 1
 * @param folded how many lines at the top are hidden until the reader asks for them
 */
export function highlightLines(code: string, lang: string, marks: ReadonlySet<number>, folded = 0): string {
  return linesOf(code, lang)
    .map((html, index, lines) => {
      const end = index === lines.length - 1 ? '' : '\n'
      const mark = marks.has(index + 1) ? ' data-mark=""' : ''
      const fold = index < folded ? ' data-folded=""' : ''
      return `<span class="line"${mark}${fold}>${html}${end}</span>`
    })
    .join('')
}

/** Each line's tokens as HTML. A token that spans lines gets an element per line. */
function linesOf(code: string, lang: string): readonly string[] {
  const language = findLanguage(lang)
  if (language === undefined) return code.split('\n').map(textHtml)
  let html = ''
  let end = 0
  for (const match of code.matchAll(patternOf(language))) {
    const kind = language.rules[match.slice(1).findIndex((text) => text !== undefined)]![0]
    html += textHtml(code.slice(end, match.index)) + tokenHtml(match[0], kind)
    end = match.index + match[0].length
  }
  return (html + textHtml(code.slice(end))).split('\n')
}

function tokenHtml(text: string, kind: TokenKind): string {
  if (kind === 'plain') return textHtml(text)
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `<span class="tok-${kind}">${textHtml(line)}</span>`))
    .join('\n')
}

const patterns = new Map<Language, RegExp>()

/** One pattern with a group per rule, in the order of the rules. */
function patternOf(language: Language): RegExp {
  const known = patterns.get(language)
  if (known) return known
  const pattern = new RegExp(language.rules.map(([, { source }]) => `(${source})`).join('|'), 'gm')
  patterns.set(language, pattern)
  return pattern
}

const textHtml = (text: string): string => text.replace(/[&<]/g, (character) => HTML_ENTITIES[character]!)

function findLanguage(lang: string) {
  return languages.find(({ names }) => names.includes(lang))
}

/** Text as HTML character data. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => HTML_ENTITIES[character]!)
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
