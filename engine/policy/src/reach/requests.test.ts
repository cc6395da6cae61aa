import { describe, expect, test } from 'vitest'
import { USERS } from '../../test/fixtures.ts'
import type { CompiledPolicy } from '../compiledPolicy.ts'
import { decide } from '../decide.ts'
import type { UserFacts } from '../facts.ts'
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
