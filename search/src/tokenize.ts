/**
 * How text becomes terms, for the index and for queries alike.
 *
 * Identifiers are kept whole and in parts, in every spelling that people type: `createWallet`, `create_wallet`
 * and `X-Stamp` give `createwallet`, `create`, `wallet`, `xstamp`, `x`, `stamp`.
 */

import { languageOf } from './languages.ts'

const IDENTIFIER = /[\p{L}\p{N}][\p{L}\p{N}_\-./']*/gu
/** Most words; to cut up each of them was most of what came before the first answer of a visit. */
const ONE_PART = /^[A-Z]*[a-z\d]*$/
const CAMEL_HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** The terms of a text in order, stop words left out; a compound gives itself first, then its parts. */
export function tokenize(text: string, language = 'en'): string[] {
  const terms: string[] = []
  for (const [match] of text.matchAll(IDENTIFIER)) {
    const parts = partsOf(match)
    if (parts.length > 1) push(terms, parts.join(''), language)
    for (const part of parts) push(terms, part, language)
  }
  return terms
}

/** The words of a query, each with the terms that it may be found under. */
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
      // As the index has it: a plural inside a compound stays.
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

/** Chinese has no spaces between words: neighboring characters stand for them. */
const HAN = /\p{Script=Han}/u
function pairsOf(text: string): string[] {
  const characters = [...text]
  return characters.length < 2 ? characters : characters.slice(1).map((one, at) => characters[at]! + one)
}

function push(terms: string[], term: string, language: string) {
  const normal = normalize(term, language)
  // Long hex and base64 samples are nobody's query and would fill the index.
  if (normal.length > 40 || languageOf(language).stopWords.has(normal)) return
  terms.push(normal)
}

/** The forms of a word, its accents and its case are one term. */
export function normalize(word: string, language = 'en'): string {
  return languageOf(language).stem(withoutMarks(word.toLowerCase()))
}

/** Nearly no word has any. */
const withoutMarks = (word: string): string =>
  BEYOND_ASCII.test(word) ? word.normalize('NFKD').replace(/\p{M}/gu, '') : word
const BEYOND_ASCII = /[^\0-\x7f]/
