/** The index of the documentation, in the page and in the command: pure, files come in from outside. */
export { createEmbeddedSearch } from './embedded.ts'
export { STOP_WORDS } from './english.ts'
export { excerptOf, markTerms, termsOf } from './excerpt.ts'
export { encodeSearch, filesOf, openIndex, type SearchFilesSource } from './indexFormat.ts'
export { createRanker, WEIGHTS, type Weights } from './rank.ts'
export { normalize } from './tokenize.ts'
export {
  type Answer,
  countHits,
  type Excerpt,
  type SearchAnswer,
  type SearchGroup,
  type SearchHit,
  type SearchProvider,
  type SearchResults,
  type SearchSection,
  type Source,
} from './types.ts'
