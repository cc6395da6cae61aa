/** Searches of the whole site that people would type, against the pages that answer them. */

import type { SearchProvider } from '@keywright/search'
import { createEmbeddedSearch, createRetriever, filesOf, type Retriever } from '@keywright/search'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadSections } from '../../build/loadSections.ts'
import { type Answer, answer } from '../assistant/answer.ts'
import { questionLists, unansweredLists } from '../assistant/questionLists.ts'
import * as questions from '../assistant/questions.cases.ts'
import { EXAMINED } from '../assistant/questions.examined.cases.ts'
import { EXAMINED_AGAIN } from '../assistant/questions.examinedAgain.cases.ts'
import { EXAMINED_LAST, EXAMINED_LAST_UNANSWERED } from '../assistant/questions.examinedLast.cases.ts'
import * as heldOut from '../assistant/questions.heldOut.cases.ts'
import * as unseen from '../assistant/questions.unseen.cases.ts'
import { WHOLLY_ELSE, WHOLLY_ELSE_LAST } from '../assistant/questions.whollyElse.cases.ts'
import { RELEVANCE_CASES } from './relevance.cases.ts'

const HIT_AT_1 = 0.86
const HIT_AT_5 = 0.97
const RIGHT_PASSAGE = 0.93
/** Of questions that `answer.ts` was not made with. */
const RIGHT_HELD_OUT = 0.88
/** Of those that were typed as people do, without a look at the pages: harder by far than what one asks who knows them. */
const RIGHT_TYPED = 0.77
/** Of those by other kinds of readers: what the ranking learned from, and what it never saw. */
const RIGHT_UNSEEN = 0.65
const RIGHT_EXAMINED = 0.64
const RIGHT_EXAMINED_AGAIN = 0.28
const RIGHT_LAST = 0.5
const RIGHT_EXAMINED_LAST = 0.57
const NO_ANSWER = 0.95
/** Of what it could answer and does not, so much has the right passage among what is shown as near. */
const SHOWN_AS_NEAR = 0.6
/** Of what is about something else altogether, so much is refused in plain words. */
const WHOLLY_REFUSED = 0.9

let search: SearchProvider
let retriever: Retriever
let routes: Set<string>

beforeAll(async () => {
  const sections = await loadSections()
  routes = new Set(sections.map((section) => section.route))
  search = createEmbeddedSearch(filesOf(sections))
  retriever = createRetriever(filesOf(sections))
}, 300_000)

async function rankOf(query: string, expected: string | readonly string[]): Promise<number> {
  const wanted = [expected].flat()
  const { groups } = await search.search(query)
  const found = groups.map((group) => group.hits[0]!.href.split('#')[0]!)
  const rank = found.findIndex((route) => wanted.includes(route))
  return rank === -1 ? Number.POSITIVE_INFINITY : rank + 1
}

describe('relevance', () => {
  it('expects only pages that exist', () => {
    const expected = RELEVANCE_CASES.flatMap(([, route]) => route)
    expect(expected.filter((route) => !routes.has(route))).toEqual([])
  })

  it(`finds at least ${HIT_AT_1 * 100} % first and ${HIT_AT_5 * 100} % among the first five`, async () => {
    const ranks = await Promise.all(
      RELEVANCE_CASES.map(async ([query, expected]) => ({ query, rank: await rankOf(query, expected) })),
    )
    const share = (most: number) => ranks.filter(({ rank }) => rank <= most).length / ranks.length
    const missed = ranks.filter(({ rank }) => rank > 1).map(({ query, rank }) => `  ${query}: ${rank}`)
    console.log(
      `${ranks.length} searches: hit@1 ${percent(share(1))}, hit@5 ${percent(share(5))}\nNot first:\n${missed.join('\n')}`,
    )
    expect(ranks.length).toBeGreaterThanOrEqual(150)
    expect(share(1)).toBeGreaterThanOrEqual(HIT_AT_1)
    expect(share(5)).toBeGreaterThanOrEqual(HIT_AT_5)
  })
})

describe('the assistant', () => {
  const { ASKED, TYPED, HELD_OUT, CONVERSATIONS } = questions
  const { HELD_OUT_TYPED, HELD_OUT_FRESH } = heldOut
  const typedLater = [...HELD_OUT_TYPED, ...HELD_OUT_FRESH]
  const { UNSEEN, UNSEEN_LAST, UNSEEN_LAST_UNANSWERED } = unseen
  const all = [...Object.values(questionLists).flat(), ...UNSEEN_LAST, ...EXAMINED_LAST]
  const isHeldOut = (question: questions.QuestionCase) => [...HELD_OUT, ...typedLater].includes(question)

  const answers = new Map<string, Answer>()
  async function ask(question: string): Promise<Answer> {
    const found = answers.get(question) ?? (await answer(retriever, question))
    answers.set(question, found)
    return found
  }

  /** Whether it quotes the right page first, and holds the fact. */
  function isRight({ quotes }: Answer, [, pages, fact]: questions.QuestionCase): boolean {
    const route = quotes[0]?.section.route
    const text = quotes.flatMap(({ passages }) => passages).join(' ')
    return route !== undefined && [pages].flat().includes(route) && fact.test(text)
  }
  const shareOf = <T>(list: readonly T[], isOk: (one: T) => boolean) => list.filter(isOk).length / list.length

  it('is asked enough, a third of it as people type, about pages that exist', () => {
    expect(all.length).toBeGreaterThanOrEqual(150)
    const typed = [
      ...TYPED,
      ...typedLater,
      ...UNSEEN,
      ...UNSEEN_LAST,
      ...HELD_OUT.filter(([question]) => !question.endsWith('?')),
    ]
    expect(typed.length / all.length).toBeGreaterThanOrEqual(1 / 3)
    expect(all.flatMap(([, pages]) => pages).filter((route) => !routes.has(route))).toEqual([])
  })

  it(`quotes the right passage for at least ${RIGHT_PASSAGE * 100} % of what it was made with`, async () => {
    const wrong: questions.QuestionCase[] = []
    for (const question of all) if (!isRight(await ask(question[0]), question)) wrong.push(question)
    let firstHits = 0
    for (const [question, pages] of all) if ((await rankOf(question, pages)) === 1) firstHits++
    const share = (list: typeof all) => percent(shareOf(list, (one) => !wrong.includes(one)))
    console.log(
      `${all.length} questions: right ${share(all)} (first hit of the search: ${percent(firstHits / all.length)}); asked ${share([...ASKED])}, typed ${share([...TYPED])}, held out ${share([...HELD_OUT])}, as typed ${share([...HELD_OUT_TYPED])} and ${share([...HELD_OUT_FRESH])}, by other readers ${share([...UNSEEN])}, ${share([...EXAMINED])} and ${share([...EXAMINED_AGAIN])}, never learned from ${share([...UNSEEN_LAST])} and ${share([...EXAMINED_LAST])}\nNot right:\n${wrong.map((one) => `  ${one[0]}${isHeldOut(one) ? ' (held out)' : ''}`).join('\n')}`,
    )
    const isOk = (one: questions.QuestionCase) => !wrong.includes(one)
    expect(shareOf([...ASKED, ...TYPED], isOk)).toBeGreaterThanOrEqual(RIGHT_PASSAGE)
    expect(shareOf(HELD_OUT, isOk)).toBeGreaterThanOrEqual(RIGHT_HELD_OUT)
    expect(shareOf(typedLater, isOk)).toBeGreaterThanOrEqual(RIGHT_TYPED)
    expect(shareOf(UNSEEN, isOk)).toBeGreaterThanOrEqual(RIGHT_UNSEEN)
    expect(shareOf(EXAMINED, isOk)).toBeGreaterThanOrEqual(RIGHT_EXAMINED)
    expect(shareOf(EXAMINED_AGAIN, isOk)).toBeGreaterThanOrEqual(RIGHT_EXAMINED_AGAIN)
    expect(shareOf(UNSEEN_LAST, isOk)).toBeGreaterThanOrEqual(RIGHT_LAST)
    expect(shareOf(EXAMINED_LAST, isOk)).toBeGreaterThanOrEqual(RIGHT_EXAMINED_LAST)
  }, 600_000)

  it(`says that it does not know in at least ${NO_ANSWER * 100} %, where no page does`, async () => {
    const asked = [
      ...Object.values(unansweredLists).flat(),
      ...UNSEEN_LAST_UNANSWERED,
      ...EXAMINED_LAST_UNANSWERED,
    ]
    const answered: string[] = []
    for (const question of asked) if ((await ask(question)).quotes.length > 0) answered.push(question)
    console.log(`${asked.length} questions without an answer; answered all the same: ${answered.join('; ')}`)
    expect(1 - answered.length / asked.length).toBeGreaterThanOrEqual(NO_ANSWER)
  })

  it('shows what comes nearest where it is not sure, and says so; not to who is on the wrong site', async () => {
    let [unsure, near, refused] = [0, 0, 0]
    for (const [question, pages, fact] of all) {
      const { quotes, nearest } = await ask(question)
      if (quotes.length > 0) continue
      if (nearest.length === 0) refused++
      else unsure++
      const isNear = ({ section, passages }: (typeof nearest)[number]) =>
        [pages].flat().includes(section.route) && fact.test(passages.join(' '))
      if (nearest.some(isNear)) near++
    }
    const shown: string[] = []
    for (const question of [...WHOLLY_ELSE, ...WHOLLY_ELSE_LAST]) {
      const { quotes, nearest } = await ask(question)
      if (quotes.length + nearest.length > 0) shown.push(question)
    }
    const strangers = WHOLLY_ELSE.length + WHOLLY_ELSE_LAST.length
    console.log(
      `not answered, of ${all.length}: ${unsure} unsure, ${near} of them with the right passage, ${refused} refused; of ${strangers} wholly else shown something: ${shown.join('; ')}`,
    )
    expect(near / (unsure + refused)).toBeGreaterThanOrEqual(SHOWN_AS_NEAR)
    expect(1 - shown.length / strangers).toBeGreaterThanOrEqual(WHOLLY_REFUSED)
  }, 600_000)

  it.each(CONVERSATIONS.map((turns) => [turns[0]![0], turns] as const))(
    'follows up on: %s',
    async (_, turns) => {
      const before: string[] = []
      let route: string | undefined
      for (const turn of turns) {
        const found = await answer(retriever, turn[0], { questions: before, route })
        expect(isRight(found, turn), turn[0]).toBe(true)
        route = found.quotes[0]!.section.route
        before.push(turn[0])
      }
    },
  )

  it('invents no name: it says that there is none, and which there are', async () => {
    const { quotes, meant } = await answer(retriever, 'What is the field mnemonicLenght?')
    expect(quotes).toEqual([])
    expect(meant).toContain('mnemoniclength')
  })
})

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
