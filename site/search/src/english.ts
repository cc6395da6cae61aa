/** Rules that turn English words into search terms. */

export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be by do does for from how i in is it its my of on or so than that the their then there these they this to was what when where which who why will with you your can'.split(
    ' ',
  ),
)

/**
 * Plurals and their singulars are one term.
 * @param term lower case, without accents
 */
export function stem(term: string): string {
  if (term.length > 4 && term.endsWith('ies')) return `${term.slice(0, -3)}y`
  // `addresses`, `hashes`, `prefixes`, `batches`; `caches` and `uses` lose one letter only.
  if (/.(?:ss|sh|x|zz|[nrt]ch)es$/.test(term)) return term.slice(0, -2)
  if (term.length > 3 && term.endsWith('s') && !/(ss|us|is|os)$/.test(term)) return term.slice(0, -1)
  return term
}
