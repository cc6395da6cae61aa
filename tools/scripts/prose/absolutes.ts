/**
 * Absolute sentences of the pages that sum up others. Each is advice, names its exception, or has a test: `absolutes.txt`
 * says which, so that a reader may take it at its word.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Finding } from './findings.ts'
import { listIn } from './listIn.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const IS_SUMMARY =
  /^site\/content\/(?:(?:index|faq)\.mdx|(?:.*\/)?(?:overview|introduction)\.mdx|(?:category|security)\/)/
const IS_ABSOLUTE = /\b(?:nothing|never|nobody|no one|only|any|every|always|can['’]t|cannot)\b/i
/** Shorter ones are labels. */
const FEWEST_WORDS = 4
const REASONS = /^(?:advice|definition|exception|test)$/

interface Reason {
  readonly page: string
  readonly start: string
  readonly kind: string
  readonly proof: string
}

/** One per line: page, first words of the sentence, reason, and for a test its file and words of its title. */
const reasons: readonly Reason[] = listIn('absolutes.txt').map((line) => {
  const [page = '', start = '', kind = '', proof = ''] = line.split(' | ')
  return { page, start, kind, proof }
})

/** @param file path from the root @param text of the whole file */
export function absolutesIn(file: string, text: string): Finding[] {
  if (!IS_SUMMARY.test(file)) return []
  const page = file.replace('site/content/', '').replace('.mdx', '')
  const own = reasons.filter((reason) => reason.page === page)
  const used = new Set<Reason>()
  const findings = sentencesIn(text)
    .filter(({ words }) => IS_ABSOLUTE.test(words) && words.split(' ').length >= FEWEST_WORDS)
    .flatMap(({ line, words }) => {
      const reason = own.find(({ start }) => words.startsWith(start))
      if (reason) used.add(reason)
      const message = reason
        ? problemOf(reason)
        : 'name its exception or its test in tools/scripts/prose/absolutes.txt, or say less'
      return message ? [{ line, message: `“${words}”: ${message}` }] : []
    })
  const unused = own.filter((reason) => !used.has(reason))
  return [
    ...findings,
    ...unused.map(({ start }) => ({
      line: 1,
      message: `absolutes.txt has a sentence that is gone: ${start}`,
    })),
  ]
}

function problemOf({ kind, proof }: Reason): string | undefined {
  if (!REASONS.test(kind)) return `“${kind}” is no reason`
  if (kind !== 'test') return undefined
  const [file = '', title = ''] = proof.split(' > ')
  const isThere = title !== '' && existsSync(ROOT + file) && readFileSync(ROOT + file, 'utf8').includes(title)
  return isThere ? undefined : `there is no test “${title}” in ${file}`
}

/** Sentences, items and cells, without markup. Code blocks, headings and front matter state nothing. */
function sentencesIn(text: string): { line: number; words: string }[] {
  const blank = (part: string) => part.replace(/[^\n]/g, '')
  const prose = text
    .replace(/^---\n[\s\S]*?\n---\n/, blank)
    .replace(/```[\s\S]*?```/g, blank)
    .replace(/^(?:#.*|import .*|:::.*|\|[-|: ]+\|)$/gm, '')
  return prose.split('\n').flatMap((line, at) =>
    line
      .split(/(?<!\\)\||(?<=[.!?][)*]*)\s+(?=[A-Z[*`<(“])|;\s/)
      .map((part) => plain(part))
      .filter((words) => words !== '')
      .map((words) => ({ line: at + 1, words })),
  )
}

const plain = (part: string) =>
  part
    .replace(/<[^>]*>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]|^\s*(?:[-+]|\d+\.)\s+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
