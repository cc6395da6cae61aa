/** Client for a hosted assistant: one POST of `{ question, language }`, which returns an answer as `{ text, sources }`. */
import type { Answer, Source } from '@keywright/search'
import type { AssistantConfig } from '../config/types.ts'
import { ownAddress } from './hosted.ts'

/**
 * Omits sources on other sites.
 *
 * @throws if the assistant can't be reached or returns something else
 */
export async function askAssistant(
  { endpoint }: AssistantConfig,
  question: string,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question, language: document.documentElement.lang }),
    signal,
  })
  if (!response.ok) throw new Error(`the assistant returned ${response.status}`)
  const { text, sources } = (await response.json()) as { text: unknown; sources?: readonly unknown[] | null }
  if (typeof text !== 'string') throw new Error('the assistant returned no text')
  const own = (sources ?? []).flatMap(ownSource).map((source) => [source.href, source] as const)
  return { text, sources: [...new Map(own).values()] }
}

function ownSource(source: unknown): Source[] {
  const { origin } = location
  const { href, title, heading } = Object(source) as Partial<Source>
  if (typeof href !== 'string' || typeof title !== 'string' || !URL.canParse(href, origin)) return []
  const url = new URL(href, origin)
  return url.origin === origin ? [{ href: ownAddress(url), title, heading: String(heading ?? '') }] : []
}
