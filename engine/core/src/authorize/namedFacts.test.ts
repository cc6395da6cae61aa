/** Policies see every id that an activity names, for every type. */
import { callList, idKindsOf, idsNamedBy } from '@keywright/contract'
import { type DecideInput, idKindsOfActivity, kindOfActivity } from '@keywright/policy'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { type SubmitType, submitPreparations } from '../../test/callCoverage/accepted/index.ts'
import { createWorld, ETHEREUM, type World } from '../../test/callCoverage/world.ts'
import { allow, deny } from '../../test/support/index.ts'

const versions = callList.flatMap((call) =>
  call.kind === 'submit' && call.authority !== 'vote'
    ? call.versions.map((version) => ({ ...version, kind: kindOfActivity(version.type) }))
    : [],
)

let world: World
let decisions: DecideInput[] = []

async function begin() {
  world = await createWorld('named facts', { observe: ({ input }) => decisions.push(input) })
}

describe('named ids', () => {
  beforeAll(begin)

  it.each(everyNth(5, versions))(
    '$type shows policies each id of its intent, alone and with the others',
    async ({ type, kind, intent }) => {
      expect(idKindsOfActivity(kind)).toEqual(expect.arrayContaining([...idKindsOf(intent)]))
      const { client, parameters } = await submitPreparations[type as SubmitType](world)
      decisions = []
      await client.submit(type, parameters as never)
      const seen = decisions.map(({ facts }) => (facts.activity.params ?? {}) as Record<string, unknown>)
      for (const [idKind, ids] of idsNamedBy(intent, parameters)) {
        for (const id of ids) expect(JSON.stringify(seen)).toContain(`"${id}"`)
        expect(seen.every((params) => `${idKind}_id` in params && `${idKind}_ids` in params)).toBe(true)
      }
    },
  )
})

describe.each(['EXPORT_WALLET', 'DELETE_WALLETS'])('%s', (kind) => {
  beforeAll(begin)
  const accountIs = () => `wallet_account.address == '${world.address}'`

  async function attemptWith(policies: Record<'EFFECT_ALLOW' | 'EFFECT_DENY', string>) {
    const made = Object.entries(policies).map(([effect, condition]) => ({
      policyName: world.unique(kind),
      effect: effect as 'EFFECT_ALLOW',
      condition,
      notes: '',
    }))
    const { policyIds } = await world.root.run('ACTIVITY_TYPE_CREATE_POLICIES', { policies: made })
    const { walletId } = world
    const { parameters } = await submitPreparations[`ACTIVITY_TYPE_${kind}` as SubmitType](world)
    const about =
      kind === 'EXPORT_WALLET'
        ? { ...parameters, walletId }
        : { walletIds: [walletId], deleteWithoutExport: true }
    const refusal = await world.bob.client
      .submit(`ACTIVITY_TYPE_${kind}` as SubmitType, about as never)
      .catch((error: unknown) => error)
    await world.root.run('ACTIVITY_TYPE_DELETE_POLICIES', { policyIds })
    return refusal
  }

  it('is denied by a policy about an account of the wallet', async () => {
    const refusal = await attemptWith({
      EFFECT_ALLOW: "activity.resource == 'WALLET'",
      EFFECT_DENY: accountIs(),
    })
    expect(refusal).toMatchObject({ errorCode: 'DENIED_BY_POLICY' })
  })

  it('is not allowed by a policy about the only account of the wallet', async () => {
    const refusal = await attemptWith({ EFFECT_ALLOW: accountIs(), EFFECT_DENY: "wallet.label == 'other'" })
    expect(refusal).toMatchObject({ errorCode: 'NOT_PERMITTED_BY_POLICY' })
  })
})

it.each(['> 1', '== 1'])(
  'a deny sees the accounts of a request together and one by one: %s',
  async (count) => {
    await begin()
    const { root, bob, walletId } = world
    const path = "m/44'/60'/0'/0/9"
    await root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', {
      walletId,
      accounts: [{ ...ETHEREUM, path, name: '9' }],
    })
    const { accounts } = await root.query('list_wallet_accounts', { walletId })
    const walletAccountIds = accounts.map(({ walletAccountId }) => walletAccountId)
    expect(walletAccountIds.length).toBeGreaterThan(1)
    await allow(root, "activity.resource == 'WALLET'")
    await deny(root, `activity.params.wallet_account_ids.count() ${count}`)
    const attempt = bob.client.submit('ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS', {
      walletAccountIds,
      deleteWithoutExport: true,
    })
    await expect(attempt).rejects.toMatchObject({ errorCode: 'DENIED_BY_POLICY' })
  },
)
