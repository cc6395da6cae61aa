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
  const isSure = last?.parts.every(({ kind }) => kind !== 'unknown')
  const quote = isSure ? last?.parts.find((part) => part.kind === 'quote') : undefined
  return {
    questions: conversation.slice(-REMEMBERED).map(({ question }) => question),
    route: quote?.source.href.split('#')[0],
  }
}

function* partsOf({ quotes, nearest, more, missing, meant }: Answer): Generator<AnswerPart> {
  if (nearest.length > 0) yield { kind: 'unknown', text: whyUnsure(missing) }
  else if (quotes.length === 0) yield { kind: 'unknown', text: whyNot(missing, meant) }
  for (const { section, passages } of [...quotes, ...nearest])
    yield { kind: 'quote', passages, source: sourceOf(section) }
  const near = more.filter(({ coverage }) => coverage >= NEAR).map(sourceOf)
  if (near.length > 0) yield { kind: 'sources', sources: near }
}

/** Said before what comes nearest is quoted: it may be no answer. */
function whyUnsure(missing: readonly string[]): string {
  const without = missing.length === 0 ? '' : `: none mentions ${quoted(missing)}`
  return `I am not sure that the pages answer this${without}. The nearest passages are:`
}

function whyNot(missing: readonly string[], meant: readonly string[]): string {
  const hint = meant.length > 0 ? ` Did you mean ${meant.join(', ')}?` : ''
  if (missing.length === 0) return 'I do not know: no page answers this.'
  return `I do not know: no page mentions ${quoted(missing)}.${hint}`
}

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

function sourceOf({ route, anchor, title, heading }: RankedSection): Source {
  return { href: anchor === '' ? route : `${route}#${anchor}`, title, heading }
}
