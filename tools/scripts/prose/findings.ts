/** Checks prose for spelling, repeated words, phrases that read as translated English, and long sentences. */
import { readFileSync } from 'node:fs'
import dictionary from 'dictionary-en'
import type { Root as Markdown } from 'mdast'
import { toNlcst } from 'mdast-util-to-nlcst'
import type { Root, Sentence, SentenceContent } from 'nlcst'
import { toString as toText } from 'nlcst-to-string'
import { ParseEnglish } from 'parse-english'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import retextRepeatedWords from 'retext-repeated-words'
import retextSpell from 'retext-spell'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import { VFile } from 'vfile'
import { parseMarkdown } from '../../../site/builder/markdown/parse.ts'
import type { Reporter } from '../../../site/builder/problems.ts'
import { listIn } from './listIn.ts'

export interface Finding {
  readonly line: number
  readonly message: string
}

/** Words per sentence. One idea per sentence: longer ones must be split. */
const LONGEST_SENTENCE = 40

const dataFile = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

const PHRASES = listIn('phrases.txt').map((line) => {
  const [pattern = '', instead = ''] = line.split(' => ')
  return { pattern: new RegExp(pattern, /[A-Z]/.test(pattern) ? '' : 'i'), instead }
})

const readme = unified().use(remarkParse).use(remarkGfm).freeze()
const checks = unified()
  .use(retextSpell, { dictionary, personal: dataFile('words.txt'), max: 1 })
  .use(retextRepeatedWords)
  .use(() => checkSentences)
  .freeze()

/** @param file its extension selects the syntax: pages are MDX, READMEs are Markdown */
export function findingsIn(file: string, text: string): Finding[] {
  const isPage = file.endsWith('.mdx')
  const source = new VFile(isPage ? withoutIds(withoutFrontMatter(text)) : text)
  const tree = isPage ? parseMarkdown(String(source), FAILING) : readme.parse(source)
  checks.runSync(toNlcst(separateCells(tree), source, ParseEnglish) as Root, source)
  return source.messages
    .filter(({ ruleId, actual }) => ruleId !== 'overflow' && !isName(actual ?? ''))
    .map(({ line, reason }) => ({ line: line ?? 1, message: reason }))
}

function checkSentences(tree: Root, file: VFile): void {
  visit(tree, 'SentenceNode', (sentence: Sentence) => {
    const text = sentence.children.map(textOf).join('')
    // Sentences can start with the line breaks before them.
    const place = sentence.children.find(({ type }) => type !== 'WhiteSpaceNode')
    // The parser joins sentences that start with code or a lower-case letter.
    for (const part of text.split(/[.!?]\s/)) {
      const words = part.match(/[^\s]*[\w¤][^\s]*/g)?.length ?? 0
      if (words > LONGEST_SENTENCE) {
        file.message(`split this sentence of ${words} words: ${part.trim().slice(0, 60)}…`, place)
      }
    }
    for (const { pattern, instead } of PHRASES) {
      const [found] = pattern.exec(text) ?? []
      if (found !== undefined) file.message(`“${found}”: say ${instead}`, place)
    }
    return SKIP
  })
}

/** Replaces code with a placeholder that matches no word. */
const textOf = (node: SentenceContent) =>
  node.type === 'SourceNode' ? '¤' : toText(node).replace(/\s+/g, ' ')

/** Names of types, algorithms and files, such as `WebAuthn`, `base58` and `web3.js`. */
const isName = (word: string) => /[A-Za-z][A-Z]|[\d./]/.test(word)

/** Keeps the title and the description, and every line's number. */
const withoutFrontMatter = (text: string) =>
  text.replace(/^---\n[\s\S]*?\n---\n/, (matter) =>
    matter
      .split('\n')
      .map((line) => {
        const [, name, value = ''] = /^(title|description): (.*)$/.exec(line) ?? []
        return name === 'title' ? `# ${value}` : value
      })
      .join('\n'),
  )

/** Blanks heading ids, which MDX would read as expressions. */
const withoutIds = (text: string) => text.replace(/\{#[^\s{}]+\}/g, (id) => ' '.repeat(id.length))

/** Turns each table cell into a paragraph, because the conversion skips tables. */
function separateCells(tree: Markdown): Markdown {
  visit(tree, (node) => {
    if (node.type === 'table' || node.type === 'tableRow') Object.assign(node, { type: 'blockquote' })
    if (node.type !== 'tableCell') return
    const end = { type: 'text', value: '\n\n' } as const
    Object.assign(node, { type: 'paragraph', children: [...node.children, end] })
  })
  return tree
}

const FAILING: Reporter = {
  warn: () => undefined,
  error: (message: string, line?: number) => {
    throw new Error(`line ${line}: ${message}`)
  },
}
