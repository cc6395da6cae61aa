/**
 * Code to coloured HTML at build time. Tokens carry classes (`tok-keyword`), never `style`, because the
 * site's content policy allows no inline styles; `styles/code.css` holds their colours for both modes.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCssVariablesTheme, createHighlighterCoreSync } from 'shiki/core'
import { createOnigurumaEngine } from 'shiki/engine/oniguruma'
import shiki from 'shiki/package.json' with { type: 'json' }
import { fileFor, keep, readKept } from '../kept.ts'
import { languages } from './languages.ts'
import { policyGrammar } from './policyGrammar.ts'

const highlighter = createHighlighterCoreSync({
  // Takes half the time of the engine that translates each expression to JavaScript.
  engine: await createOnigurumaEngine(
    readFileSync(createRequire(import.meta.url).resolve('shiki/onig.wasm')),
  ),
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
  return linesOf(code, lang)
    .map((html, index, lines) => {
      const end = index === lines.length - 1 ? '' : '\n'
      const mark = marks.has(index + 1) ? ' data-mark=""' : ''
      return `<span class="line"${mark}>${html}${end}</span>`
    })
    .join('')
}

/** Changes when the same text may be highlighted differently. */
const edition = JSON.stringify([shiki.version, policyGrammar])

/** Each line's tokens as HTML. */
function linesOf(code: string, lang: string): readonly string[] {
  const language = findLanguage(lang)
  if (language === undefined) return code.split('\n').map(textHtml)
  const file = fileFor('highlight', edition, language.shiki, code)
  const kept = readKept(file)
  if (kept) return kept.toString().split('\n')
  const lines = highlighter.codeToTokensBase(code, { lang: language.shiki, theme: 'classes' })
  return keep(file, lines.map((tokens) => tokens.map(tokenHtml).join('')).join('\n')).split('\n')
}

interface Token {
  readonly content: string
  readonly color?: string
}

// `var(--token-keyword)` → `keyword`; the plain foreground needs no class.
const COLOR_VARIABLE = /^var\(--token-([a-z-]+)\)$/

function tokenHtml({ content, color }: Token): string {
  const kind = COLOR_VARIABLE.exec(color ?? '')?.[1]
  return kind === undefined ? textHtml(content) : `<span class="tok-${kind}">${textHtml(content)}</span>`
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
