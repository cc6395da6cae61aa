/**
 * Client for a hosted assistant: one POST that returns server-sent events (HTML, §9.2).
 *
 * Request: `{ question, conversation: [], language }`. Events: `text` (`{ text }`, a piece of the answer), `sources`
 * (`{ sources }`, each `{ href, title, heading }`), and `error` (`{ message }`). The stream ends with the answer.
 */
import type { Answer, AnswerProvider, Source } from '@keywright/search'
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
      let answer: Answer = { text: '', sources: [] }
      for await (const { event, data } of eventsOf(response.body))
        yield (answer = withEvent(answer, event, Object(JSON.parse(data))))
    },
  }
}

/** Ignores unknown events. @throws Error for an `error` event */
function withEvent(answer: Answer, event: string, data: Readonly<Record<string, unknown>>): Answer {
  if (event === 'error') throw new Error(String(data['message']))
  const { text } = data
  if (event === 'text' && typeof text === 'string') return { ...answer, text: `${answer.text}${text}` }
  if (event !== 'sources' || !Array.isArray(data['sources'])) return answer
  const sources = [...answer.sources, ...ownSources(data['sources'])]
  return { ...answer, sources: [...new Map(sources.map((source) => [source.href, source])).values()] }
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
