import { describe, expect, test } from 'vitest'
import { seeds, tries } from '../../../tools/scripts/lib/tries.ts'
import { denialBySpec } from '../spec/evaluate.ts'
import { randomCredentials, randomRequest, randomUser } from '../test/facts.ts'
import { generateBool } from '../test/generate.ts'
import { Random } from '../test/random.ts'
import { spoil } from '../test/spoil.ts'
import { StepBudget } from './budget.ts'
import { CompiledExpression } from './compile.ts'
import { decide } from './decide.ts'
import type { Side } from './error.ts'
import { parseExpression } from './parse.ts'
import { compilePolicy } from './policy.ts'
import { truthOf } from './possible.ts'
import { fails, holds } from './truth.ts'

const RUNS = tries(1_500)
const SEEDS = seeds(20_261_122)

const show = (facts: object) =>
  JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

function* draws(seed: number, count: number) {
  const random = new Random(seed)
  const approvals = (): object => ({
    approvers: random.times(random.below(4), () => randomUser(random)),
    credentials: randomCredentials(random),
  })
  const request = (): object => {
    const facts = randomRequest(random)
    return random.chance(0.5) ? spoil(facts, random) : facts
  }
  for (let i = 0; i < count; i++) {
    const side: Side = random.chance(0.75) ? 'condition' : 'consensus'
    const facts = side === 'condition' ? request() : approvals()
    yield { random, side, facts, text: () => `(${generateBool(random, side)})` }
  }
}

function applies(text: string, side: Side, facts: object): boolean {
  const compiled = new CompiledExpression(parseExpression(text), side)
  const answer = compiled.mayHold(facts as never)
  const truth = truthOf(compiled.expression, compiled.types, facts, new StepBudget())
  const specified = denialBySpec(compiled.expression, side, facts)
  const where = `${text}\n${show(facts)}`
  expect({ holds: holds(truth), fails: fails(truth) }, where).toEqual(specified)
  expect(answer, where).toBe(specified.holds)
  return answer
}

describe.each(SEEDS)('for %s (%i)', (_, seed) => {
  test('a deny of alternatives applies like a deny for each of them', () => {
    let mixed = 0
    for (const { text, side, facts } of draws(seed, RUNS)) {
      const [a, b] = [text(), text()]
      const [first, second] = [applies(a, side, facts), applies(b, side, facts)]
      expect(applies(`${a} || ${b}`, side, facts), `${a} || ${b}\n${show(facts)}`).toBe(first || second)
      if (first !== second) mixed++
    }
    expect(mixed).toBeGreaterThan(RUNS / 20)
  })

  test('a deny of a conjunction applies where a deny for each part does', () => {
    for (const { text, side, facts } of draws(seed, RUNS)) {
      const [a, b] = [text(), text()]
      expect(applies(`${a} && ${b}`, side, facts), `${a} && ${b}\n${show(facts)}`).toBe(
        applies(a, side, facts) && applies(b, side, facts),
      )
    }
  })

  test('negation swaps `&&` and `||`, and a double one changes nothing', () => {
    const not = (text: string) => `(${text} == false)`
    for (const { text, side, facts } of draws(seed, RUNS / 10)) {
      const [a, b] = [text(), text()]
      for (const [left, right] of [
        [not(`(${a} && ${b})`), `${not(a)} || ${not(b)}`],
        [not(`(${a} || ${b})`), `${not(a)} && ${not(b)}`],
        [not(not(a)), a],
        [`${a} != true`, not(a)],
        [`${a} == ${b}`, `(${a} && ${b}) || (${not(a)} && ${not(b)})`],
        [`${a} != ${b}`, `(${a} && ${not(b)}) || (${not(a)} && ${b})`],
        [`${a} in [${b}, false]`, `(${a} == ${b}) || (${a} == false)`],
      ] as const) {
        expect(applies(left, side, facts), `${left}\n${show(facts)}`).toBe(applies(right, side, facts))
      }
    }
  })

  test('an error makes a deny apply or is overruled, and no deny has an error', () => {
    for (const { text, facts, side } of draws(seed, RUNS)) {
      const compiled = new CompiledExpression(parseExpression(text()), side)
      const value = compiled.test(facts as never)
      if (value !== undefined) expect(compiled.mayHold(facts as never)).toBe(value)
    }
  })

  test('a further deny turns no refusal into a grant', () => {
    const random = new Random(seed)
    const policyOf = (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY') =>
      compilePolicy({
        policyId: String(random.below(1_000_000)),
        effect,
        condition: random.chance(0.3) ? 'true' : generateBool(random, 'condition'),
        consensus: random.chance(0.5) ? 'true' : generateBool(random, 'consensus'),
      })
    const seen = { ALLOWED: 0, other: 0 }
    for (let i = 0; i < RUNS; i++) {
      const users = random.times(3, () => randomUser(random))
      const rootQuorum = { userIds: users.slice(1).map(({ id }) => id), threshold: 1 + random.below(2) }
      const input = {
        facts: randomRequest(random),
        approvers: users.slice(0, 1),
        users,
        isBuiltInAllowed: random.chance(0.1),
        ...(random.chance(0.5) ? { rootQuorum } : {}),
      }
      const policies = random.times(random.below(4), () =>
        policyOf(random.chance(0.8) ? 'EFFECT_ALLOW' : 'EFFECT_DENY'),
      )
      const before = decide({ ...input, policies })
      const after = decide({ ...input, policies: [...policies, policyOf('EFFECT_DENY')] })
      seen[before.verdict === 'ALLOWED' ? 'ALLOWED' : 'other']++
      if (before.verdict === 'DENIED' || before.verdict === 'REJECTED')
        expect(after.verdict).toBe(after.reason === 'POLICY_DENIED' ? 'DENIED' : before.verdict)
      if (before.verdict === 'CONSENSUS_NEEDED') expect(after.verdict).not.toBe('ALLOWED')
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(RUNS / 20)
  })
})
