/**
 * Splits text into terms, for the index and for queries.
 *
 * Identifiers are indexed whole and in parts, in every spelling that people type: `createWallet`, `create_wallet` and
 * `X-Stamp` give `createwallet`, `create`, `wallet`, `xstamp`, `x`, `stamp`.
 */

import { STOP_WORDS, stem } from './english.ts'

const IDENTIFIER = /[\p{L}\p{N}][\p{L}\p{N}_\-./']*/gu
/** Fast path for most words: splitting each word took most of the time before the first result of a visit. */
const ONE_PART = /^[A-Z]*[a-z\d]*$/
const CAMEL_HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** The terms of a text in order, without stop words; a compound is followed by its parts. */
export function tokenize(text: string): string[] {
  const terms: string[] = []
  for (const [match] of text.matchAll(IDENTIFIER)) {
    const parts = partsOf(match)
    if (parts.length > 1) push(terms, parts.join(''))
    for (const part of parts) push(terms, part)
  }
  return terms
}

/** The words of a query, each with the terms that may match it. */
export type Words = readonly {
  readonly whole: string
  readonly parts: readonly string[]
}[]

export function queryWords(query: string): Words {
  return [...query.matchAll(IDENTIFIER)]
    .flatMap(([match]) => (HAN.test(match) ? pairsOf(match) : [match]))
    .map((match) => {
      const parts = partsOf(match)
      // As in the index: plurals inside compounds are kept.
      return { whole: normalize(parts.join('')), parts: parts.map(normalize) }
    })
    .filter(({ whole, parts }) => parts.length > 1 || !STOP_WORDS.has(whole))
}

function partsOf(identifier: string): string[] {
  if (ONE_PART.test(identifier)) return [identifier.toLowerCase()]
  if (HAN.test(identifier)) return pairsOf(identifier)
  return identifier
    .replace(/'s\b/g, '')
    .split(/[_\-./']+/)
    .flatMap((part) => part.split(CAMEL_HUMP))
    .filter(Boolean)
    .map((part) => part.toLowerCase())
}

/** Chinese has no spaces between words, so questions match by pairs of neighboring characters. */
const HAN = /\p{Script=Han}/u
function pairsOf(text: string): string[] {
  const characters = [...text]
  return characters.length < 2 ? characters : characters.slice(1).map((one, at) => characters[at]! + one)
}

function push(terms: string[], term: string) {
  const normal = normalize(term)
  // No one searches for long hex or base64 samples, and they would fill the index.
  if (normal.length > 40 || STOP_WORDS.has(normal)) return
  terms.push(normal)
}

/** Normalizes the forms, accents and case of a word to one term. */
export function normalize(word: string): string {
  return stem(withoutMarks(word.toLowerCase()))
}

/** Fast path, because almost all words are ASCII. */
const withoutMarks = (word: string): string =>
  BEYOND_ASCII.test(word) ? word.normalize('NFKD').replace(/\p{M}/gu, '') : word
const BEYOND_ASCII = /[^\0-\x7f]/
