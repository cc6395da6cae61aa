/**
 * Client for a hosted assistant: one POST that returns server-sent events (HTML, §9.2), each a part of the answer.
 *
 * Request: `{ question, conversation: [], language }`. Events: `text` (`{ text }`, in pieces),
 * `quote` (`{ passages, source: { href, title, heading } }`), `sources` (`{ sources }`), `unknown` (`{ text }`), and
 * `error` (`{ message }`). The stream ends with the answer.
 */
import type { AnswerPart, AnswerProvider, Source } from '@keywright/search'
import type { AssistantConfig } from '../config/types.ts'
import { ownAddress } from './ownAddress.ts'

/** Omits sources on other sites. */
export function createHostedAssistant({ endpoint }: AssistantConfig): AnswerProvider {
  return {
    async *ask(question, signal) {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ question, conversation: [], language: document.documentElement.lang }),
        signal,
      })
      if (!response.ok || !response.body) throw new Error(`the assistant returned ${response.status}`)
      for await (const { event, data } of eventsOf(response.body)) {
        const part = partOf(event, JSON.parse(data))
        if (part) yield part
      }
    },
  }
}

/** Returns undefined for unknown events. @throws Error for an `error` event */
function partOf(event: string, data: unknown): AnswerPart | undefined {
  const { text, passages, source, sources, message } = Object(data) as Record<string, unknown>
  if (event === 'error') throw new Error(String(message))
  if ((event === 'text' || event === 'unknown') && typeof text === 'string') return { kind: event, text }
  if (event === 'quote' && Array.isArray(passages)) {
    const [own] = ownSources([source])
    return own && { kind: 'quote', passages: passages.map(String), source: own }
  }
  if (event === 'sources' && Array.isArray(sources)) return { kind: 'sources', sources: ownSources(sources) }
  return undefined
}

function ownSources(sources: readonly unknown[]): Source[] {
  const { origin } = location
  return sources.flatMap((source) => {
    const { href, title, heading = '' } = Object(source) as Partial<Source>
    if (typeof href !== 'string' || typeof title !== 'string' || !URL.canParse(href, origin)) return []
    const url = new URL(href, origin)
    return url.origin === origin ? [{ href: ownAddress(url), title, heading: String(heading) }] : []
  })
}

/** Reassembles the events of a chunked stream. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let rest = ''
  try {
    while (true) {
      const { value = '', done } = await reader.read()
      const blocks = `${rest}${value}`.replaceAll('\r\n', '\n').split('\n\n')
      rest = done ? '' : blocks.pop()!
      for (const block of blocks) {
        const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
        const of = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2]!] : []))
        const data = of('data').join('\n')
        if (data !== '') yield { event: of('event')[0] ?? 'message', data }
      }
      if (done) return
    }
  } finally {
    await reader.cancel()
  }
}
