import { describe, expect, it } from 'vitest'
import type { CompiledPolicy, DecideInput } from './compiledPolicy.ts'
import { decide } from './decide.ts'
import { explain } from './explain.ts'
import { explanationLines } from './explanationLines.ts'
import { compilePolicy } from './policy.ts'

const ALICE = { id: 'alice', tags: [], email: '', alias: '' }
const input = (policies: readonly CompiledPolicy[], changes: Partial<DecideInput> = {}): DecideInput => ({
  facts: {
    activity: { type: 'ACTIVITY_TYPE_SIGN', resource: 'WALLET', action: 'SIGN', params: {} },
  } as never,
  approvers: [ALICE] as never,
  users: [ALICE],
  policies,
  ...changes,
})
const policy = (
  condition: string,
  consensus = 'true',
  effect: 'EFFECT_ALLOW' | 'EFFECT_DENY' = 'EFFECT_ALLOW',
) => compilePolicy({ policyId: 'p1', policyName: 'Signers', effect, condition, consensus })

const rolesOf = (request: DecideInput) =>
  explanationLines(explain(request)).flatMap(({ parts }) => parts.map(({ role }) => role))
const textOf = (request: DecideInput) =>
  explanationLines(explain(request)).map(
    ({ depth, parts }) => `${'  '.repeat(depth)}${parts.map(({ text }) => text).join('')}`,
  )

describe('the lines of an explanation', () => {
  it('begin with the verdict in words, and say what decided', () => {
    const request = input([policy("activity.action == 'SIGN'")])
    expect(decide(request).verdict).toBe('ALLOWED')
    expect(textOf(request)).toEqual([
      'ALLOWED: a policy allows it',
      "  decided by Signers, condition: activity.action == 'SIGN'",
      '',
      'Signers EFFECT_ALLOW  OUTCOME_ALLOW',
      "  condition true   activity.action == 'SIGN'  (activity.action is 'SIGN')",
      '  consensus true   true',
    ])
    expect(rolesOf(request)).toContain('allowed')
    expect(rolesOf(request)).not.toContain('denied')
  })

  it('show clauses below the connective that they stand in, and the ways to be allowed', () => {
    const request = input([policy("activity.action == 'EXPORT' && activity.resource == 'WALLET'")])
    const lines = textOf(request)
    expect(lines[0]).toBe('DENIED: no policy allows it')
    expect(lines).toContain("    · false  activity.action == 'EXPORT'  (activity.action is 'SIGN')")
    expect(lines).toContain('It would be allowed if')
    expect(lines).toContain('  1. by Signers')
    expect(rolesOf(request)).toEqual(expect.arrayContaining(['denied', 'false', 'true', 'aside', 'heading']))
  })

  it('state each missing value once', () => {
    const lines = textOf(input([policy("eth.tx.to == '0x' && eth.tx.value <= 1")]))
    expect(lines.slice(lines.indexOf('It would be allowed if'))).toEqual([
      'It would be allowed if',
      '  1. by Signers',
      "     `eth.tx.to == '0x'` must have a value, but this request has no `eth.tx`",
    ])
  })

  it('mark what waits, and what could not be evaluated', () => {
    expect(
      rolesOf(
        input([policy('true', 'approvers.count() > 1')], {
          users: [ALICE, { ...ALICE, id: 'bob' }] as never,
        }),
      )[0],
    ).toBe('waiting')
    expect(rolesOf(input([policy("eth.tx.to == '0x'")]))).toContain('error')
  })
})
