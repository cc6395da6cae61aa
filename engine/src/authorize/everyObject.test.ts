/** Naming more never helps: what is refused for some objects is refused for them and others. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, createTestEngine, type TestEngine } from '../testing/index.ts'
import { addUser, type Person } from '../testing/people.ts'

let engine: TestEngine
let root: Client
let alice: Person
const ids = { wallet: [] as string[], account: [] as string[], key: [] as string[], user: [] as string[] }
const addresses: string[] = []

beforeAll(async () => {
  engine = createTestEngine('every object')
  ;({ root } = await engine.organization())
  alice = await addUser(engine, root, 'alice')
  for (const name of ['a', 'b', 'c']) {
    const wallet = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: name,
      accounts: ['0', '1'].map((n) => ({
        curve: 'CURVE_ED25519',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: `m/44'/501'/${n}'`,
        addressFormat: 'ADDRESS_FORMAT_SOLANA',
      })),
    } as never)
    const { walletId } = wallet as { walletId: string }
    ids.wallet.push(walletId)
    const { accounts } = await root.query('list_wallet_accounts', { walletId })
    for (const account of accounts) {
      addresses.push(account.address!)
      ids.account.push((account as unknown as { walletAccountId: string }).walletAccountId)
    }
    ids.user.push((await addUser(engine, root, `user ${name}`)).userId)
  }
  const { privateKeys } = await root.run('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
    privateKeys: ['a', 'b', 'c'].map((privateKeyName) => ({
      privateKeyName,
      curve: 'CURVE_ED25519' as const,
      privateKeyTags: [],
      addressFormats: [],
    })),
  })
  ids.key.push(...privateKeys.map(({ privateKeyId }) => privateKeyId!))
})

type Kind = keyof typeof ids

/** Asks for approval of a second person, so that nothing is ever done. */
const ASK: Record<Kind, (named: string[]) => Promise<unknown>> = {
  wallet: (walletIds) =>
    alice.client.submit('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds, deleteWithoutExport: true }),
  account: (walletAccountIds) =>
    alice.client.submit('ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS', {
      walletAccountIds,
      deleteWithoutExport: true,
    }),
  key: (privateKeyIds) =>
    alice.client.submit('ACTIVITY_TYPE_DELETE_PRIVATE_KEYS', { privateKeyIds, deleteWithoutExport: true }),
  user: (userIds) => alice.client.submit('ACTIVITY_TYPE_DELETE_USERS', { userIds }),
}

const index = fc.nat({ max: 2 })
const atomsOf: Record<Kind, fc.Arbitrary<() => string>> = {
  wallet: fc.oneof(
    index.map((n) => () => `wallet.id == '${ids.wallet[n]}'`),
    index.map((n) => () => `wallet.label != '${'abc'[n]}'`),
    index.map((n) => () => `wallets.any(each, each.id == '${ids.wallet[n]}')`),
    index.map((n) => () => `wallets.all(each, each.label == '${'abc'[n]}')`),
    fc.constantFrom('wallets.count() == 1', 'wallets.count() > 1').map((text) => () => text),
  ),
  account: fc.oneof(
    index.map((n) => () => `wallet.id == '${ids.wallet[n]}'`),
    fc.nat({ max: 5 }).map((n) => () => `wallet_account.address == '${addresses[n]}'`),
  ),
  key: fc.oneof(
    index.map((n) => () => `private_key.id == '${ids.key[n]}'`),
    index.map((n) => () => `private_key.label != '${'abc'[n]}'`),
  ),
  user: fc.oneof(
    index.map((n) => () => `activity.params.user_ids.contains('${ids.user[n]}')`),
    fc
      .constantFrom('activity.params.user_ids.count() == 1', 'activity.params.user_ids.count() > 1')
      .map((text) => () => text),
  ),
}

const policiesOf = (kind: Kind) =>
  fc.array(
    fc.record({
      effect: fc.constantFrom('EFFECT_ALLOW' as const, 'EFFECT_DENY' as const),
      atoms: fc.array(atomsOf[kind], { minLength: 1, maxLength: 2 }),
      joined: fc.constantFrom(' && ', ' || '),
      isNegated: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  )

/** What becomes of a request: `REFUSED`, or `ASKED` where only an approval is missing. */
async function outcome(kind: Kind, named: string[]): Promise<'REFUSED' | 'ASKED'> {
  // The same bytes would be the same activity.
  engine.clock.advance({ milliseconds: 1 })
  try {
    await ASK[kind](named)
    return 'ASKED'
  } catch (error) {
    expect(error).toMatchObject({ status: 403 })
    return 'REFUSED'
  }
}

describe.each(Object.keys(ids) as Kind[])('of several objects of kind %s', (kind) => {
  it('adding one never turns a refusal into anything else', async () => {
    const subset = fc.shuffledSubarray([0, 1, 2], { minLength: 1 })
    const seen = { REFUSED: 0, ASKED: 0 }
    await fc.assert(
      fc.asyncProperty(policiesOf(kind), subset, index, async (policies, some, more) => {
        const policyIds: string[] = []
        for (const [n, { effect, atoms, joined, isNegated }] of policies.entries()) {
          const text = atoms.map((atom) => atom()).join(joined)
          const { policyId } = await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
            policyName: `p${n}`,
            effect,
            condition: isNegated ? `(${text}) == false` : text,
            consensus: effect === 'EFFECT_DENY' ? 'true' : 'approvers.count() >= 2',
          })
          policyIds.push(policyId)
        }
        try {
          const few = some.map((n) => ids[kind][n]!)
          const before = await outcome(kind, few)
          seen[before]++
          const after = await outcome(kind, [...new Set([...few, ids[kind][more]!])].reverse())
          if (before === 'REFUSED') expect(after).toBe('REFUSED')
        } finally {
          for (const policyId of policyIds) await root.run('ACTIVITY_TYPE_DELETE_POLICY', { policyId })
        }
      }),
      { numRuns: 60, seed: 7 },
    )
    // Both happen, or the test could not fail.
    expect(Math.min(seen.REFUSED, seen.ASKED)).toBeGreaterThan(3)
  })
})
