/**
 * Learns what the assistant's ranking and its gate make of their features, from the questions that are scored in the tests:
 * `npx tsx site/build/assistant/train.ts` prints, list by list, the share that is right of questions that were held back
 * with their whole list, and writes `site/src/assistant/weights.ts`. Run it when features, questions or many pages have
 * changed.
 */
import { writeFileSync } from 'node:fs'
import { createRetriever, filesOf } from '@keywright/search'
import {
  bestFirst,
  type Candidate,
  CONSIDERED,
  doubtFeatures,
  quotedOf,
  rank,
  strangeIn,
  weigh,
} from '../../src/assistant/answer.ts'
import { askedOf } from '../../src/assistant/asked.ts'
import { cataloguedOf } from '../../src/assistant/catalogue.ts'
import { contentOf } from '../../src/assistant/question.ts'
import { questionLists, unansweredLists } from '../../src/assistant/questionLists.ts'
import { WHOLLY_ELSE } from '../../src/assistant/questions.whollyElse.cases.ts'
import { loadSections } from '../loadSections.ts'
import { learnChoice, learnGate, type Weights } from './learn.ts'

const WEIGHTS_FILE = new URL('../../src/assistant/weights.ts', import.meta.url)
/** So many places are looked at to learn which are worth reading. */
const LOOKED_AT = 24
/** Of what has no answer so much may get through, the nearest strangers among it: of the other lists 95 % hold then. */
const MOST_LET_THROUGH = 0.042
/** Of what is about something else altogether, so much may be shown the nearest passages. */
const MOST_DOUBTED = 0.025
/** So many passages are shown where it is not sure. */
const SHOWN = 3

interface Place extends Candidate {
  /** Whether it is on a page that answers, … */
  readonly isOnPage: boolean
  /** … and says what was asked for. */
  readonly isGood: boolean
}
interface Learned {
  readonly heads: Weights
  readonly places: Weights
  readonly gate: Weights
  readonly doubt: Weights
}
type Ranking = Pick<Learned, 'heads' | 'places'>
type Lists = Readonly<Record<string, readonly (readonly Place[])[]>>

const retriever = createRetriever(filesOf(await loadSections()))
const answered: Record<string, (readonly Place[])[]> = {}
for (const [name, list] of Object.entries(questionLists)) {
  answered[name] = []
  for (const [question, routes, fact] of list)
    answered[name].push(await read(question, [routes].flat(), fact))
}
const unanswered: Record<string, (readonly Place[])[]> = {}
for (const [name, list] of Object.entries(unansweredLists)) {
  unanswered[name] = []
  for (const question of list) unanswered[name].push(await read(question, []))
}
const whollyElse: (readonly Place[])[] = []
for (const question of WHOLLY_ELSE) whollyElse.push(await read(question, []))

for (const name of new Set([...Object.keys(answered), ...Object.keys(unanswered)])) {
  const learned = learn(without(answered, name), without(unanswered, name))
  const [own = [], strangers = []] = [answered[name], unanswered[name]]
  const right = own.filter((places) => isRight(places, learned)).length
  const refused = strangers.filter((places) => quotesOf(places, learned).length === 0).length
  const unsure = own.filter((places) => isUnsure(places, learned))
  const near = unsure.filter((places) => hasNear(places, learned)).length
  const doubted = strangers.filter((places) => isUnsure(places, learned)).length
  console.log(
    `${name}, held back: ${right} of ${own.length} right, ${unsure.length} unsure (${near} with the right passage); ${refused} of ${strangers.length} refused, ${doubted} of them unsure`,
  )
}
const { heads, places, gate, doubt } = learn(answered, unanswered)
const text = (name: string, doc: string, weights: Weights) =>
  `/** ${doc} */\nexport const ${name}: Readonly<Record<string, number>> = {\n${Object.entries(weights)
    .map(([feature, weight]) => `  ${feature}: ${Number(weight.toFixed(3))},\n`)
    .join('')}}\n`
writeFileSync(
  WEIGHTS_FILE,
  [
    '// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: what was learned is no constant of nature\n',
    '/** What each feature counts: learned by `site/build/assistant/train.ts`, not written by hand. */\n',
    text('HEADS', 'Which places are worth reading.', heads),
    text('PLACES', 'Which place that was read is the answer.', places),
    text('GATE', 'Whether the best place is an answer: above 0.', gate),
    text('DOUBT', 'Where it is not: whether what comes nearest is shown, above 0.', doubt),
  ].join('\n'),
)

/** The places that a question is compared with; none where it is refused before. */
async function read(question: string, routes: readonly string[], fact?: RegExp): Promise<readonly Place[]> {
  const found = await retriever.retrieve(contentOf(question), '', question)
  const asked = askedOf(question, found, undefined)
  if (found.words.length === 0) return []
  const catalogued = asked.isError ? await cataloguedOf(retriever, found, question) : undefined
  if (catalogued === undefined && strangeIn(asked, found).length > 0) return []
  const ranked = await rank(retriever, found, asked, catalogued, LOOKED_AT)
  return ranked.map((place) => {
    const isOnPage = routes.includes(place.section.route)
    return { ...place, isOnPage, isGood: isOnPage && fact!.test(place.passages.join(' ')) }
  })
}

function learn(lists: Lists, strangers: Lists): Learned {
  const questions = Object.values(lists)
    .flat()
    .filter((places) => !places.some(({ isCatalogued }) => isCatalogued))
  const heads = learnChoice(
    questions.map((all) => all.map(({ heads, isGood }) => ({ features: heads, isGood }))),
  )
  const places = learnChoice(questions.map((all) => considered(all, heads)))
  const bestOf = (all: readonly Place[]) => ranked(all, { heads, places })[0]
  const good = questions.map(bestOf).filter((one) => one?.isGood)
  const bad = Object.values(strangers).flat()
  const gate = learnGate(
    good.map((one) => one!.gate),
    bad.map(bestOf).flatMap((one) => (one === undefined ? [] : [one.gate])),
    MOST_LET_THROUGH * bad.length,
  )
  const doubted = (one: Place) => doubtFeatures(one.gate, gate)
  const doubt = learnGate(
    questions.filter((all) => hasNear(all, { heads, places })).map((all) => doubted(bestOf(all)!)),
    whollyElse.map(bestOf).flatMap((one) => (one === undefined ? [] : [doubted(one)])),
    MOST_DOUBTED * whollyElse.length,
  )
  return { heads, places, gate, doubt }
}

function considered(all: readonly Place[], heads: Weights): readonly Place[] {
  return all.toSorted((a, b) => weigh(b.heads, heads) - weigh(a.heads, heads)).slice(0, CONSIDERED)
}

/** As `rank` has it, with other weights. */
function ranked(all: readonly Place[], { heads, places }: Ranking): readonly Place[] {
  return bestFirst(
    considered(all, heads).map((place) => ({
      ...place,
      score: place.isCatalogued ? Number.MAX_SAFE_INTEGER : weigh(place.features, places),
    })),
  )
}

/** As `answer` has it. */
function quotesOf(all: readonly Place[], learned: Learned): readonly Place[] {
  const list = ranked(all, learned)
  const [best] = list
  if (best === undefined || (!best.isCatalogued && weigh(best.gate, learned.gate) <= 0)) return []
  return quotedOf(list)
}

/** As `answer` has it: not sure, and the nearest passages shown. */
function isUnsure(all: readonly Place[], learned: Learned): boolean {
  const [best] = ranked(all, learned)
  return (
    best !== undefined &&
    quotesOf(all, learned).length === 0 &&
    weigh(doubtFeatures(best.gate, learned.gate), learned.doubt) > 0
  )
}

function hasNear(all: readonly Place[], ranking: Ranking): boolean {
  return ranked(all, ranking)
    .slice(0, SHOWN)
    .some(({ isGood }) => isGood)
}

function isRight(all: readonly Place[], learned: Learned): boolean {
  const quotes = quotesOf(all, learned)
  return quotes[0]?.isOnPage === true && quotes.some(({ isGood }) => isGood)
}

function without(lists: Lists, name: string): Lists {
  return Object.fromEntries(Object.entries(lists).filter(([other]) => other !== name))
}
