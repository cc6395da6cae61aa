/** Filters the reference: a call must contain every word. */

import { typedWords } from '../shared/typedWords.ts'

/** Text around names in request lines, code and links, ignored because it doesn't distinguish calls. */
const AROUND = /\bpost (?=\/)|\bawait\b|\bclient\.|\.(?:request|answer|parameters|result)\b/g

/** The text to search of a call's section: its path, names, types and summary, and the names of its fields and errors. */
function wordsOf(section: HTMLElement): string {
  const { resource, types = '' } = section.dataset
  const parts = section.querySelectorAll('.call-endpoint code, .call-summary, li > code:first-child')
  return wordList([spellings(section.id), resource!, types, ...[...parts].map((part) => part.textContent)])
}

/** Distinct words in lower case. */
export const wordList = (texts: readonly string[]): string =>
  [...new Set(texts.join(' ').toLowerCase().split(/\s+/))].join(' ')

/** Searches the calls in these sections. */
export function searchOf(sections: readonly HTMLElement[]) {
  const words = new Map<string, string>()
  /** Reads the text at the first use. */
  function known() {
    if (words.size === 0) for (const section of sections) words.set(section.id, wordsOf(section))
    return words
  }
  return {
    learn(more: ReadonlyMap<string, string>) {
      for (const [name, text] of known()) words.set(name, `${text} ${more.get(name) ?? ''}`)
    },
    /** Names of the calls that contain every word of the query. An empty query finds all of them. */
    find(query: string): ReadonlySet<string> {
      const wanted = typedWords(query.toLowerCase().replace(AROUND, ' '))
      const isFound = (text: string) => wanted.every((word) => text.includes(word))
      return new Set([...known()].flatMap(([name, text]) => (isFound(text) ? [name] : [])))
    },
  }
}

/** Alternative spellings of `create_wallet`: `createWallet` and `create wallet`. */
const spellings = (name: string): string =>
  [name, name.replaceAll('_', ''), name.replaceAll('_', ' ')].join(' ')
