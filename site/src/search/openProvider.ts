import type { SearchProvider } from '@keywright/search'
import { createEmbeddedSearch } from '@keywright/search'
import { fetchedFiles } from './files.ts'
import { createHostedSearch } from './hosted.ts'
import type { SearchSettings } from './settings.ts'

const embedded = new Map<string, SearchProvider>()

/** The configured provider. The embedded one of a language is made once a visit. */
export function openProvider(settings: SearchSettings): SearchProvider {
  if (settings.hosted) return hostedProvider(settings.hosted, settings.suggestions)
  const { base = '' } = settings
  const known = embedded.get(base) ?? createEmbeddedSearch(fetchedFiles(base), settings)
  embedded.set(base, known)
  return known
}

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
