/** Two small learners: which of several places is chosen, and whether one is good enough. Deterministic. */
import { weigh } from '../../src/assistant/answer.ts'
import type { Features } from '../../src/assistant/features.ts'

export type Weights = Record<string, number>

interface Option {
  readonly features: Features
  readonly isGood: boolean
}

const STEPS = 600
const RATE = 0.05
/** Keeps weights small that few questions speak for (L2, on features of one spread). */
const SMALL = 0.005
const SMALL_GATE = 0.01

/** Maximizes the likelihood that a good option is chosen (conditional logit); questions without a good one say nothing. */
export function learnChoice(questions: readonly (readonly Option[])[]): Weights {
  const useful = questions.filter(
    (list) => list.some(({ isGood }) => isGood) && !list.every(({ isGood }) => isGood),
  )
  const spread = spreadOf(useful.flatMap((list) => list.map(({ features }) => features)))
  const names = Object.keys(spread)
  const rows = useful.map((list) =>
    list.map(({ features, isGood }) => ({ isGood, x: names.map((name) => features[name]! / spread[name]!) })),
  )
  const weights = climb(names.length, (at) => {
    const slope = at.map((weight) => -SMALL * weight)
    for (const list of rows) {
      const scores = list.map(({ x }) => dot(x, at))
      const most = Math.max(...scores)
      const powers = scores.map((score) => Math.exp(score - most))
      const sum = powers.reduce((a, b) => a + b, 0)
      const good = list.reduce((a, { isGood }, index) => a + (isGood ? powers[index]! : 0), 0)
      list.forEach(({ x, isGood }, index) => {
        const pull = (isGood ? powers[index]! / good : 0) - powers[index]! / sum
        x.forEach((value, name) => {
          slope[name]! += (pull * value) / rows.length
        })
      })
    }
    return slope
  })
  return Object.fromEntries(names.map((name, index) => [name, weights[index]! / spread[name]!]))
}

/** A logistic gate, its threshold where at most so many of the bad ones pass. */
export function learnGate(good: readonly Features[], bad: readonly Features[], mostBad: number): Weights {
  const spread = spreadOf([...good, ...bad])
  const names = Object.keys(spread)
  const rows = [
    ...good.map((features) => ({ features, wanted: 1, share: 0.5 / good.length })),
    ...bad.map((features) => ({ features, wanted: 0, share: 0.5 / bad.length })),
  ].map((row) => ({ ...row, x: [...names.map((name) => row.features[name]! / spread[name]!), 1] }))
  const weights = climb(names.length + 1, (at) => {
    const slope = at.map((weight, name) => (name === names.length ? 0 : -SMALL_GATE * weight))
    for (const { x, wanted, share } of rows) {
      const pull = share * (wanted - 1 / (1 + Math.exp(-dot(x, at))))
      x.forEach((value, name) => {
        slope[name]! += pull * value
      })
    }
    return slope
  })
  const gate = Object.fromEntries(names.map((name, index) => [name, weights[index]! / spread[name]!]))
  const scores = bad.map((features) => weigh(features, gate)).sort((a, b) => b - a)
  const passing = Math.min(scores.length - 1, Math.floor(mostBad))
  return { ...gate, bias: -(scores[passing] ?? 0) }
}

function spreadOf(list: readonly Features[]): Record<string, number> {
  const names = Object.keys(list[0] ?? {})
  return Object.fromEntries(
    names.map((name) => {
      const mean = list.reduce((sum, one) => sum + one[name]!, 0) / list.length
      const variance = list.reduce((sum, one) => sum + (one[name]! - mean) ** 2, 0) / list.length
      return [name, Math.sqrt(variance) || 1]
    }),
  )
}

/** Adam (Kingma and Ba 2015), upwards. */
function climb(size: number, slopeAt: (at: readonly number[]) => number[]): number[] {
  const [at, first, second] = [0, 0, 0].map(() => new Array<number>(size).fill(0))
  for (let step = 1; step <= STEPS; step++) {
    slopeAt(at!).forEach((slope, name) => {
      first![name] = 0.9 * first![name]! + 0.1 * slope
      second![name] = 0.999 * second![name]! + 0.001 * slope ** 2
      const [m, v] = [first![name]! / (1 - 0.9 ** step), second![name]! / (1 - 0.999 ** step)]
      at![name]! += (RATE * m) / (Math.sqrt(v) + 1e-8)
    })
  }
  return at!
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)
