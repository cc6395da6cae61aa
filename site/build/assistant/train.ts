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
import { loadSections } from '../loadSections.ts'
import { learnChoice, learnGate, type Weights } from './learn.ts'

const WEIGHTS_FILE = new URL('../../src/assistant/weights.ts', import.meta.url)
/** Each question is held back once in so many parts. */
const PARTS = 6
/** Of what has no answer so much may get through, so that 95 % hold with some to spare. */
const MOST_LET_THROUGH = 0.035

const retriever = createRetriever(filesOf(await loadSections()))

interface Read {
  readonly places: readonly {
    readonly heads: Features
    readonly features: Features
    readonly gate: Features
    readonly isGood: boolean
  }[]
}

async function read(question: string, routes: readonly string[], fact?: RegExp): Promise<Read | undefined> {
  const found = await retriever.retrieve(contentOf(question), '', question)
  if (found.words.length === 0) return undefined
  const asked = askedOf(question, found, undefined)
  if (asked.isError && (await cataloguedOf(retriever, found, question))) return undefined
  const places = await rank(retriever, found, asked, undefined)
  return {
    places: places.map(({ section, passages, heads, features, gate }) => ({
      heads,
      features,
      gate,
      isGood: fact !== undefined && routes.includes(section.route) && fact.test(passages.join(' ')),
    })),
  }
}

const all: Read[] = []
for (const [question, routes, fact] of Object.values(questionLists).flat()) {
  const one = await read(question, [routes].flat(), fact)
  if (one) all.push(one)
}
const none: Read[] = []
const unanswered = Object.values(unansweredLists).flat()
for (const question of unanswered) {
  const one = await read(question, [])
  if (one && one.places.length > 0) none.push(one)
}

const bestOf = ({ places }: Read, weights: Weights) =>
  places.length === 0
    ? undefined
    : places.reduce((a, b) => (weigh(b.features, weights) > weigh(a.features, weights) ? b : a))

const held = all.map((_, at) => (at * 7) % PARTS)
let [right, chosenRight] = [0, 0]
for (let part = 0; part < PARTS; part++) {
  const [others, own] = [true, false].map((isOther) => all.filter((_, at) => (held[at] !== part) === isOther))
  const weights = learnChoice(others!.map((one) => one.places))
  for (const one of own!) if (bestOf(one, weights)?.isGood) right++
}
const places = learnChoice(all.map((one) => one.places))
for (const one of all) if (bestOf(one, places)?.isGood) chosenRight++
const heads = learnChoice(
  all.map((one) => one.places.map((place) => ({ features: place.heads, isGood: place.isGood }))),
)

const answered = all
  .map((one) => bestOf(one, places))
  .filter((one) => one?.isGood)
  .map((one) => one!.gate)
const refused = none.map((one) => bestOf(one, places)!.gate)
const gate = learnGate(answered, refused, MOST_LET_THROUGH * unanswered.length)
const kept = (list: readonly Features[]) => list.filter((one) => weigh(one, gate) > 0).length
console.log(
  `${all.length} questions: first right ${percent(right / all.length)} of those held back, ${percent(chosenRight / all.length)} of those learned from; ` +
    `the gate keeps ${percent(kept(answered) / answered.length)} of the right ones (before: ${percent(answered.filter((one) => weigh(one, GATE) > 0).length / answered.length)}) and lets ${kept(refused)} of ${unanswered.length} through`,
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

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
