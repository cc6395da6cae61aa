import { createEmbeddedSearch, type SearchProvider } from '@keywright/search'
import { fetchJson } from '../shared/fetchJson.ts'
import { createHostedSearch } from './hosted.ts'
import { fileOf, type SearchSettings } from './settings.ts'

/** Created once per visit. */
let embedded: SearchProvider | undefined

/** The configured search. */
export function openProvider(settings: SearchSettings): SearchProvider {
  if (settings.hosted) return createHostedSearch(settings.hosted, settings.suggestions)
  embedded ??= createEmbeddedSearch((path) => fetchJson(fileOf(path)), settings)
  return embedded
}
