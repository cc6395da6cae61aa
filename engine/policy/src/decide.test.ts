import { describe, expect, test } from 'vitest'
import { REQUESTS } from '../test/fixtures.ts'
import type { DecideInput } from './compiledPolicy.ts'
import { decide } from './decide.ts'
import type { RequestFacts, UserFacts } from './facts.ts'
import type { Effect } from './outcome.ts'
import { compilePolicy } from './policy.ts'

const user = (id: string, ...tags: string[]): UserFacts => ({ id, tags, email: '', alias: id })
const [ann, bo, cy, dee] = [user('ann', 'board'), user('bo', 'board'), user('cy'), user('dee')]
const users = [ann, bo, cy, dee]
const ethereum = REQUESTS['ethereum'] as RequestFacts
const rootQuorum = { userIds: ['ann', 'bo', 'cy'], threshold: 2 }

const policy = (policyId: string, effect: Effect, condition?: string, consensus?: string) =>
  compilePolicy({ policyId, effect, condition, consensus })
const allow = (id: string, condition?: string, consensus?: string) =>
  policy(id, 'EFFECT_ALLOW', condition, consensus)
const deny = (id: string, condition?: string, consensus?: string) =>
  policy(id, 'EFFECT_DENY', condition, consensus)

const decided = (input: Partial<DecideInput>) => {
  const decision = decide({ policies: [], facts: ethereum, approvers: [dee], users, ...input })
  const outcomes = decision.policyEvaluations.map(({ outcome }) => outcome.slice('OUTCOME_'.length))
  return [decision.verdict, decision.reason, decision.policyId, ...outcomes]
}

const byAnn = "approvers.any(a, a.id == 'ann')"
const byDee = "approvers.any(a, a.id == 'dee')"
const twoOfBoard = "approvers.filter(a, a.tags.contains('board')).count() >= 2"

describe('policies', () => {
  test('without any, a request is denied', () => {
    expect(decided({})).toEqual(['DENIED', 'NOTHING_ALLOWS', undefined])
  })

  test('one allow is enough', () => {
    const policies = [allow('other', 'false'), allow('mine', undefined, byDee)]
    expect(decided({ policies })).toEqual(['ALLOWED', 'POLICY_ALLOWED', 'mine', 'DENY_IMPLICIT', 'ALLOW'])
  })

  test('one deny outweighs every allow', () => {
    const policies = [allow('all'), deny('stop', "wallet.id == 'w-1'"), allow('more')]
    expect(decided({ policies })).toEqual([
      'DENIED',
      'POLICY_DENIED',
      'stop',
      'ALLOW',
      'DENY_EXPLICIT',
      'ALLOW',
    ])
  })

  test('a deny whose consensus is not met denies nothing', () => {
    expect(decided({ policies: [deny('ann', undefined, byAnn), allow('all')] })).toEqual([
      'ALLOWED',
      'POLICY_ALLOWED',
      'all',
      'DENY_IMPLICIT',
      'ALLOW',
    ])
  })

  test('a policy about another kind of request neither allows nor denies', () => {
    const policies = [allow('a', 'solana.tx.transfers.count() == 1'), deny('d', "private_key.id == 'k'")]
    expect(decided({ policies })).toEqual(['DENIED', 'NOTHING_ALLOWS', undefined, 'ERROR', 'DENY_IMPLICIT'])
    expect(decided({ policies: [...policies, allow('all')] })[0]).toBe('ALLOWED')
  })

  test('an error in the consensus is one too, but only where the condition is true', () => {
    const consensus = "approvers[5].id == 'x'"
    expect(decided({ policies: [allow('a', 'true', consensus), allow('b', 'false', consensus)] })).toEqual([
      'DENIED',
      'NOTHING_ALLOWS',
      undefined,
      'ERROR',
      'DENY_IMPLICIT',
    ])
  })

  test('facts that policies share are kept apart, as they are and without letter case', () => {
    const [to, from] = ['0xAb', '0xCd'].map((start) => start.padEnd(42, '0')) as [string, string]
    const facts = { ...ethereum, eth: { tx: { ...ethereum.eth!.tx!, to, from } } }
    const policies = [
      allow('to', `eth.tx.to == '${to.toLowerCase()}'`),
      allow('from', `eth.tx.from in ['${from.toLowerCase()}']`),
      allow('not from', `eth.tx.from == '${to}'`),
      allow('both', 'eth.tx.to == eth.tx.from'),
      allow('part', `eth.tx.from[2..4] == 'cd'`),
    ]
    const outcomes = ['ALLOW', 'ALLOW', 'DENY_IMPLICIT', 'DENY_IMPLICIT', 'ALLOW']
    expect(decided({ policies, facts }).slice(3)).toEqual(outcomes)
    expect(decided({ policies: policies.toReversed(), facts }).slice(3)).toEqual(outcomes.toReversed())
  })

  test('a consensus in reach waits', () => {
    expect(decided({ policies: [allow('board', undefined, twoOfBoard)] })).toEqual([
      'CONSENSUS_NEEDED',
      'CONSENSUS_REACHABLE',
      'board',
      'REQUIRES_CONSENSUS',
    ])
  })

  test('a consensus out of reach is an implicit deny', () => {
    const policies = [allow('zoe', undefined, "approvers.any(a, a.id == 'zoe')")]
    expect(decided({ policies })).toEqual(['DENIED', 'NOTHING_ALLOWS', undefined, 'DENY_IMPLICIT'])
  })

  test('rejections that put a consensus out of reach reject', () => {
    const policies = [allow('board', undefined, twoOfBoard)]
    expect(decided({ policies, rejecterIds: ['cy'] })[0]).toBe('CONSENSUS_NEEDED')
    expect(decided({ policies, rejecterIds: ['ann'] })).toEqual([
      'REJECTED',
      'REJECTIONS',
      'board',
      'REJECTED',
    ])
  })

  test('the next approval is decided like a request', () => {
    const policies = [allow('board', undefined, twoOfBoard)]
    expect(decided({ policies, approvers: [dee, ann] })[0]).toBe('CONSENSUS_NEEDED')
    expect(decided({ policies, approvers: [dee, ann, bo] })[0]).toBe('ALLOWED')
  })

  test('a deny can be brought about by an approver', () => {
    const policies = [
      allow('board', undefined, twoOfBoard),
      deny('no cy', undefined, "approvers.any(a, a.id == 'cy')"),
    ]
    expect(decided({ policies, approvers: [ann, bo] })[0]).toBe('ALLOWED')
    expect(decided({ policies, approvers: [ann, bo, cy] })[0]).toBe('DENIED')
  })

  test('what is built in needs no policy, and a deny takes it away', () => {
    expect(decided({ isBuiltInAllowed: true })).toEqual(['ALLOWED', 'BUILT_IN', undefined])
    expect(decided({ isBuiltInAllowed: true, policies: [deny('all')] })[0]).toBe('DENIED')
  })
})

describe('the root quorum', () => {
  test('allows without a look at policies, even at a deny', () => {
    expect(decided({ rootQuorum, approvers: [ann, bo], policies: [deny('all')] })).toEqual([
      'ALLOWED',
      'ROOT_QUORUM',
      undefined,
    ])
  })

  test('below the threshold waits for its members, when one of them approved', () => {
    expect(decided({ rootQuorum, approvers: [ann] })).toEqual([
      'CONSENSUS_NEEDED',
      'ROOT_QUORUM_REACHABLE',
      undefined,
    ])
    expect(decided({ rootQuorum, approvers: [dee] })).toEqual(['DENIED', 'NOTHING_ALLOWS', undefined])
  })

  test('a deny stops a member below the threshold', () => {
    expect(decided({ rootQuorum, approvers: [ann], policies: [deny('all')] })[0]).toBe('DENIED')
  })

  test('is rejected once more members rejected than it can spare', () => {
    expect(decided({ rootQuorum, approvers: [ann], rejecterIds: ['bo'] })[0]).toBe('CONSENSUS_NEEDED')
    expect(decided({ rootQuorum, approvers: [ann], rejecterIds: ['bo', 'cy'] })[0]).toBe('REJECTED')
  })

  test('alone runs what only it may run', () => {
    const facts: RequestFacts = {
      activity: { type: 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', resource: 'ORGANIZATION', action: 'UPDATE' },
    }
    const policies = [allow('all')]
    expect(decided({ facts, policies, rootQuorum, approvers: [ann, bo] })[1]).toBe('ROOT_QUORUM')
    expect(decided({ facts, policies, rootQuorum, approvers: [ann] })[1]).toBe('ROOT_QUORUM_REACHABLE')
    expect(decided({ facts, policies, rootQuorum, approvers: [dee] })).toEqual([
      'DENIED',
      'ROOT_ONLY',
      undefined,
    ])
    expect(decided({ facts, policies, rootQuorum, approvers: [ann], rejecterIds: ['bo', 'cy'] })[0]).toBe(
      'REJECTED',
    )
  })
})

test('a decision is plain data', () => {
  const decision = decide({ policies: [allow('a')], facts: ethereum, approvers: [dee], users })
  expect(JSON.parse(JSON.stringify(decision))).toEqual({
    verdict: 'ALLOWED',
    reason: 'POLICY_ALLOWED',
    policyId: 'a',
    policyEvaluations: [{ policyId: 'a', outcome: 'OUTCOME_ALLOW' }],
  })
  expect(structuredClone(decision)).toEqual(decision)
})
