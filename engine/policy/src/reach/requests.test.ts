import { describe, expect, test } from 'vitest'
import { tries } from '../../../../tools/scripts/lib/tries.ts'
import { USERS } from '../../test/fixtures.ts'
import { Random } from '../../test/random.ts'
import type { CompiledPolicy } from '../compiledPolicy.ts'
import { decide } from '../decide.ts'
import type { RequestFacts, UserFacts } from '../facts.ts'
import type { Effect } from '../outcome.ts'
import { compilePolicy } from '../policy.ts'
import { labelOf, type Reach, searchRequests } from './requests.ts'

const user = (id: string, ...tags: string[]): UserFacts => ({ id, tags, email: '', alias: id })
const ann = user('ann', 'board')
const bot = user('bot')
let count = 0
const policy = (effect: Effect, condition: string, consensus = 'true'): CompiledPolicy =>
  compilePolicy({ policyId: `p${count++}`, effect, condition, consensus })
const allow = (condition: string, consensus?: string) => policy('EFFECT_ALLOW', condition, consensus)
const deny = (condition: string, consensus?: string) => policy('EFFECT_DENY', condition, consensus)

const labels = (reach: Reach, id: string): string[] =>
  reach.groups.find(({ userIds }) => userIds.includes(id))!.requests.map(labelOf)
const search = (...policies: CompiledPolicy[]) => searchRequests({ policies, users: [ann, bot] })
const found = (condition: string, ...more: CompiledPolicy[]) => {
  const { requests, unfinished } = search(allow(condition), ...more).groups[0]!
  expect(unfinished).toEqual([])
  return requests
}

/** Every answer has to be a request that the decision itself allows. */
function expectSound(reach: Reach, policies: readonly CompiledPolicy[], users: readonly UserFacts[]): void {
  for (const { userIds, requests } of reach.groups) {
    for (const id of userIds) {
      const approvers = [users.find((one) => one.id === id)!]
      for (const { facts } of requests) {
        expect(decide({ policies, facts, approvers, users }).verdict).toBe('ALLOWED')
      }
    }
  }
}

describe('what could still get through', () => {
  test('nothing without a policy', () => {
    expect(search().groups).toEqual([
      { userIds: ['ann', 'bot'], isRoot: false, requests: [], unfinished: [] },
    ])
  })

  test('a root user of a quorum of one does everything; one of two does nothing alone', () => {
    const of = (threshold: number) =>
      searchRequests({
        policies: [],
        users: [ann, bot],
        rootQuorum: { userIds: ['ann', 'bot'], threshold },
      }).groups.map(({ userIds, isRoot, requests }) => ({ userIds, isRoot, found: requests.length }))
    expect(of(1)).toEqual([{ userIds: ['ann', 'bot'], isRoot: true, found: 0 }])
    expect(of(2)).toEqual([{ userIds: ['ann', 'bot'], isRoot: false, found: 0 }])
  })

  test('who approves alone, and who does not', () => {
    const reach = search(
      allow("activity.kind == 'CREATE_WALLET'", "approvers.any(a, a.id == 'bot')"),
      allow("activity.kind == 'CREATE_USERS'", 'approvers.count() >= 2'),
    )
    expect(labels(reach, 'bot')).toEqual(['CREATE_WALLET'])
    expect(labels(reach, 'ann')).toEqual([])
  })

  test('a policy for a wallet that forgot the action allows its export and deletion', () => {
    const reach = found("wallet.id == 'w-1'").map(({ kind }) => kind)
    expect(reach).toContain('EXPORT_WALLET')
    expect(reach).toContain('DELETE_WALLETS')
    expect(found("wallet.id == 'w-1' && activity.action == 'SIGN'").map(({ kind }) => kind)).not.toContain(
      'EXPORT_WALLET',
    )
  })

  test('signing with any payload leaves the side door of raw payloads open, until it is denied', () => {
    const open = found("activity.action == 'SIGN'").map(labelOf)
    expect(open).toContain('SIGN_RAW_PAYLOAD (raw payload, by wallet)')
    const closed = found(
      "activity.action == 'SIGN'",
      deny("activity.kind in ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']"),
    )
    expect(new Set(closed.map(({ kind }) => kind))).toEqual(new Set(['SIGN_TRANSACTION']))
  })

  test('a deny that names the versions forgets one of them', () => {
    const types = ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD', 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2']
    const policies = [
      allow("activity.kind == 'SIGN_RAW_PAYLOAD'"),
      deny("activity.type == 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'"),
    ]
    const reach = searchRequests({ policies, users: [bot], activityTypes: types })
    expect(new Set(reach.groups[0]!.requests.map(({ facts }) => facts.activity.type))).toEqual(
      new Set(['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD']),
    )
  })

  test.each([
    ['another beginning than the named one', "eth.tx.data[0..10] != '0xa9059cbb'"],
    [
      'another part than each of the named ones',
      "eth.tx.data[0..4] != '0x00' && eth.tx.data[0..4] != '0x11'",
    ],
    ['room between two places', 'eth.tx.value < eth.tx.gas && eth.tx.value >= 500'],
    ['a chain of places', 'eth.tx.value < eth.tx.gas && eth.tx.gas < eth.tx.nonce && eth.tx.value > 500'],
    [
      'so many of one sort, and one of another',
      "solana.tx.transfers.filter(t, t.to == 'v').count() > 1",
      deny("solana.tx.transfers.all(t, t.to == 'v' || t.amount > 50)"),
    ],
  ])('%s: %s', (_, condition, ...denies: CompiledPolicy[]) => {
    expect(found(condition, ...denies).map(({ kind }) => kind)).toContain('SIGN_TRANSACTION')
  })

  test('a deny that cannot read a member applies, so the example has it', () => {
    const requests = found('eth.tx.value < 5', deny('eth.tx.chain_id == 1'))
    expect(requests[0]!.facts.eth!.tx!.chain_id).toBeOneOf([0n, 2n])
    expect(requests[0]!.limited).toContain('eth.tx.chain_id')
    expect(requests[0]!.open).toEqual(expect.arrayContaining(['eth.tx.to', 'eth.tx.data', 'wallet.id']))
  })

  test('what contradicts itself is not found', () => {
    expect(found("wallet.id == 'a' && wallet.id == 'b'")).toEqual([])
    expect(found('eth.tx.value > 5', deny('eth.tx.value >= 6'))).toEqual([])
    expect(found("eth.tx.to == 'a' && solana.tx.recent_blockhash == 'b'")).toEqual([])
  })

  test('steps that run out are told, and what was found is kept', () => {
    const policies = [allow("activity.kind == 'CREATE_WALLET' || eth.tx.value == 1 || eth.tx.nonce == 2")]
    const { groups } = searchRequests({ policies, users: [bot], stepsEach: 2 })
    expect(groups[0]!.unfinished).toContain('CREATE_WALLET')
  })

  test('every policy of the example pages gets an answer that the decision allows', () => {
    const policies = [
      allow(
        'eth.tx.value <= 100000000000000000 && eth.tx.chain_id == 11155111',
        "approvers.any(a, a.id == 'u-faucet')",
      ),
      deny("activity.action == 'EXPORT'", "approvers.any(a, a.tags.contains('t-machines'))"),
      allow("wallet.id == 'w-treasury'", "approvers.any(a, a.tags.contains('t-board'))"),
      allow(
        "activity.resource == 'USER' && activity.action in ['CREATE', 'DELETE']",
        "approvers.any(a, a.tags.contains('t-hr'))",
      ),
    ]
    const reach = searchRequests({ policies, users: USERS })
    expectSound(reach, policies, USERS)
    expect(labels(reach, 'u-faucet')).toEqual([
      'SIGN_TRANSACTION (eth.tx, by wallet)',
      'SIGN_TRANSACTION (eth.tx, by private_key)',
    ])
    expect(labels(reach, 'u-hr')).toContain('DELETE_USERS')
  })
})

/** A small vocabulary, so that every request in it can be tried. */
const VALUES = {
  kind: ['SIGN_TRANSACTION', 'EXPORT_WALLET', 'CREATE_WALLET'],
  wallet: ['w-1', 'w-2', 'w-3'],
  to: ['a', 'b', 'c'],
  value: [0n, 1n, 2n, 3n, 4n],
  chain: [1n, 2n, 3n],
} as const

function randomClause(random: Random, depth: number): string {
  if (depth > 0 && random.chance(0.6)) {
    const operator = random.pick(['&&', '||'] as const)
    return `(${randomClause(random, depth - 1)} ${operator} ${randomClause(random, depth - 1)})`
  }
  return random.pick([
    `activity.kind ${random.pick(['==', '!='] as const)} '${random.pick(VALUES.kind)}'`,
    `wallet.id ${random.pick(['==', '!='] as const)} '${random.pick(['w-1', 'w-2'] as const)}'`,
    `eth.tx.to in ['${random.pick(['a', 'b'] as const)}', 'b']`,
    `eth.tx.value ${random.pick(['<', '<=', '==', '>', '>='] as const)} ${random.pick([1, 2, 3] as const)}`,
    `eth.tx.chain_id == ${random.pick([1, 2] as const)}`,
  ])
}

/** Every request of the small vocabulary that `decide` allows, as the kinds that it is of. */
function bruteForce(policies: readonly CompiledPolicy[]): Set<string> {
  const allowed = new Set<string>()
  const look = (kind: string, facts: RequestFacts) => {
    if (decide({ policies, facts, approvers: [bot], users: [] }).verdict === 'ALLOWED') allowed.add(kind)
  }
  const activity = (kind: string, resource: string, action: string) => ({
    activity: { type: `ACTIVITY_TYPE_${kind}`, kind, resource, action },
  })
  look('CREATE_WALLET', activity('CREATE_WALLET', 'WALLET', 'CREATE'))
  for (const id of VALUES.wallet) {
    look('EXPORT_WALLET', { ...activity('EXPORT_WALLET', 'WALLET', 'EXPORT'), wallet: { id } })
    for (const to of VALUES.to)
      for (const value of VALUES.value)
        for (const chain_id of VALUES.chain) {
          const tx = { from: 'f', to, value, chain_id, data: '0x', gas: 1n, gas_price: 1n, nonce: 0n }
          look('SIGN_TRANSACTION', {
            ...activity('SIGN_TRANSACTION', 'PRIVATE_KEY', 'SIGN'),
            wallet: { id },
            eth: { tx },
          })
        }
  }
  return allowed
}

test('finds each kind that trying every request of a small vocabulary finds', () => {
  let findings = 0
  for (let seed = 1; seed <= tries(100); seed++) {
    const random = new Random(seed)
    const policies = [
      allow(randomClause(random, 2)),
      allow(randomClause(random, 2)),
      deny(randomClause(random, 2)),
    ]
    const reach = searchRequests({ policies, users: [bot], stepsEach: 2_000_000 })
    expectSound(reach, policies, [bot])
    const { requests, unfinished } = reach.groups[0]!
    expect(unfinished).toEqual([])
    const kinds = new Set(
      requests
        .filter(({ payload, signer }) => (payload ?? 'eth.tx') === 'eth.tx' && signer !== 'private_key')
        .map(({ kind }) => kind),
    )
    for (const kind of bruteForce(policies)) {
      findings++
      expect(kinds, `seed ${seed}`).toContain(kind)
    }
  }
  expect(findings).toBeGreaterThan(tries(60))
})
