/**
 * How text becomes terms, for the index and for queries alike.
 *
 * Identifiers are kept whole and in parts, in every spelling that people type: `createWallet`, `create_wallet`
 * and `X-Stamp` give `createwallet`, `create`, `wallet`, `xstamp`, `x`, `stamp`.
 */

/** Words that tell pages apart from nothing. */
const STOP_WORDS = new Set(
  'a an and are as at be by do does for from how i in is it its my of on or so than that the their then there these they this to was what when where which who why will with you your can'.split(
    ' ',
  ),
)

const IDENTIFIER = /[\p{L}\p{N}][\p{L}\p{N}_\-./']*/gu
const CAMEL_HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** The terms of a text in order, stop words left out; a compound gives itself first, then its parts. */
export function tokenize(text: string): string[] {
  const terms: string[] = []
  for (const [match] of text.matchAll(IDENTIFIER)) {
    const parts = partsOf(match)
    if (parts.length > 1) push(terms, parts.join(''))
    for (const part of parts) push(terms, part)
  }
  return terms
}

/** The words of a query, each with the terms that it may be found under. */
export type Words = readonly {
  readonly whole: string
  readonly parts: readonly string[]
}[]

export function queryWords(query: string): Words {
  return [...query.matchAll(IDENTIFIER)]
    .map(([match]) => {
      const parts = partsOf(match)
      // As the index has it: a plural inside a compound stays.
      return { whole: normalize(parts.join('')), parts: parts.map(normalize) }
    })
    .filter(({ whole, parts }) => parts.length > 1 || !STOP_WORDS.has(whole))
}

function partsOf(identifier: string): string[] {
  return identifier
    .replace(/'s\b/g, '')
    .split(/[_\-./']+/)
    .flatMap((part) => part.split(CAMEL_HUMP))
    .filter(Boolean)
    .map((part) => part.toLowerCase())
}

function push(terms: string[], term: string) {
  const normal = normalize(term)
  // Long hex and base64 samples are nobody's query and would fill the index.
  if (normal.length > 40 || STOP_WORDS.has(normal)) return
  terms.push(normal)
}

/** Plurals and their singulars are one term. */
export function normalize(word: string): string {
  const term = word.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  if (term.length > 4 && term.endsWith('ies')) return `${term.slice(0, -3)}y`
  if (term.length > 3 && term.endsWith('s') && !/(ss|us|is|os)$/.test(term)) return term.slice(0, -1)
  return term
}
