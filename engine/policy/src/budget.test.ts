import { describe, expect, test } from 'vitest'
import { tries } from '../../../tools/scripts/lib/tries.ts'
import { randomRequest } from '../test/facts.ts'
import { REQUESTS } from '../test/fixtures.ts'
import { generateBool } from '../test/generate.ts'
import { Random } from '../test/random.ts'
import { StepBudget, StepsExceeded } from './budget.ts'
import { CompiledExpression } from './compile.ts'
import type { CompiledPolicy } from './compiledPolicy.ts'
import { estimateSteps } from './cost.ts'
import { decide } from './decide.ts'
import { explain } from './explain.ts'
import type { RequestFacts, UserFacts } from './facts.ts'
import { lintExpression } from './lint.ts'
import type { Effect } from './outcome.ts'
import { parseExpression } from './parse.ts'
import { checkPolicy, compilePolicy } from './policy.ts'

/** A few hundred characters that ask for 12^6 rounds, whatever the request. */
const TWELVE = "['a','b','c','d','e','f','g','h','i','j','k','l']"
const nested = (list: string, depth: number, body = 'true', at = 0): string =>
  at === depth ? body : `${list}.all(v${at}, ${nested(list, depth, body, at + 1)})`
const CLOSED = nested(TWELVE, 5, "v0 != '' && v4 != ''")
/** As many rounds as approvers, to the power of the depth; no clause that could be left out. */
const OVER_APPROVERS = nested('approvers', 8, "v0.id != '' && v7.id != ''")
const FILTERS = `approvers${Array.from({ length: 12 }, (_, i) => `.filter(a, approvers.filter(b${i}, approvers.any(c, c.id == a.id)).count() >= 0)`).join('')}.count() > 1000`

const users: UserFacts[] = Array.from({ length: 100 }, (_, i) => ({
  id: `u-${i}`,
  tags: ['t-a'],
  email: '',
  alias: '',
}))
const policy = (texts: { condition?: string; consensus?: string }, effect: Effect = 'EFFECT_ALLOW') =>
  compilePolicy({ policyId: 'p', effect, ...texts })
const request = (policies: CompiledPolicy[], budget?: StepBudget) => ({
  policies,
  facts: REQUESTS['ethereum'] as RequestFacts,
  approvers: users.slice(0, 50),
  users,
  ...(budget && { budget }),
})

describe('a policy that no budget could pay for', () => {
  test.each([
    ['condition', CLOSED],
    ['consensus', OVER_APPROVERS],
    ['consensus', FILTERS.replace('any(c, c.id == a.id)', 'any(c, approvers.all(d, d.id != c.id))')],
    ['condition', nested('solana.tx.instructions', 4, "v0.program_key == 'x'")],
  ] as const)('is refused as a %s before it is stored, with the place', (side, text) => {
    expect(text.length).toBeLessThan(2_000)
    const [problem, ...others] = checkPolicy({ [side]: text })
    expect(others).toEqual([])
    expect(problem).toMatchObject({ code: 'TOO_COSTLY', side })
    expect(text.slice(problem!.span.start, problem!.span.end)).toMatch(/\.(all|any|filter)\(/)
    expect(lintExpression(parseExpression(text), side).map(({ code }) => code)).toContain('COSTLY')
  })

  test('is compiled all the same when it is stored already', () => {
    expect(() => policy({ condition: CLOSED })).not.toThrow()
  })

  test.each([
    `solana.tx.instructions.all(i, i.accounts.all(a, a.account_key in [${"'a', ".repeat(99)}'b']))`,
    'solana.tx.transfers.any(a, solana.tx.transfers.any(b, a.from == b.to && a.amount == b.amount))',
  ])('is not one of these', (condition) => {
    expect(checkPolicy({ condition })).toEqual([])
  })

  test('evaluating takes no more than the estimate where lists are no longer', () => {
    const random = new Random(7)
    for (let i = 0; i < tries(3_000); i++) {
      const text = generateBool(random, 'condition')
      const compiled = new CompiledExpression(parseExpression(text), 'condition')
      const budget = new StepBudget(1e9)
      compiled.test(randomRequest(random), budget)
      expect(budget.limit - budget.left, text).toBeLessThanOrEqual(estimateSteps(compiled.expression))
    }
  })
})

describe('work is a budget', () => {
  test.each<[name: string, texts: { condition?: string; consensus?: string }]>([
    ['nested lists as a condition', { condition: CLOSED }],
    ['nested lists as a consensus', { consensus: CLOSED }],
    ['nested approvers', { consensus: OVER_APPROVERS }],
    ['chained filters', { consensus: FILTERS }],
    ['a consensus that is searched by trying', { consensus: `${FILTERS} && approvers[99].id == 'unknown'` }],
  ])('%s is stopped, for an allow and for a deny', (_, texts) => {
    for (const effect of ['EFFECT_ALLOW', 'EFFECT_DENY'] as const) {
      const budget = new StepBudget(200_000)
      expect(() => decide(request([policy(texts, effect)], budget)).verdict).toThrow(StepsExceeded)
      expect(budget.isExceeded).toBe(true)
    }
  })

  test('written-out lists in one another are not multiplied out', () => {
    const consensus = nested(TWELVE, 7, 'approvers.any(a, a.tags.contains(v0) && a.id != v6)')
    const { formula, sorts } = policy({ consensus }).consensusForm
    expect(formula).toBeUndefined()
    expect(sorts.length).toBeLessThan(5_000)
  })

  test('policies of one request share it, and so do its decisions', () => {
    const one = policy({ condition: nested(TWELVE, 3, "eth.tx.value > 0 || v2 == ''") })
    const budget = new StepBudget(200_000)
    decide(request([one], budget))
    const each = budget.limit - budget.left
    expect(each).toBeGreaterThan(12 ** 3)
    decide(request([one, one], budget))
    expect(budget.limit - budget.left).toBe(3 * each)
    const many = Array.from({ length: 100 }, () => one)
    expect(() => decide(request(many, budget))).toThrow(StepsExceeded)
    // Evaluation can't continue after the budget is used up.
    expect(() => decide(request([one], budget))).toThrow(StepsExceeded)
  })

  test('the error says how much there was and which part wanted more', () => {
    const result = policy({ condition: CLOSED }).condition.evaluate(REQUESTS['ethereum'] as RequestFacts)
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'STEPS_EXCEEDED', side: 'condition', limit: 1_000_000 },
    })
  })

  test('what is told after the verdict does not throw', () => {
    const budget = new StepBudget(20_000)
    const denying = policy({ condition: 'true' }, 'EFFECT_DENY')
    const searching = policy({ consensus: `approvers[99].id == 'unknown'` })
    const decision = decide(request([denying, searching], budget))
    expect(decision.verdict).toBe('DENIED')
    expect(decision.policyEvaluations.map(({ outcome }) => outcome)).toEqual([
      'OUTCOME_DENY_EXPLICIT',
      'OUTCOME_ERROR',
    ])
  })

  test('a hundred long allow lists stay far below it', () => {
    const addresses = Array.from({ length: 300 }, (_, i) => `'0x${String(i).padStart(40, '0')}'`).join(', ')
    const budget = new StepBudget()
    const allowing = policy({
      condition: `eth.tx.to in [${addresses}]`,
      consensus: "approvers.filter(a, a.tags.contains('t-a')).count() >= 60",
    })
    expect(
      decide(
        request(
          Array.from({ length: 100 }, () => allowing),
          budget,
        ),
      ).policyEvaluations,
    ).toHaveLength(100)
    expect(budget.left).toBeGreaterThan(budget.limit / 2)
  })

  test('explaining is bounded, too', () => {
    const slow = policy({ consensus: OVER_APPROVERS })
    const { policies } = explain({ ...request([slow]), rootQuorum: { userIds: ['u-1'], threshold: 1 } })
    expect(policies[0]).toMatchObject({
      outcome: 'OUTCOME_ERROR',
      consensus: { problem: { code: 'STEPS_EXCEEDED' } },
    })
  })
})
