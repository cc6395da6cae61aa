import { describe, expect, test } from 'vitest'
import { denialBySpec } from '../spec/evaluate.ts'
import { readContext, readExpressionCases, readPolicyCases } from '../test/case-file.ts'
import { REQUESTS, USERS } from '../test/fixtures.ts'
import { checked, evaluated } from '../test/run-case.ts'
import { outcomeOf } from './decide.ts'
import type { RequestFacts } from './facts.ts'
import { compilePolicy } from './policy.ts'

const expressionCases = readExpressionCases()
const policyCases = readPolicyCases()

test('the folder holds at least 300 cases, each with its own name', () => {
  const names = [...expressionCases, ...policyCases].map(({ file, name }) => `${file}: ${name}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(300)
})

describe('expressions', () => {
  test.each(expressionCases)('$file: $name', (entry) => {
    expect(checked(entry)).toEqual(entry.expected)
    for (const run of entry.runs) {
      expect(evaluated(entry, run.context), `with ${run.context}`).toBe(run.expected)
    }
  })
})

describe('policies', () => {
  test.each(policyCases)('$file: $name', ({ runs, ...text }) => {
    const policy = compilePolicy({ ...text, policyId: text.name })
    for (const { by, context, expected } of runs) {
      const facts = readContext(context, REQUESTS) as unknown as RequestFacts
      const approvers = by.map((id) => USERS.find((user) => user.id === id)!)
      const outcome = outcomeOf(policy, { policies: [policy], facts, approvers, users: USERS })
      expect(outcome, `by ${by} with ${context}`).toBe(expected)
      if (policy.effect !== 'EFFECT_DENY') continue
      const applies = (['condition', 'consensus'] as const).every(
        (side) =>
          denialBySpec(policy[side].expression, side, side === 'condition' ? facts : { approvers }).holds,
      )
      expect(outcome === 'OUTCOME_DENY_EXPLICIT', 'by the specification').toBe(applies)
    }
  })
})
