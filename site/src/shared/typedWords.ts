/** The words that a reader typed, in lower case. Ignores punctuation around a copied name, and forms of letters. */
export const typedWords = (query: string): string[] =>
  query
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean)
