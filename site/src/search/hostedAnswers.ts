/** Client for a hosted assistant: one POST of `{ question, language }`, which returns an answer as `{ text, sources }`. */
import type { Answer, Source } from '@keywright/search'
import type { AssistantConfig } from '../config/types.ts'
import { ownAddress } from './hosted.ts'
import { post, textOf, urlOf } from './post.ts'

/** Ten times as long as an answer in a dialog should be. */
const MOST_LETTERS = 20_000
const MOST_SOURCES = 20

export const askAssistant = ({ endpoint }: AssistantConfig, question: string, signal: AbortSignal) =>
  post(endpoint, { question, language: document.documentElement.lang }, readAnswer, [signal])

/** Omits sources on other sites. */
function readAnswer(value: unknown): Answer {
  const { text, sources } = value as { text: unknown; sources?: unknown[] | null }
  if (typeof text !== 'string' || text.length > MOST_LETTERS) throw new TypeError('text')
  const own = (sources ?? []).slice(0, MOST_SOURCES).flatMap(ownSource)
  if (text.trim() === '' && own.length === 0) throw new RangeError('nothing')
  return { text, sources: [...new Map(own.map((source) => [source.href, source])).values()] }
}

function ownSource(source: unknown): Source[] {
  const { href, title, heading } = Object(source) as Partial<Source>
  const url = urlOf(href)
  const name = textOf(title)
  if (url?.origin !== location.origin || !name) return []
  return [{ href: ownAddress(url), title: name, heading: textOf(heading) ?? '' }]
}
