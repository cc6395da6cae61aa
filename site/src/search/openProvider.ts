import { type AnswerProvider, createEmbeddedSearch, type SearchProvider } from '@keywright/search'
import { fetchedFiles } from './files.ts'
import { createHostedSearch } from './hosted.ts'
import { createHostedAssistant } from './hostedAnswers.ts'
import type { SearchSettings } from './settings.ts'

const embedded = new Map<string, ReturnType<typeof createEmbeddedSearch>>()

/** Creates the embedded provider of a language once per visit. */
function embeddedProvider(settings: SearchSettings) {
  const { base = '' } = settings
  const known = embedded.get(base) ?? createEmbeddedSearch(fetchedFiles(base), settings)
  embedded.set(base, known)
  return known
}

/** The configured search. */
export const openProvider = (settings: SearchSettings): SearchProvider =>
  settings.hosted ? hostedProvider(settings.hosted, settings.suggestions) : embeddedProvider(settings)

/** The configured assistant. */
export const openAnswers = (settings: SearchSettings): AnswerProvider =>
  settings.assistant
    ? createHostedAssistant({
        endpoint: settings.assistant.endpoint,
        language: document.documentElement.lang,
        origin: location.origin,
        fetch: (...request) => fetch(...request),
      })
    : embeddedProvider(settings)

function hostedProvider(
  { language, versions, ...options }: NonNullable<SearchSettings['hosted']>,
  suggestions: readonly string[],
): SearchProvider {
  return createHostedSearch({
    ...options,
    suggestions,
    context: { language, versions },
    fetch: (...request) => fetch(...request),
    origin: location.origin,
  })
}
