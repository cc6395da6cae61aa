/**
 * Highlights code at build time. Tokens have classes (`tok-keyword`), because the content security policy forbids inline
 * styles. `styles/content/code.css` has the colors for both modes.
 */
import { MIDDLES } from '../middles.ts'
import { type Language, languages, type TokenKind } from './languages.ts'

/** Whether fences can use the language. */
export const isKnownLanguage = (lang: string): boolean => lang === 'text' || findLanguage(lang) !== undefined

/** Language names for fences. */
export const knownLanguages: readonly string[] = ['text', ...languages.flatMap(({ names }) => names)]

/** Display name, such as `JSON`. Empty for plain text. */
export const languageLabel = (lang: string): string => findLanguage(lang)?.label ?? ''

/**
 * Returns the lines of a code block as HTML, each in a `<span class="line">`. The line break is inside the span, because
 * outside it would be a separate box that shifts while the page loads.
 *
 * @param marks numbers of the marked lines, starting at 1
 * @param folded number of lines at the top that stay hidden until the reader opens them
 */
export function highlightLines(code: string, lang: string, marks: ReadonlySet<number>, folded = 0): string {
  return linesOf(code, lang)
    .map((html, index, lines) => {
      const end = index === lines.length - 1 ? '' : '\n'
      const mark = marks.has(index + 1) ? ' data-mark=""' : ''
      const fold = index < folded ? ' data-folded=""' : ''
      return `<span class="line"${mark}${fold}>${inUnits(html, lang)}${end}</span>`
    })
    .join('')
}

/** Keeps together what a person wouldn't break where a line wraps. */
function inUnits(html: string, lang: string): string {
  if (lang === 'policy') return byClause(html)
  if (lang === 'text') return html.replace(MIDDLES, '<span class="cut">$&</span>')
  return findLanguage(lang)?.names.includes('sh') ? byName(html) : html
}

/** Each clause of an expression. */
function byClause(html: string): string {
  const clauses = html.split(/(?<=<span class="tok-keyword">(?:&amp;&amp;|\|\|)<\/span> )/)
  return clauses.length === 1 ? html : clauses.map((one) => `<span class="unit">${one}</span>`).join('')
}

/** Each flag, and each short word with hyphens, after which browsers would break it. */
const byName = (html: string): string =>
  html
    .split(/(<[^>]*>)/)
    .map((part) => (part.startsWith('<') ? part : part.replace(HYPHENED, '<span class="unit">$&</span>')))
    .join('')
const HYPHENED = /(?<!\S)(?=\S{1,32}(?!\S))\S*-[a-z]\S*/gi

/** The tokens of each line as HTML. A token across lines gets one element per line. */
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

/** Joins the rules into one pattern with a group per rule. */
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

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => HTML_ENTITIES[character]!)
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
