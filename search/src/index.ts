/** The index of the documentation, in the page and in the command: pure, files come in from outside. */
export { createEmbeddedSearch, type EmbeddedSearchOptions } from './embedded.ts'
export { excerptOf, markTerms } from './excerpt.ts'
export { filesOf } from './filesOf.ts'
export {
  encodeSearch,
  type SearchFiles,
  type SearchFilesSource,
  type SearchIndexFile,
  type SearchPartFile,
  type SearchTextsFile,
  type SearchVocabularyFile,
} from './indexFormat.ts'
export { partsFor } from './partsFor.ts'
export {
  countHits,
  type Excerpt,
  type SearchGroup,
  type SearchHit,
  type SearchOptions,
  type SearchProvider,
  type SearchResults,
} from './provider.ts'
export { remembered } from './remembered.ts'
export {
  type AskedWord,
  createRetriever,
  type RankedSection,
  type Retrieved,
  type Retriever,
} from './retrieve.ts'
export type { SearchSection } from './section.ts'
export { synonymsOf } from './synonyms.ts'
export { normalize, queryWords, tokenize, type Words } from './tokenize.ts'
