/**
 * `npm run relevance:fit`: prints the scores of each list, the cases of `known.txt` and `fresh.txt` that fail, and weights
 * that do better on these two, found one at a time. Copy them to `site/search/src/rank.ts` if the totals of the two
 * other lists agree, whose cases stay unseen.
 */
import { WEIGHTS, type Weights } from '@keywright/search'
import { loadSections } from '../loadSections.ts'
import { createJudge, printed, readCases, scoreOf, type Verdict } from './judge.ts'

/** What a wrong answer costs, compared with a right one. */
const WRONG = 2
const STEPS = [0.8, 1.25]
const FITTED = ['known', 'fresh']
const ALL = [...FITTED, 'short', 'questions']

const { sections, answers } = await loadSections()
const judge = createJudge(sections, answers)

function worth(weights: Weights): number {
  const own = FITTED.map((name) => scoreOf(judge(readCases(name), weights)))
  return own.reduce(
    (sum, { first, withinThree, well, wrong, shownElsewhere, elsewhere }) =>
      sum + first + withinThree + well - WRONG * wrong - (WRONG * shownElsewhere) / Math.max(1, elsewhere),
    0,
  )
}

function show({ of, isFirst, isWithinThree, answer, shown }: Verdict): void {
  const isFound = of.kind === '!' || isFirst
  const isAnswered = of.kind === '!' ? answer === 'none' : of.kind === '=' || answer === 'well'
  if (!isFound || !isAnswered)
    console.log(`  ${isFirst ? 1 : isWithinThree ? 3 : '-'} ${answer}\t${of.kind} ${of.text} => ${shown}`)
}

for (const name of ALL) {
  const verdicts = judge(readCases(name))
  console.log(printed(name, scoreOf(verdicts)))
  if (FITTED.includes(name)) verdicts.forEach(show)
}

let weights: Weights = WEIGHTS
let best = worth(weights)
for (const name of Object.keys(WEIGHTS) as (keyof Weights)[])
  for (const step of STEPS) {
    const tried = { ...weights, [name]: Number((weights[name] * step).toFixed(3)) }
    const own = worth(tried)
    if (own <= best) continue
    best = own
    weights = tried
  }
console.log(best.toFixed(4), weights)
for (const name of ALL) console.log(printed(name, scoreOf(judge(readCases(name), weights))))
