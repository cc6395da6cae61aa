/**
 * Code to coloured HTML at build time. Tokens carry classes (`tok-keyword`), never `style`, because the
 * site's content policy allows no inline styles; `styles/code.css` holds their colours for both modes.
 */
import { createCssVariablesTheme, createHighlighterCoreSync } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { languages } from './languages.ts'

const highlighter = createHighlighterCoreSync({
  engine: createJavaScriptRegexEngine(),
  langs: languages.flatMap(({ grammar }) => grammar),
  themes: [createCssVariablesTheme({ name: 'classes', variablePrefix: '--', fontStyle: false })],
})

/** True for a language that a fence may name. */
export const isKnownLanguage = (lang: string): boolean => lang === 'text' || findLanguage(lang) !== undefined

/** Names that a fence may use. */
export const knownLanguages: readonly string[] = ['text', ...languages.flatMap(({ names }) => names)]

/** How a reader is told the language: `JSON`; empty for plain text. */
export const languageLabel = (lang: string): string => findLanguage(lang)?.label ?? ''

/**
 * The lines of a code block as HTML, one `<span class="line">` each. A line's break stands inside
 * its span: between the spans it would be a box of its own, which moves while the page arrives.
 *
 * @param marks numbers of marked lines, from 1
 */
export function highlightLines(code: string, lang: string, marks: ReadonlySet<number>): string {
  return tokenize(code, lang)
    .map((tokens, index, lines) => {
      const end = index === lines.length - 1 ? '' : '\n'
      const mark = marks.has(index + 1) ? ' data-mark=""' : ''
      return `<span class="line"${mark}>${tokens.map(tokenHtml).join('')}${end}</span>`
    })
    .join('')
}

interface Token {
  readonly content: string
  readonly color?: string
}

/** What stands on several pages, or in several places of one, is read once; emptied before it grows without end. */
const known = new Map<string, Token[][]>()
const MOST_KNOWN = 2_000

function tokenize(code: string, lang: string): readonly Token[][] {
  const language = findLanguage(lang)
  if (language === undefined) return code.split('\n').map((content) => [{ content }])
  const key = `${language.shiki}\0${code}`
  const before = known.get(key)
  if (before) return before
  const tokens = highlighter.codeToTokensBase(code, { lang: language.shiki, theme: 'classes' })
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, tokens)
  return tokens
}

// `var(--token-keyword)` → `keyword`; the plain foreground needs no class.
const COLOR_VARIABLE = /^var\(--token-([a-z-]+)\)$/

function tokenHtml({ content, color }: Token): string {
  const kind = COLOR_VARIABLE.exec(color ?? '')?.[1]
  const text = escapeHtml(content)
  return kind === undefined ? text : `<span class="tok-${kind}">${text}</span>`
}

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
