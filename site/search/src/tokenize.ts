/**
 * Splits text into terms, for the index and for queries.
 *
 * Identifiers are indexed whole and in parts, in every spelling that people type: `createWallet`, `create_wallet` and
 * `X-Stamp` give `createwallet`, `create`, `wallet`, `xstamp`, `x`, `stamp`. Operators of the policy language are terms.
 */

import { STOP_WORDS, stem } from './english.ts'

/** Names as programs write them; `wallet` and `sign` are words that pages are about. */
export const NAME = /^--|[_.]|[a-z][A-Z]|^[A-Z]{3,}$|^keywright /
const IDENTIFIER = /[\p{L}\p{N}][\p{L}\p{N}_\-./']*|[=!<>]=|&&|\|\|/gu
const CAMEL_HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** The terms of a text in order, without stop words; a compound is followed by its parts. */
export function tokenize(text: string): string[] {
  const terms: string[] = []
  for (const identifier of phrased(text).match(IDENTIFIER) ?? []) {
    const { whole, parts } = wordOf(identifier)
    if (parts.length > 1) push(terms, whole)
    for (const part of parts) push(terms, part)
  }
  return terms
}

/** The words of a query, each with the terms that may match it. */
export type Words = readonly {
  readonly whole: string
  readonly parts: readonly string[]
}[]

/** Ids, hashes, times and addresses in a pasted message, which no page contains. */
const VALUES =
  /\b0x[0-9a-f]{6,}\b|\b[0-9a-f]{12,}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b\d{9,}\b|\beyJ[\w.-]+|https?:\/\/\S+|[\w.+-]+@[\w.-]+/gi
export const withoutValues = (text: string): string => text.replace(VALUES, ' ')
/** Longer texts are pasted: their beginning names the error. */
const MOST_WORDS = 60

/** A query of stop words alone, such as `in`, keeps them. */
export function queryWords(query: string): Words {
  const words = (phrased(withoutValues(query)).match(IDENTIFIER) ?? [])
    .slice(0, MOST_WORDS)
    .map(wordOf)
    .filter(({ whole, parts }) => whole.length <= LONGEST || parts.length > 1)
  const telling = words.filter(({ whole, parts }) => parts.length > 1 || !STOP_WORDS.has(whole))
  return telling.length > 0 ? telling : words
}

const known = new Map<string, Words[number]>()

/** Kept, because texts repeat their words. */
function wordOf(identifier: string): Words[number] {
  let word = known.get(identifier)
  if (word === undefined) {
    const parts = partsOf(identifier)
    // As in the index: plurals inside compounds are kept.
    word = { whole: normalize(parts.join('')), parts: parts.map(normalize) }
    known.set(identifier, word)
  }
  return word
}

function partsOf(identifier: string): string[] {
  const parts = identifier
    .replace(/'s\b/g, '')
    .split(/[_\-./']+/)
    .flatMap((part) => part.split(CAMEL_HUMP))
    .filter(Boolean)
    .map((part) => part.toLowerCase())
  return parts.length > 0 ? parts : [identifier]
}

/** No one searches for long hex or base64 samples, and they would fill the index. */
const LONGEST = 40

function push(terms: string[], term: string) {
  if (term.length <= LONGEST && !STOP_WORDS.has(term)) terms.push(term)
}

/** `sign in`, `signed in`, `log in` and `sign-in` are one word, which differs from `sign`. */
const phrased = (text: string): string =>
  plain(text).replace(SIGN_IN, (_, particle: string) => `sign${particle.toLowerCase()}`)
const SIGN_IN = /\b(?:sign(?:ed|ing|s)?|log(?:ged|ging|s)?)[ -]?(in|out|up)s?\b/gi

/** Normalizes the forms, accents and case of a word to one term. */
export const normalize = (word: string): string => stem(plain(word).toLowerCase())

/** Without accents and invisible characters, and with plain quotation marks and spaces. Fast path for ASCII. */
export const plain = (text: string): string =>
  BEYOND_ASCII.test(text)
    ? text
        // Before the decomposition, which makes a space of an accent that stands alone.
        .replace(/[\u2018-\u201b\u2032\u02b9-\u02bc\u00b4]/g, "'")
        .replace(/[≤≥≠]/g, (sign) => COMPARISONS[sign]!)
        .normalize('NFKD')
        .replace(/[\p{M}\p{Cf}]/gu, '')
        .replace(/[\u201c\u201d\u00ab\u00bb]/g, '"')
        .replace(/[\p{Pd}\u2212]/gu, '-')
    : text
const COMPARISONS: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=', '≠': '!=' }
const BEYOND_ASCII = /[^\0-\x7f]/
