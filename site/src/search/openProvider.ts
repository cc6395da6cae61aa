import { type AnswerProvider, createEmbeddedSearch, type SearchProvider } from '@keywright/search'
import { fetchSearchFile } from './files.ts'
import { createHostedSearch } from './hosted.ts'
import { createHostedAssistant } from './hostedAnswers.ts'
import type { SearchSettings } from './settings.ts'

let embedded: ReturnType<typeof createEmbeddedSearch> | undefined

/** Creates the embedded provider once per visit. */
function embeddedProvider(settings: SearchSettings) {
  embedded ??= createEmbeddedSearch(fetchSearchFile, settings)
  return embedded
}

/** The configured search. */
export const openProvider = (settings: SearchSettings): SearchProvider =>
  settings.hosted ? createHostedSearch(settings.hosted, settings.suggestions) : embeddedProvider(settings)

/** The configured assistant. */
export const openAnswers = (settings: SearchSettings): AnswerProvider =>
  settings.assistant ? createHostedAssistant(settings.assistant) : embeddedProvider(settings)
