/** Judges search and answers by lists of queries; see README.md. */
import { readFileSync } from 'node:fs'
import {
  createRanker,
  encodeSearch,
  openIndex,
  type SearchAnswer,
  type SearchSection,
  WEIGHTS,
  type Weights,
} from '@keywright/search'

export interface Case {
  /** `?` has an answer, `=` has a page, `!` has neither. */
  readonly kind: '?' | '=' | '!'
  readonly text: string
  /** Must match the answer that is shown. */
  readonly fact: RegExp | undefined
  /** Pages, or sections of them, that are right. */
  readonly routes: readonly string[]
}

export const readCases = (name: string): Case[] =>
  readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const kind = line[0] as Case['kind']
      const [text = '', ...rest] = line.slice(2).split(' :: ')
      const fact = kind === '?' ? new RegExp(rest.shift() ?? '', 'i') : undefined
      return { kind, text, fact, routes: rest[0]?.split(' ') ?? [] }
    })

export interface Verdict {
  readonly of: Case
  /** Whether a right page is first, or within three rows. */
  readonly isFirst: boolean
  readonly isWithinThree: boolean
  /** Of the answer; `none` if none is shown. */
  readonly answer: 'well' | 'wrong' | 'none'
  readonly shown: string
}

/** @returns a function that judges cases with given weights */
export function createJudge(sections: readonly SearchSection[], answers: readonly SearchAnswer[]) {
  const index = openIndex(encodeSearch(sections, answers).index)
  return (cases: readonly Case[], weights: Weights = WEIGHTS): Verdict[] => {
    const rank = createRanker(index, weights)
    return cases.map((of) => {
      const ranked = rank(of.text)
      // As the dialog lists them: the best section of each page.
      const rows = new Map<string, string>()
      for (const { section } of ranked.sections.slice(0, 60)) {
        const { route, href } = index.sections[section]!
        if (!rows.has(route)) rows.set(route, href)
      }
      const places = [...rows].slice(0, 3).map((row) => row.some((place) => of.routes.includes(place)))
      const shown = ranked.answer && answers[ranked.answer.answer]!
      return {
        of,
        isFirst: places[0] ?? false,
        isWithinThree: places.includes(true),
        answer: shown === undefined ? 'none' : isWell(of, shown) ? 'well' : 'wrong',
        shown: shown === undefined ? '' : `${shown.question} (${ranked.answer!.certainty.toFixed(2)})`,
      }
    })
  }
}

/** An answer is right if it has the fact and leads to a right page. */
function isWell({ kind, fact, routes }: Case, { question, text, links }: SearchAnswer): boolean {
  if (kind === '!') return false
  const leads = links.some((target) => routes.includes(target) || routes.includes(target.split('#')[0]!))
  return leads && (fact === undefined || fact.test(`${question} ${text}`))
}

export interface Score {
  readonly cases: number
  readonly first: number
  readonly withinThree: number
  readonly well: number
  readonly wrong: number
  /** Queries without an answer on the site for which one is shown. */
  readonly shownElsewhere: number
  readonly elsewhere: number
}

/** Shares from 0 to 1 of the cases that the site covers, except for the counts. */
export function scoreOf(verdicts: readonly Verdict[]): Score {
  const covered = verdicts.filter(({ of }) => of.kind !== '!')
  const asked = covered.filter(({ of }) => of.kind === '?')
  const elsewhere = verdicts.filter(({ of }) => of.kind === '!')
  const share = (list: readonly Verdict[], all: readonly Verdict[]) => list.length / Math.max(1, all.length)
  return {
    cases: covered.length,
    first: share(
      covered.filter(({ isFirst }) => isFirst),
      covered,
    ),
    withinThree: share(
      covered.filter(({ isWithinThree }) => isWithinThree),
      covered,
    ),
    well: share(
      asked.filter(({ answer }) => answer === 'well'),
      asked,
    ),
    wrong: share(
      asked.filter(({ answer }) => answer === 'wrong'),
      asked,
    ),
    shownElsewhere: elsewhere.filter(({ answer }) => answer !== 'none').length,
    elsewhere: elsewhere.length,
  }
}

export const printed = (name: string, score: Score): string => {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return [
    `${name}: ${score.cases} covered`,
    `first ${percent(score.first)}`,
    `three ${percent(score.withinThree)}`,
    `well ${percent(score.well)}`,
    `wrong ${percent(score.wrong)}`,
    `shown elsewhere ${score.shownElsewhere} of ${score.elsewhere}`,
  ].join(', ')
}
