import { describe, expect, test } from 'vitest'
import { tries } from '../../../tools/scripts/lib/tries.ts'
import { readContext } from '../test/case-file.ts'
import { randomRequest, randomUser } from '../test/facts.ts'
import { REQUESTS } from '../test/fixtures.ts'
import { generateBool } from '../test/generate.ts'
import { Random } from '../test/random.ts'
import type { DecideInput } from './compiledPolicy.ts'
import { decide } from './decide.ts'
import { explain } from './explain.ts'
import type { RequestFacts, UserFacts } from './facts.ts'
import { compilePolicy } from './policy.ts'
import { exampleOf, listShapes } from './reach/requests/template.ts'
import { labelOf } from './reach/requests.ts'

const user = (id: string, ...tags: string[]): UserFacts => ({ id, tags, email: '', alias: id })
const [ann, bo, cy] = [user('ann', 'board'), user('bo', 'board'), user('cy')]
const request = (context: string) => readContext(context, REQUESTS) as unknown as RequestFacts

const limited = compilePolicy({
  policyId: 'limited',
  effect: 'EFFECT_ALLOW',
  condition: "wallet.id == 'w-1' && eth.tx.value <= 100 && eth.tx.chain_id == 5",
  consensus: "approvers.filter(a, a.tags.contains('board')).count() >= 2",
})
const noMainnet = compilePolicy({
  policyId: 'no mainnet',
  effect: 'EFFECT_DENY',
  condition: 'eth.tx.chain_id == 1',
})

const explained = (input: Partial<DecideInput>) =>
  explain({
    policies: [limited],
    facts: request('ethereum'),
    approvers: [cy],
    users: [ann, bo, cy],
    ...input,
  })

describe('what one policy came to', () => {
  test('each clause has its value and its operands', () => {
    const [policy] = explained({}).policies
    expect(policy!.condition.clauses.map(({ text, value, operands }) => [text, value, operands])).toEqual([
      ["wallet.id == 'w-1'", true, [{ text: 'wallet.id', value: "'w-1'" }]],
      ['eth.tx.value <= 100', false, [{ text: 'eth.tx.value', value: '1000' }]],
      ['eth.tx.chain_id == 5', false, [{ text: 'eth.tx.chain_id', value: '1' }]],
    ])
  })

  test.each(['EFFECT_ALLOW', 'EFFECT_DENY'] as const)(
    'a value of another type than bool is an error of its clause, %s',
    (effect) => {
      const condition = "eth.eip_712.message['paid'] || eth.eip_712.message['list'].any(x, x)"
      const policy = compilePolicy({ policyId: 'p', effect, condition })
      const message = { paid: 1n, list: [2n] }
      const facts = { ...request('raw payload'), eth: { eip_712: { message } } } as unknown as RequestFacts
      const explanation = explained({ policies: [policy], facts })
      expect(explanation.policies[0]!.condition).toMatchObject({
        value: undefined,
        clauses: [
          { value: undefined, problem: { code: 'VALUE_TYPE' } },
          { elements: [{ value: undefined }] },
        ],
      })
      expect(() => JSON.stringify(explanation)).not.toThrow()
    },
  )

  test('the first false clause decided', () => {
    expect(explained({}).policies[0]!.decidedBy).toMatchObject({ text: 'eth.tx.value <= 100', value: false })
  })

  test('the first clause that errs decided', () => {
    const [policy] = explained({ facts: request('raw payload') }).policies
    expect(policy).toMatchObject({
      outcome: 'OUTCOME_ERROR',
      decidedBy: { text: 'eth.tx.value <= 100', value: undefined },
    })
    expect(policy!.condition.clauses[1]!.problem).toMatchObject({ code: 'ABSENT', side: 'condition' })
  })

  test('each element of a quantifier has its value', () => {
    const policy = compilePolicy({
      policyId: 'sol',
      effect: 'EFFECT_ALLOW',
      condition: 'solana.tx.transfers.all(t, t.amount < 500)',
    })
    const [first] = explained({ policies: [policy], facts: request('solana') }).policies
    expect(first!.condition.elements).toEqual([
      { element: expect.stringContaining('amount: 1000'), value: false },
    ])
  })
})

describe('what would have to change', () => {
  test('changing how a root user signs in takes the quorum, or an allow that names the user', () => {
    const policies = [
      compilePolicy({
        policyId: 'wide',
        effect: 'EFFECT_ALLOW',
        condition: "activity.resource == 'CREDENTIAL'",
      }),
      compilePolicy({
        policyId: 'named',
        effect: 'EFFECT_ALLOW',
        condition: "target_user.id == 'ann' && activity.action == 'DELETE'",
      }),
    ]
    const activity = {
      type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
      kind: 'CREATE_API_KEYS',
      resource: 'CREDENTIAL',
      action: 'CREATE',
    }
    const facts = { activity, target_user: { ...ann, root: true } } as unknown as RequestFacts
    const { ways, policies: found } = explained({ policies, facts })
    expect(ways.map(({ policyId }) => policyId)).toEqual(['named'])
    expect(found[0]!.changes).toMatchObject([{ kind: 'impossible' }])
  })

  test('the false clauses and the missing approvals', () => {
    const [way] = explained({}).ways
    expect(way!.policyId).toBe('limited')
    expect(way!.changes.map(({ message }) => message)).toEqual([
      '`eth.tx.value <= 100` must hold, and `eth.tx.value` is 1000',
      '`eth.tx.chain_id == 5` must hold, and `eth.tx.chain_id` is 1',
      '`ann`, `bo` must approve',
    ])
  })

  test('only the approvals, where the condition is met', () => {
    const facts = request('ethereum, eth.tx.value = 1, eth.tx.chain_id = 5')
    const { decision, ways } = explained({ facts, approvers: [ann] })
    expect(decision.verdict).toBe('CONSENSUS_NEEDED')
    expect(ways).toEqual([
      {
        policyId: 'limited',
        changes: [
          {
            kind: 'approvals',
            message: '`bo` must approve',
            count: 1,
            groups: [{ need: 1, userIds: ['bo'] }],
          },
        ],
      },
    ])
  })

  test('nothing, where the request is allowed', () => {
    const facts = request('ethereum, eth.tx.value = 1, eth.tx.chain_id = 5')
    const { decision, decidedBy, ways } = explained({ facts, approvers: [ann, bo] })
    expect(decision.verdict).toBe('ALLOWED')
    expect(decidedBy).toMatchObject({ policyId: 'limited', side: 'consensus', value: true })
    expect(ways).toEqual([])
  })

  test('the clause of a deny', () => {
    const { decision, decidedBy, ways } = explained({ policies: [noMainnet, limited] })
    expect(decision.reason).toBe('POLICY_DENIED')
    expect(decidedBy).toMatchObject({ policyId: 'no mainnet', text: 'eth.tx.chain_id == 1' })
    expect(ways[0]!.changes[0]).toMatchObject({
      kind: 'avoid',
      message: '`eth.tx.chain_id == 1` must not hold, and `eth.tx.chain_id` is 1',
    })
  })

  test('an absent object', () => {
    const [way] = explained({ facts: request('raw payload') }).ways
    expect(way!.changes[0]).toMatchObject({
      kind: 'fix',
      message: '`eth.tx.value <= 100` must have a value, but this request has no `eth.tx`',
    })
  })

  test('the shorter side of an alternative', () => {
    const policy = compilePolicy({
      policyId: 'either',
      effect: 'EFFECT_ALLOW',
      condition: "(wallet.id == 'w-9' && eth.tx.value < 5) || eth.tx.nonce == 0",
    })
    expect(explained({ policies: [policy] }).ways[0]!.changes.map((change) => change.kind)).toEqual([
      'fulfil',
    ])
  })

  test('the root quorum is a way of its own, also past a deny', () => {
    const rootQuorum = { userIds: ['ann', 'bo'], threshold: 2 }
    const deny = compilePolicy({ policyId: 'all', effect: 'EFFECT_DENY' })
    const { ways } = explained({ policies: [deny], rootQuorum, approvers: [ann] })
    expect(ways).toEqual([
      {
        policyId: undefined,
        changes: [expect.objectContaining({ kind: 'approvals', message: '`bo` must approve (root quorum)' })],
      },
    ])
  })

  test('no way through a consensus out of reach', () => {
    expect(explained({ users: [ann, cy] }).ways).toEqual([])
  })
})

test.each(listShapes().map((template) => [labelOf(template), template] as const))(
  'names something to do about %s, and never the error of an evaluation',
  (_, template) => {
    const facts = exampleOf(template)
    const { decision, policies, ways } = explained({ facts })
    expect(decision.verdict).not.toBe('ALLOWED')
    const errors = policies.flatMap(({ condition }) =>
      condition.clauses.flatMap(({ problem }) => problem ?? []),
    )
    for (const { message } of ways.flatMap(({ changes }) => changes)) {
      expect(errors.map((error) => error.message)).not.toContain(message)
      expect(message).toMatch(/must (hold|have a value|approve)/)
    }
  },
)

test('agrees with decide on generated policies, in plain data', () => {
  const random = new Random(20_241_203)
  for (let i = 0; i < tries(500); i++) {
    const users = ['a', 'b', 'w-1', 't-1'].map((id) => randomUser(random, id as never))
    const policies = random.times(3, () =>
      compilePolicy({
        policyId: String(random.below(1_000_000)),
        effect: random.chance(0.3) ? 'EFFECT_DENY' : 'EFFECT_ALLOW',
        condition: generateBool(random, 'condition', 2),
        consensus: generateBool(random, 'consensus', 2),
      }),
    )
    const input: DecideInput = { policies, facts: randomRequest(random), approvers: users.slice(0, 1), users }
    const explanation = explain(input)
    expect(explanation.decision).toEqual({ ...decide(input) })
    const outcomes = explanation.policies.map(({ policyId, outcome }) => ({ policyId, outcome }))
    // Of what only the root quorum may run, decide looks at no policy.
    if (explanation.decision.reason !== 'ROOT_ONLY') expect(outcomes).toEqual(decide(input).policyEvaluations)
    for (const { effect, outcome, condition, consensus } of explanation.policies) {
      if (effect !== 'EFFECT_DENY') continue
      const mayHold = condition.value !== false && consensus.value !== false
      expect(outcome).toBe(mayHold ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_DENY_IMPLICIT')
    }
    expect(structuredClone(explanation)).toEqual(explanation)
    expect(() => JSON.stringify(explanation)).not.toThrow()
  }
})

test('a deny that cannot be evaluated applies, and says what is missing', () => {
  const { decision, policies } = explain({
    policies: [
      compilePolicy({
        policyId: 'd',
        effect: 'EFFECT_DENY',
        condition: "wallet.id == 'w-1' && eth.tx.chain_id == 1",
      }),
      compilePolicy({ policyId: 'a', effect: 'EFFECT_ALLOW' }),
    ],
    facts: request('ethereum, without eth.tx.chain_id'),
    approvers: [ann],
    users: [ann],
  })
  expect(decision).toMatchObject({ verdict: 'DENIED', reason: 'POLICY_DENIED', policyId: 'd' })
  expect(policies[0]).toMatchObject({
    outcome: 'OUTCOME_DENY_EXPLICIT',
    decidedBy: { text: 'eth.tx.chain_id == 1', value: undefined },
    changes: [
      {
        kind: 'fix',
        message: '`eth.tx.chain_id == 1` must have a value, but this request has no `eth.tx.chain_id`',
      },
    ],
  })
})

test('a deny of alternatives says which of them applies, and which is about another kind of request', () => {
  const deny = compilePolicy({
    policyId: 'd',
    effect: 'EFFECT_DENY',
    condition: "private_key.id == 'k-1' || wallet.id == 'w-1' || eth.tx.chain_id == 5",
  })
  const facts = request('ethereum, without eth.tx.chain_id')
  const { policies } = explain({ policies: [deny], facts, approvers: [ann], users: [ann] })
  expect(policies[0]).toMatchObject({
    outcome: 'OUTCOME_DENY_EXPLICIT',
    decidedBy: { text: "wallet.id == 'w-1'", value: true },
    condition: {
      value: true,
      clauses: [
        { value: false, problem: { message: 'this request has no `private_key`' } },
        { value: true },
        { value: undefined, problem: { message: 'this request has no `eth.tx.chain_id`' } },
      ],
    },
    changes: [{ kind: 'avoid', text: "wallet.id == 'w-1'" }, { kind: 'fix' }],
  })
})
