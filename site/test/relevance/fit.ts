/**
 * `npm run relevance:fit`: prints the scores of each list and, with `--fit`, weights that do better on `known.txt`, found
 * one weight at a time. Copy them to `search/src/rank.ts` if the other lists agree.
 */
import { WEIGHTS, type Weights } from '@keywright/search'
import { loadSections } from '../loadSections.ts'
import { createJudge, printed, readCases, scoreOf, type Verdict } from './judge.ts'

/** What a wrong answer costs, compared with a right one. */
const WRONG = 2
const STEPS = [0.5, 0.7, 0.85, 1.15, 1.4, 2]

const { sections, answers } = await loadSections()
const judge = createJudge(sections, answers)

function worth(verdicts: readonly Verdict[]): number {
  const { first, withinThree, well, wrong, shownElsewhere, elsewhere } = scoreOf(verdicts)
  return first + withinThree + well - WRONG * wrong - (WRONG * shownElsewhere) / Math.max(1, elsewhere)
}

const isVerbose = process.argv.includes('--list')
for (const name of ['known', 'fresh', 'short', 'questions']) {
  const verdicts = judge(readCases(name))
  console.log(printed(name, scoreOf(verdicts)))
  if (!isVerbose) continue
  for (const { of, isFirst, isWithinThree, answer, shown } of verdicts) {
    const isFound = of.kind === '!' || isFirst
    const isAnswered = of.kind === '!' ? answer === 'none' : of.kind === '=' || answer === 'well'
    if (!isFound || !isAnswered)
      console.log(`  ${isFirst ? 1 : isWithinThree ? 3 : '-'} ${answer}\t${of.kind} ${of.text} => ${shown}`)
  }
}

if (process.argv.includes('--fit')) {
  const cases = readCases('known')
  let weights: Weights = WEIGHTS
  let best = worth(judge(cases, weights))
  for (let round = 0; round < 3; round++)
    for (const name of Object.keys(WEIGHTS) as (keyof Weights)[])
      for (const step of STEPS) {
        const tried = { ...weights, [name]: Number((weights[name] * step).toFixed(3)) }
        const own = worth(judge(cases, tried))
        if (own > best) {
          best = own
          weights = tried
        }
      }
  console.log(best.toFixed(4), weights)
  for (const name of ['known', 'fresh', 'short', 'questions'])
    console.log(printed(name, scoreOf(judge(readCases(name), weights))))
}
