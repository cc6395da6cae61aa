/**
 * Learns what the assistant's ranking and its gate make of their features, from the questions that are scored in the tests:
 * `npx tsx site/build/assistant/train.ts` prints the share that is right of questions that were held back, and writes
 * `site/src/assistant/weights.ts`. Run it when features, questions or many pages have changed.
 */
import { writeFileSync } from 'node:fs'
import { createRetriever, filesOf } from '@keywright/search'
import { rank, weigh } from '../../src/assistant/answer.ts'
import { askedOf } from '../../src/assistant/asked.ts'
import { cataloguedOf } from '../../src/assistant/catalogue.ts'
import type { Features } from '../../src/assistant/features.ts'
import { contentOf } from '../../src/assistant/question.ts'
import { questionLists, unansweredLists } from '../../src/assistant/questionLists.ts'
import { GATE } from '../../src/assistant/weights.ts'
import { loadPages } from '../content/loadPages.ts'
import { ProblemList } from '../problems.ts'
import { sectionsOf } from '../sections.ts'
import { loadSite } from '../site.ts'
import { learnChoice, learnGate, type Weights } from './learn.ts'

const WEIGHTS_FILE = new URL('../../src/assistant/weights.ts', import.meta.url)
/** Each question is held back once in so many parts. */
const PARTS = 6
/** Of what has no answer so much may get through, so that 95 % hold with some to spare. */
const MOST_LET_THROUGH = 0.035

const { pages } = process.env.SECTIONS ? { pages: [] } : await loadPages(await loadSite(), new ProblemList())
const sections = process.env.SECTIONS
  ? JSON.parse((await import('node:fs')).readFileSync(process.env.SECTIONS, 'utf8'))
  : undefined
const retriever = createRetriever(filesOf(sections ?? pages.flatMap(({ page }) => sectionsOf(page))))

interface Read {
  readonly list: string
  readonly places: readonly {
    readonly features: Features
    readonly gate: Features
    readonly isGood: boolean
  }[]
}

async function read(
  list: string,
  question: string,
  routes: readonly string[],
  fact?: RegExp,
): Promise<Read | undefined> {
  const found = await retriever.retrieve(contentOf(question), '', question)
  if (found.words.length === 0) return undefined
  const asked = askedOf(question, found, undefined)
  if (asked.isError && (await cataloguedOf(retriever, found, question))) return undefined
  const places = await rank(retriever, found, asked, undefined)
  return {
    list,
    places: places.map(({ section, passages, features, gate }) => ({
      features,
      gate,
      isGood: fact !== undefined && routes.includes(section.route) && fact.test(passages.join(' ')),
    })),
  }
}

const all: Read[] = []
for (const [list, cases] of Object.entries(questionLists))
  for (const [question, routes, fact] of cases)
    all.push(...[await read(list, question, [routes].flat(), fact)].filter((one) => one !== undefined))
const none: Read[] = []
for (const question of Object.values(unansweredLists).flat())
  none.push(
    ...([await read('none', question, [])].filter(
      (one) => one !== undefined && one.places.length > 0,
    ) as Read[]),
  )

const choiceOf = ({ places }: Read) => places.map(({ features, isGood }) => ({ features, isGood }))
const bestOf = ({ places }: Read, weights: Weights) =>
  places.length === 0
    ? undefined
    : places.reduce((a, b) => (weigh(b.features, weights) > weigh(a.features, weights) ? b : a))

const held = all.map((_, at) => (at * 7) % PARTS)
let [right, chosenRight] = [0, 0]
for (let part = 0; part < PARTS; part++) {
  const [others, own] = [true, false].map((isOther) => all.filter((_, at) => (held[at] !== part) === isOther))
  const weights = learnChoice(others!.map(choiceOf))
  for (const one of own!) if (bestOf(one, weights)?.isGood) right++
}
const places = learnChoice(all.map(choiceOf))
for (const one of all) if (bestOf(one, places)?.isGood) chosenRight++
const headNames = Object.keys(all[0]!.places[0]!.features).filter((name) => !TEXT_FEATURES().includes(name))
const heads = learnChoice(
  all.map((one) =>
    choiceOf(one).map(({ features, isGood }) => ({
      isGood,
      features: Object.fromEntries(headNames.map((name) => [name, features[name]!])),
    })),
  ),
)

const answered = all
  .map((one) => bestOf(one, places))
  .filter((one) => one?.isGood)
  .map((one) => one!.gate)
const refused = none.map((one) => bestOf(one, places)!.gate)
const gate = learnGate(answered, refused, MOST_LET_THROUGH * Object.values(unansweredLists).flat().length)
const kept = (list: readonly Features[]) => list.filter((one) => weigh(one, gate) > 0).length
console.log(
  `${all.length} questions: first right ${percent(right / all.length)} of those held back, ${percent(chosenRight / all.length)} of those learned from; ` +
    `the gate keeps ${percent(kept(answered) / answered.length)} of the right ones (before: ${percent(answered.filter((one) => weigh(one, GATE) > 0).length / answered.length)}) and lets ${kept(refused)} of ${Object.values(unansweredLists).flat().length} through`,
)
const text = (name: string, doc: string, weights: Weights) =>
  `/** ${doc} */\nexport const ${name}: Readonly<Record<string, number>> = {\n${Object.entries(weights)
    .map(([feature, weight]) => `  ${feature}: ${Number(weight.toFixed(3))},\n`)
    .join('')}}\n`
writeFileSync(
  WEIGHTS_FILE,
  [
    '/** What each feature counts: learned by `site/build/assistant/train.ts`, not written by hand. */\n',
    text('HEADS', 'Which places are worth reading.', heads),
    text('PLACES', 'Which place that was read is the answer.', places),
    text('GATE', 'Whether the best place is an answer: above 0.', gate),
  ].join('\n'),
)

function TEXT_FEATURES(): readonly string[] {
  return [
    'together',
    'known',
    'inside',
    'insideSecond',
    'textRecall',
    'isSingleRow',
    'numberFound',
    'timeFound',
    'isDefined',
    'depth',
    'verbatim',
  ]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
