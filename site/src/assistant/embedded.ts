/** The embedded provider: it answers with sentences of the pages, by retrieval in the reader's tab, and with nothing else. */
import type { RankedSection, Retriever } from '@keywright/search'
import { type Answer, answer } from './answer.ts'
import type { AnswerPart, AssistantProvider, Source, Turn } from './provider.ts'

/** A follow-up leans on so many questions before. */
const REMEMBERED = 2
/** A place that knows less of the question than this is not worth a look. */
const NEAR = 0.3

export function createEmbeddedAssistant(retriever: Retriever): AssistantProvider {
  return {
    async *ask(question, conversation) {
      const found = await answer(retriever, question, earlierOf(conversation))
      yield* partsOf(found)
    },
  }
}

/** The questions that the present one may lean on, up to the last one that stood alone, and where its answer was. */
function earlierOf(conversation: readonly Turn[]) {
  const last = conversation.at(-1)
  const quote = last?.parts.find((part) => part.kind === 'quote')
  return {
    questions: conversation.slice(-REMEMBERED).map(({ question }) => question),
    route: quote?.source.href.split('#')[0],
  }
}

function* partsOf({ quotes, more, missing, meant }: Answer): Generator<AnswerPart> {
  for (const { section, passages } of quotes) yield { kind: 'quote', passages, source: sourceOf(section) }
  const near = more.filter(({ coverage }) => coverage >= NEAR).map(sourceOf)
  if (quotes.length === 0) yield { kind: 'unknown', text: whyNot(missing, meant) }
  if (near.length > 0) yield { kind: 'sources', sources: near }
}

function whyNot(missing: readonly string[], meant: readonly string[]): string {
  const words = missing.map((word) => `“${word}”`).join(', ')
  const hint = meant.length > 0 ? ` Did you mean ${meant.join(', ')}?` : ''
  if (missing.length === 0) return 'I do not know: no page answers this.'
  return `I do not know: no page mentions ${words}.${hint}`
}

function sourceOf({ route, anchor, title, heading }: RankedSection): Source {
  return { href: anchor === '' ? route : `${route}#${anchor}`, title, heading }
}
