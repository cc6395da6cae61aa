/** Credentials of votes, and that secrets are not used before the decision. `votes.test.ts` has the rest. */
import { parseHex, toHex, uncompressP256PublicKey } from '@keywright/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { apiKeyStamper, type Client, putRow } from '../../test/support/index.ts'
import { addUser } from '../../test/support/people.ts'
import { engine, inOrganization, organizationId, root } from '../../test/support/setting.ts'
import type { WalletRow } from '../store/tables.ts'

let alice: Awaited<ReturnType<typeof addUser>>
let bob: Awaited<ReturnType<typeof addUser>>
let carol: Awaited<ReturnType<typeof addUser>>

inOrganization('phases')
beforeEach(async () => {
  alice = await addUser(engine, root, 'alice')
  bob = await addUser(engine, root, 'bob')
  carol = await addUser(engine, root, 'carol')
})

const allow = (policyName: string, condition: string, consensus: string) =>
  root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName, effect: 'EFFECT_ALLOW', condition, consensus })
const createWallet = (client: Client) =>
  client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
const wallets = async () => (await root.query('list_wallets')).wallets
const BY_TWO = 'approvers.count() >= 2'

describe('an expired vote', () => {
  it('does not lend its credential to another vote', async () => {
    const first = engine.apiKey()
    await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId: bob.userId,
      apiKeys: [{ apiKeyName: 'special', publicKey: first.publicKey, curveType: first.curve }],
    })
    const { apiKeys } = await root.query('get_api_keys', { userId: bob.userId })
    const special = apiKeys.find(({ apiKeyName }) => apiKeyName === 'special')!
    const withKey = `credentials.any(credential, credential.id == '${special.apiKeyId}')`
    await allow('special', "activity.resource == 'WALLET'", `approvers.count() >= 3 && ${withKey}`)
    const asked = await createWallet(alice.client)
    const specially = engine.client(organizationId, apiKeyStamper(first))
    await specially.approve(asked.fingerprint)
    engine.clock.advance({ hours: 24, seconds: 1 })
    // Everyone votes again, bob with his other key.
    await alice.client.approve(asked.fingerprint)
    await bob.client.approve(asked.fingerprint)
    const last = await carol.client.approve(asked.fingerprint).catch((error: unknown) => error)
    expect(last).not.toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
    expect(await wallets()).toEqual([])
  })
})

describe('the approval of a deleted user', () => {
  it('does not count among the credentials', async () => {
    await allow('three', "activity.resource == 'WALLET'", 'credentials.count() >= 3')
    const asked = await createWallet(alice.client)
    const approved = await bob.client.approve(asked.fingerprint)
    expect(approved.votes).toHaveLength(2)
    await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [bob.userId] })
    const last = await carol.client.approve(asked.fingerprint).catch((error: unknown) => error)
    expect(last).not.toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
    expect(await wallets()).toEqual([])
  })
})

describe('secrets', () => {
  it('are not opened, created or sealed for pending or rejected requests', async () => {
    const wallet = await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    await allow('two', `activity.resource == 'WALLET' && activity.action == 'EXPORT'`, BY_TWO)
    const key = engine.apiKey()
    const targetPublicKey = toHex(uncompressP256PublicKey(parseHex(key.publicKey, 'public key')))
    // Opening a seed requires reading it from the store, so make it unreadable.
    const row = await engine.ports.store.get(organizationId, 'wallets', wallet.walletId)
    const damaged = { ...(row as object), sealedEntropy: 'AAAA' } as WalletRow
    await putRow(engine.ports, organizationId, ['wallets', wallet.walletId, damaged])
    const exportIt = (client: Client) =>
      client.submit('ACTIVITY_TYPE_EXPORT_WALLET', { walletId: wallet.walletId, targetPublicKey })
    expect((await exportIt(alice.client)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
    expect(engine.faults).toEqual([])
    // After the decision the same request needs the seed: the fault shows that the test would notice.
    await expect(exportIt(root)).rejects.toMatchObject({ status: 500 })
  })
})
