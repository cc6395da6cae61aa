import { createRetriever } from '@keywright/search'
import { fetchedFiles } from '../search/files.ts'
import { createEmbeddedAssistant } from './embedded.ts'
import { createHostedAssistant } from './hosted.ts'
import type { AssistantProvider } from './provider.ts'
import type { AssistantSettings } from './settings.ts'

/** The configured provider. */
export function openAssistant({ endpoint, language }: AssistantSettings): AssistantProvider {
  if (endpoint === undefined) return createEmbeddedAssistant(createRetriever(fetchedFiles('')))
  const { origin } = location
  return createHostedAssistant({ endpoint, language, origin, fetch: (...request) => fetch(...request) })
}
