/**
 * Splits text into terms, for the index and for queries.
 *
 * Identifiers are indexed whole and in parts, in every spelling that people type: `createWallet`, `create_wallet` and
 * `X-Stamp` give `createwallet`, `create`, `wallet`, `xstamp`, `x`, `stamp`.
 */

import { languageOf } from './languages.ts'

const IDENTIFIER = /[\p{L}\p{N}][\p{L}\p{N}_\-./']*/gu
/** Fast path for most words: splitting each word took most of the time before the first result of a visit. */
const ONE_PART = /^[A-Z]*[a-z\d]*$/
const CAMEL_HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** The terms of a text in order, without stop words; a compound is followed by its parts. */
export function tokenize(text: string, language = 'en'): string[] {
  const terms: string[] = []
  for (const [match] of text.matchAll(IDENTIFIER)) {
    const parts = partsOf(match)
    if (parts.length > 1) push(terms, parts.join(''), language)
    for (const part of parts) push(terms, part, language)
  }
  return terms
}

/** The words of a query, each with the terms that may match it. */
export type Words = readonly {
  readonly whole: string
  readonly parts: readonly string[]
}[]

export function queryWords(query: string, language = 'en'): Words {
  const { stopWords } = languageOf(language)
  const normal = (word: string) => normalize(word, language)
  return [...query.matchAll(IDENTIFIER)]
    .flatMap(([match]) => (HAN.test(match) ? pairsOf(match) : [match]))
    .map((match) => {
      const parts = partsOf(match)
      // As in the index: plurals inside compounds are kept.
      return { whole: normal(parts.join('')), parts: parts.map(normal) }
    })
    .filter(({ whole, parts }) => parts.length > 1 || !stopWords.has(whole))
}

function partsOf(identifier: string): string[] {
  if (HAN.test(identifier)) return pairsOf(identifier)
  if (ONE_PART.test(identifier)) return [identifier.toLowerCase()]
  return identifier
    .replace(/'s\b/g, '')
    .split(/[_\-./']+/)
    .flatMap((part) => part.split(CAMEL_HUMP))
    .filter(Boolean)
    .map((part) => part.toLowerCase())
}

/** Chinese has no spaces between words, so pairs of neighboring characters are indexed. */
const HAN = /\p{Script=Han}/u
function pairsOf(text: string): string[] {
  const characters = [...text]
  return characters.length < 2 ? characters : characters.slice(1).map((one, at) => characters[at]! + one)
}

function push(terms: string[], term: string, language: string) {
  const normal = normalize(term, language)
  // No one searches for long hex or base64 samples, and they would fill the index.
  if (normal.length > 40 || languageOf(language).stopWords.has(normal)) return
  terms.push(normal)
}

/** Normalizes the forms, accents and case of a word to one term. */
export function normalize(word: string, language = 'en'): string {
  return languageOf(language).stem(withoutMarks(word.toLowerCase()))
}

/** Fast path, because almost all words are ASCII. */
const withoutMarks = (word: string): string =>
  BEYOND_ASCII.test(word) ? word.normalize('NFKD').replace(/\p{M}/gu, '') : word
const BEYOND_ASCII = /[^\0-\x7f]/
