import { describe, expect, it } from 'vitest'
import {
  addUser,
  apiKeyStamper,
  type Client,
  createTargetKey,
  passkeyStamper,
  refusalOf,
} from '../../test/support/index.ts'
import {
  engine,
  inSubOrganization,
  organizationId,
  refusedInSub as refused,
  root,
  rootUserId,
  sub,
} from '../../test/support/setting.ts'

inSubOrganization('recovery')

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
    expect(await refused(() => recover(client))).toBe('API_KEY_NOT_FOUND')
  })

  it('accepts only the newest key, for 15 minutes', async () => {
    const { client: older } = await ask()
    engine.clock.advance({ seconds: 1 })
    const { client: newer } = await ask()
    expect(await refused(() => recover(older))).toBe('API_KEY_NOT_FOUND')
    engine.clock.advance({ minutes: 15 })
    expect(await refused(() => recover(newer))).toBe('API_KEY_EXPIRED')
  })

  it('ends an earlier key that is in use only once the newer one is used', async () => {
    const { client: older } = await ask()
    await older.query('whoami')
    engine.clock.advance({ seconds: 1 })
    const { client: newer } = await ask()
    expect(await older.query('whoami')).toMatchObject({ userId: sub.userId })
    await newer.query('whoami')
    expect(await refused(() => older.query('whoami'))).toBe('API_KEY_NOT_FOUND')
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
      expect(await refused(attempt)).toBe('NOT_PERMITTED_BY_POLICY')
    }
    expect(await client.query('whoami')).toMatchObject({ userId: sub.userId })
    expect((await client.post(posted)).status).toBe(403)
    expect(await refused(() => recover(client, bob.userId))).toBe('RECOVERY_CREDENTIAL_REQUIRED')
  })

  it('requires two features for a root user of a parent organization', async () => {
    const changes = { email: 'root@example.com' }
    const set = (name: 'FEATURE_NAME_EMAIL_RECOVERY' | 'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY') =>
      root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name, value: '' })
    const asked = () => refusalOf(engine, organizationId, () => ask(root, changes))
    expect(await asked()).toBe('FEATURE_DISABLED')
    await set('FEATURE_NAME_EMAIL_RECOVERY')
    expect(await asked()).toBe('FEATURE_DISABLED')
    await set('FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY')
    await recover((await ask(root, changes)).client, rootUserId)
  })
})
