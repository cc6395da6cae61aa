/** The index of the documentation, in the page and in the command: pure, files come in from outside. */
export { createEmbeddedSearch, type EmbeddedSearchOptions } from './embedded.ts'
export { excerptOf, markTerms } from './excerpt.ts'
export {
  encodeSearch,
  filesOf,
  type SearchFiles,
  type SearchFilesSource,
  type SearchIndexFile,
  type SearchTextsFile,
} from './indexFormat.ts'
export {
  type AnswerPart,
  type AnswerProvider,
  countHits,
  type Excerpt,
  type SearchGroup,
  type SearchHit,
  type SearchOptions,
  type SearchProvider,
  type SearchResults,
  type Source,
} from './provider.ts'
export { isQuestion } from './question.ts'
export type { SearchSection } from './section.ts'
