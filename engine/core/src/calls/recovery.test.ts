import { beforeEach, describe, expect, it } from 'vitest'
import {
  addSubOrganization,
  addUser,
  apiKeyStamper,
  type Client,
  createTargetKey,
  createTestEngine,
  passkeyStamper,
  refusalOf,
  type SubOrganization,
  type TestEngine,
} from '../../test/support/index.ts'

let engine: TestEngine
let setting: Awaited<ReturnType<TestEngine['organization']>>
let sub: SubOrganization

beforeEach(async () => {
  engine = createTestEngine('recovery')
  setting = await engine.organization()
  sub = await addSubOrganization(engine, setting.root)
})

const refused = (attempt: () => Promise<unknown>) => refusalOf(engine, sub.organizationId, attempt)

async function ask(client: Client = sub.parent, changes: object = {}) {
  const target = createTargetKey(engine.random)
  const parameters = {
    email: 'alice@example.com',
    targetPublicKey: target.targetPublicKey,
    emailCustomization: { appName: 'Acme' },
    ...changes,
  }
  const result = await client.run('ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2', parameters)
  await engine.idle()
  const { bundle } = engine.mails.at(-1)!.template as { bundle: string }
  return { result, client: engine.client(client.organizationId, apiKeyStamper(await target.open(bundle))) }
}
const recover = (client: Client, userId = sub.userId, passkey = engine.passkey()) =>
  client.run('ACTIVITY_TYPE_RECOVER_USER', { userId, authenticator: passkey.register('new phone') })

describe('email recovery', () => {
  it('mails a key that can add one authenticator to its user', async () => {
    const { result, client } = await ask()
    expect(result).toEqual({ userId: sub.userId })
    expect(engine.mails.at(-1)).toMatchObject({
      to: 'alice@example.com',
      subject: 'Recover your account at Acme',
      organizationId: sub.organizationId,
    })
    const { apiKeys } = await sub.alice.query('get_api_keys', { userId: sub.userId })
    expect(apiKeys).toMatchObject([
      { credential: { type: 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256' }, expirationSeconds: '900' },
    ])
    const passkey = engine.passkey()
    const { authenticatorId } = await recover(client, sub.userId, passkey)
    expect(authenticatorId).toHaveLength(1)
    const recovered = engine.client(sub.organizationId, passkeyStamper(passkey))
    expect(await recovered.query('whoami')).toMatchObject({ userId: sub.userId })
    expect((await recovered.query('get_authenticators', { userId: sub.userId })).authenticators).toHaveLength(
      2,
    )
    expect((await recovered.query('get_api_keys', { userId: sub.userId })).apiKeys).toEqual([])
    expect(await refused(() => recover(client))).toEqual([401, 16, 'API_KEY_NOT_FOUND'])
  })

  it('accepts only the newest key, for 15 minutes', async () => {
    const { client: older } = await ask()
    engine.clock.advance({ seconds: 1 })
    const { client: newer } = await ask()
    expect(await refused(() => recover(older))).toEqual([401, 16, 'API_KEY_NOT_FOUND'])
    engine.clock.advance({ minutes: 15 })
    expect(await refused(() => recover(newer))).toEqual([401, 16, 'API_KEY_EXPIRED'])
  })

  it('limits the key to the recovery of its own user', async () => {
    const bob = await addUser(engine, sub.alice, 'bob')
    const { client } = await ask()
    const publicKey = engine.apiKey().publicKey
    const { fingerprint } = await sub.alice.submit('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'w',
      accounts: [],
    })
    const posted = sub.alice.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    for (const attempt of [
      () => client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'x', accounts: [] }),
      () =>
        client.submit('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
          userId: sub.userId,
          apiKeys: [{ apiKeyName: 'k', publicKey, curveType: 'API_KEY_CURVE_P256' }],
        }),
      () => client.submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {}),
      () => client.submit('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey }),
      () => client.approve(fingerprint),
      () => client.reject(fingerprint),
      () => client.query('list_wallets'),
      () => client.query('get_user', { userId: sub.userId }),
    ]) {
      expect(await refused(attempt)).toEqual([403, 7, 'NOT_PERMITTED_BY_POLICY'])
    }
    expect(await client.query('whoami')).toMatchObject({ userId: sub.userId })
    expect((await client.post(posted)).status).toBe(403)
    expect(await refused(() => recover(client, bob.userId))).toEqual([403, 7, 'RECOVERY_CREDENTIAL_REQUIRED'])
  })

  it('requires two features for a root user of a parent organization', async () => {
    const { root, organizationId } = setting
    const changes = { email: 'root@example.com' }
    const set = (name: 'FEATURE_NAME_EMAIL_RECOVERY' | 'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY') =>
      root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name, value: '' })
    const asked = () => refusalOf(engine, organizationId, () => ask(root, changes))
    expect(await asked()).toEqual([403, 7, 'FEATURE_DISABLED'])
    await set('FEATURE_NAME_EMAIL_RECOVERY')
    expect(await asked()).toEqual([403, 7, 'FEATURE_DISABLED'])
    await set('FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY')
    await recover((await ask(root, changes)).client, setting.rootUserId)
  })
})
