/**
 * "What could still get through" against requests that it did not choose: whatever `decide` allows a lone user, drawn at
 * random from a wider vocabulary than the search knows, has to be of a kind that the search lists, or says it did not
 * finish.
 */
import { describe, expect, it } from 'vitest'
import { tries } from '../../../../tools/scripts/lib/tries.ts'
import { Random } from '../../test/random.ts'
import { decide } from '../decide.ts'
import type { RequestFacts, UserFacts } from '../facts.ts'
import type { Effect } from '../outcome.ts'
import { compilePolicy, type PolicyText } from '../policy.ts'
import { labelOf, searchRequests } from './requests.ts'

const ROUNDS = tries(80)
const REQUESTS_EACH = 300

const user = (id: string, ...tags: string[]): UserFacts => ({ id, tags, email: '', alias: id })
const USERS = [user('ann', 'board'), user('bot'), user('cy', 'board', 'ops')]

const CLAUSES: readonly ((random: Random) => string)[] = [
  (r) => `activity.kind ${is(r)} '${r.pick(['SIGN_TRANSACTION', 'EXPORT_WALLET', 'SIGN_RAW_PAYLOAD'])}'`,
  (r) => `activity.action ${is(r)} '${r.pick(['SIGN', 'EXPORT', 'DELETE'])}'`,
  (r) => `activity.resource in ['WALLET', '${r.pick(['USER', 'PRIVATE_KEY'])}']`,
  (r) => `wallet.id ${is(r)} '${r.pick(['w-1', 'w-2'])}'`,
  (r) => `wallet.id in ['w-1', '${r.pick(['w-2', 'w-3'])}']`,
  (r) => `private_key.tags.contains('${r.pick(['hot', 'cold'])}')`,
  (r) => `private_key.tags.count() ${compares(r)} ${r.below(3)}`,
  (r) => `private_key.tags.all(t, t ${is(r)} 'hot')`,
  (r) => `eth.tx.to ${is(r)} '${r.pick(['0xaa', '0xbb'])}'`,
  (r) => `['0xaa', '${r.pick(['0xbb', '0xcc'])}'].any(x, eth.tx.to == x)`,
  (r) => `eth.tx.value ${compares(r)} ${r.pick([0, 2, 100])}`,
  (r) => `eth.tx.chain_id ${is(r)} ${r.pick([1, 2])}`,
  (r) => `eth.tx.type ${is(r)} '${r.pick(['LEGACY', 'TYPE_2'])}'`,
  (r) => `eth.tx.max_fee_per_gas ${compares(r)} ${r.pick([5, 10])}`,
  (r) => `eth.tx.value ${compares(r)} eth.tx.gas`,
  (r) => `eth.tx.from ${is(r)} eth.tx.to`,
  (r) => `eth.tx.data ${is(r)} '0x'`,
  (r) => `eth.tx.data[0..10] ${is(r)} '0xa9059cbb'`,
  (r) => `(eth.tx.value ${compares(r)} 2) ${is(r)} ${r.pick(['true', 'false'])}`,
  (r) => `solana.tx.transfers.count() ${compares(r)} ${r.below(3)}`,
  (r) => `solana.tx.transfers.all(t, t.amount ${compares(r)} 50)`,
  (r) => `solana.tx.transfers.any(t, t.to ${is(r)} '${r.pick(['v', 'w'])}')`,
  (r) => `solana.tx.transfers.all(t, t.to == 'v' || t.amount ${compares(r)} 50)`,
  (r) => `solana.tx.transfers.filter(t, t.to == 'v').count() ${compares(r)} 1`,
  (r) => `solana.tx.transfers[0].to ${is(r)} 'v'`,
  (r) => `solana.tx.program_keys.all(p, p in ['p', '${r.pick(['q', 's'])}'])`,
  (r) => `solana.tx.program_keys.contains('${r.pick(['p', 'q'])}')`,
  (r) => `solana.tx.program_keys.count() ${compares(r)} ${r.below(3)}`,
]
const is = (random: Random) => random.pick(['==', '!='] as const)
const compares = (random: Random) => random.pick(['<', '<=', '==', '!=', '>', '>='] as const)

const CONSENSUS = [
  'true',
  'true',
  'approvers.count() == 1',
  'approvers.count() >= 2',
  "approvers.any(a, a.id == 'bot')",
  "approvers.all(a, a.tags.contains('board'))",
  "approvers.filter(a, a.id != 'ann').count() >= 1",
  "approvers[0].id == 'cy'",
] as const

function conditionOf(random: Random, depth: number): string {
  if (depth > 0 && random.chance(0.6)) {
    const operator = random.pick(['&&', '||'] as const)
    return `(${conditionOf(random, depth - 1)} ${operator} ${conditionOf(random, depth - 1)})`
  }
  return random.pick(CLAUSES)(random)
}

const policyOf = (random: Random, effect: Effect, number: number): PolicyText => ({
  policyId: `p${number}`,
  effect,
  condition: conditionOf(random, 2),
  consensus: random.pick(CONSENSUS),
})

interface Drawn {
  readonly label: string
  readonly facts: RequestFacts
}

function requestOf(random: Random): Drawn {
  const kind = random.pick(['SIGN_TRANSACTION', 'SIGN_TRANSACTION', 'SIGN_RAW_PAYLOAD', 'EXPORT_WALLET'])
  const isExport = kind === 'EXPORT_WALLET'
  const signer = isExport || random.chance(0.6) ? 'wallet' : 'private_key'
  const payload = kind === 'SIGN_TRANSACTION' ? random.pick(['eth.tx', 'solana.tx']) : undefined
  const facts = {
    activity: {
      type: `ACTIVITY_TYPE_${kind}`,
      kind,
      ...(isExport ? { resource: 'WALLET', action: 'EXPORT' } : { resource: 'PRIVATE_KEY', action: 'SIGN' }),
    },
    ...(signer === 'wallet'
      ? {
          wallet: { id: random.pick(['w-1', 'w-2', 'w-3', 'w-9']), label: 'x' },
          ...(!isExport && { wallet_account: { address: '0xff' } }),
        }
      : { private_key: { id: 'k', tags: someOf(random, ['hot', 'cold', 'odd']) } }),
    ...(payload === 'eth.tx' && { eth: { tx: ethereumOf(random) } }),
    ...(payload === 'solana.tx' && { solana: { tx: solanaOf(random) } }),
  }
  return {
    label: labelOf({ kind, payload, signer }),
    facts: facts as unknown as RequestFacts,
  }
}

function ethereumOf(random: Random) {
  const type = random.pick(['LEGACY', 'TYPE_2'])
  const gas_price = random.pick([1n, 5n, 9n, 12n])
  const to = random.pick(['0xaa', '0xbb', '0xcc', '0xdd', ''])
  return {
    from: random.pick(['0xaa', '0xee']),
    to,
    type,
    value: random.pick([0n, 1n, 2n, 3n, 50n, 99n, 100n, 101n]),
    gas: random.pick([1n, 60n]),
    gas_price,
    nonce: 3n,
    ...((type === 'TYPE_2' || random.chance(0.5)) && { chain_id: random.pick([1n, 2n, 7n]) }),
    ...(type === 'TYPE_2' && { max_fee_per_gas: gas_price, max_priority_fee_per_gas: 1n }),
    ...random.pick([{ data: '0x' }, { data: '0xdeadbeef00' }, { data: `0xa9059cbb${'0'.repeat(64)}` }]),
  }
}

const solanaOf = (random: Random) => ({
  account_keys: [],
  program_keys: someOf(random, ['p', 'q', 's', 'z']),
  instructions: [],
  spl_transfers: [],
  recent_blockhash: 'b',
  address_table_lookups: [],
  transfers: random.times(random.below(4), () => ({
    from: 'me',
    to: random.pick(['v', 'w', 'x']),
    ...(random.chance(0.8) && { amount: random.pick([0n, 49n, 50n, 51n]) }),
  })),
})

const someOf = (random: Random, words: readonly string[]) => words.filter(() => random.chance(0.4))

describe('what could still get through', () => {
  it('misses no kind that a request drawn at random is of', () => {
    let findings = 0
    const missed: string[] = []
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const random = new Random(seed)
      const texts = (['EFFECT_ALLOW', 'EFFECT_ALLOW', 'EFFECT_DENY'] as const).map((effect, n) =>
        policyOf(random, effect, n),
      )
      const policies = texts.map(compilePolicy)
      const { groups } = searchRequests({ policies, users: USERS })
      const listed = new Map(
        groups.flatMap(({ userIds, requests, unfinished }) => {
          const labels = new Set([...requests.map(labelOf), ...unfinished])
          return userIds.map((id) => [id, labels] as const)
        }),
      )
      for (const { userIds, requests } of groups) {
        const approvers = USERS.filter(({ id }) => id === userIds[0])
        for (const { facts } of requests)
          expect(decide({ policies, facts, approvers, users: USERS }).verdict, show(facts)).toBe('ALLOWED')
      }
      for (const { label, facts } of random.times(REQUESTS_EACH, () => requestOf(random))) {
        for (const approver of USERS) {
          if (listed.get(approver.id)!.has(label)) continue
          if (decide({ policies, facts, approvers: [approver], users: USERS }).verdict !== 'ALLOWED') continue
          const said = texts.map(
            ({ effect, condition, consensus }) => `${effect} ${condition} ~ ${consensus}`,
          )
          missed.push(`seed ${seed}: ${approver.id} ${label}\n  ${said.join('\n  ')}\n  ${show(facts)}`)
          listed.get(approver.id)!.add(label)
        }
        findings++
      }
    }
    expect(missed).toEqual([])
    expect(findings).toBe(ROUNDS * REQUESTS_EACH)
  })
})

const show = (facts: RequestFacts) =>
  JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
