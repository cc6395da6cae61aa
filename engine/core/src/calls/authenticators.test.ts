import { beforeEach, describe, expect, it } from 'vitest'
import {
  addSubOrganization,
  addUser,
  apiKeyStamper,
  createTestEngine,
  deny,
  passkeyStamper,
  refusalOf,
  type TestEngine,
} from '../../test/support/index.ts'

const ORIGIN = 'https://app.example.com'
const OTHER_ORIGIN = 'https://other.example.com'

let engine: TestEngine
let setting: Awaited<ReturnType<TestEngine['organization']>>

beforeEach(async () => {
  engine = createTestEngine('authenticators')
  setting = await engine.organization()
})

const refused = (attempt: () => Promise<unknown>) => refusalOf(engine, setting.organizationId, attempt)
const add = (...authenticators: object[]) =>
  setting.root.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
    userId: setting.rootUserId,
    authenticators: authenticators as never,
  })
const setOrigin = (client: typeof setting.root, value: string) =>
  client.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value })

describe('authenticators', () => {
  it('registers passkeys that can stamp, and lists them', async () => {
    const passkey = engine.passkey()
    const { authenticatorIds } = await add(passkey.register('laptop'))
    const byPasskey = engine.client(setting.organizationId, passkeyStamper(passkey))
    expect(await byPasskey.query('whoami')).toMatchObject({ userId: setting.rootUserId })
    const { authenticator } = await byPasskey.query('get_authenticator', {
      authenticatorId: authenticatorIds[0]!,
    })
    expect(authenticator).toMatchObject({
      authenticatorName: 'laptop',
      credentialId: passkey.credentialId,
      attestationType: 'none',
      transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
      credential: { type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
    })
    const { authenticators } = await byPasskey.query('get_authenticators', { userId: setting.rootUserId })
    expect(authenticators).toEqual([authenticator])
  })

  it('rejects a passkey with an unsupported algorithm', async () => {
    const attempt = () => add(engine.passkey({ isEd25519: true }).register())
    expect(await refused(attempt)).toEqual([400, 3, 'ATTESTATION_INVALID'])
  })

  it('lets users manage their own passkeys without a grant, unless a policy denies it', async () => {
    const { client, userId } = await addUser(engine, setting.root, 'bob')
    const addFor = (id: string) => () =>
      client.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
        userId: id,
        authenticators: [engine.passkey().register()],
      })
    const { authenticatorIds } = await addFor(userId)()
    await client.run('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', { userId, authenticatorIds })
    expect(await refused(addFor(setting.rootUserId))).toEqual([403, 7, 'NOT_PERMITTED_BY_POLICY'])
    await deny(setting.root, "activity.resource == 'CREDENTIAL' && activity.action == 'CREATE'")
    expect(await refused(addFor(userId))).toEqual([403, 7, 'DENIED_BY_POLICY'])
  })
})

describe('the last long-lived credential', () => {
  it('cannot be deleted in a parent organization', async () => {
    const { authenticatorIds } = await add(engine.passkey().register())
    const { apiKeys } = await setting.root.query('get_api_keys', { userId: setting.rootUserId })
    await setting.root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId: setting.rootUserId,
      apiKeys: [
        {
          apiKeyName: 'brief',
          publicKey: engine.apiKey().publicKey,
          curveType: 'API_KEY_CURVE_P256',
          expirationSeconds: '60',
        },
      ],
    })
    const dropKey = () =>
      setting.root.run('ACTIVITY_TYPE_DELETE_API_KEYS', {
        userId: setting.rootUserId,
        apiKeyIds: [apiKeys[0]!.apiKeyId],
      })
    const { client, userId } = await addUser(engine, setting.root, 'bob')
    const { apiKeys: bobs } = await client.query('get_api_keys', { userId })
    const dropOwn = () =>
      client.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds: [bobs[0]!.apiKeyId] })
    expect(await refused(dropOwn)).toEqual([400, 3, 'LAST_CREDENTIAL'])
    await dropKey()
    expect(authenticatorIds).toHaveLength(1)
  })

  it('can be deleted only in a sub-organization with sign-in by email, SMS or an identity', async () => {
    const off = {
      disableEmailAuth: true,
      disableEmailRecovery: true,
      disableOtpEmailAuth: true,
      disableSmsAuth: true,
    }
    const ways = [
      [{}, true],
      [off, false],
      [{ ...off, disableEmailAuth: false }, true],
      [{ ...off, disableEmailRecovery: false }, true],
      [{ ...off, disableOtpEmailAuth: false }, true],
      [{ ...off, disableSmsAuth: false }, true],
    ] as const
    for (const [organization, mayGo] of ways) {
      engine.clock.advance({ seconds: 1 })
      const { alice, userId, organizationId } = await addSubOrganization(engine, setting.root, {
        organization,
      })
      const { authenticators } = await alice.query('get_authenticators', { userId })
      const drop = () =>
        alice.run('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
          userId,
          authenticatorIds: [authenticators[0]!.authenticatorId],
        })
      if (mayGo) await drop()
      else expect(await refusalOf(engine, organizationId, drop)).toEqual([400, 3, 'LAST_CREDENTIAL'])
    }
  })

  it('is also required of new users', async () => {
    const create = (user: object) => () =>
      setting.root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
        users: [{ userName: 'bob', apiKeys: [], authenticators: [], userTags: [], ...user } as never],
      })
    const { publicKey } = engine.apiKey()
    expect(await refused(create({}))).toEqual([400, 3, 'LAST_CREDENTIAL'])
    expect(await refused(create({ userEmail: 'bob@example.com' }))).toEqual([400, 3, 'LAST_CREDENTIAL'])
    const brief = { apiKeyName: 'brief', publicKey, expirationSeconds: '60' }
    expect(await refused(create({ apiKeys: [brief] }))).toEqual([400, 3, 'LAST_CREDENTIAL'])
    const bare = () =>
      addSubOrganization(engine, setting.root, {
        alice: { authenticators: [], userEmail: null, userPhoneNumber: null },
      })
    expect(await refused(bare)).toEqual([400, 3, 'LAST_CREDENTIAL'])
    await addSubOrganization(engine, setting.root, { alice: { authenticators: [] } })
  })
})

describe('passkey origins', () => {
  it('accepts stamps from any origin until one is set', async () => {
    const passkey = engine.passkey({ origin: OTHER_ORIGIN })
    await add(passkey.register())
    await engine.client(setting.organizationId, passkeyStamper(passkey)).query('whoami')
  })

  it('accepts stamps and registrations of the set origin only', async () => {
    const [mine, other] = [engine.passkey({ origin: ORIGIN }), engine.passkey({ origin: OTHER_ORIGIN })]
    await add(mine.register(), other.register())
    await setOrigin(setting.root, ORIGIN)
    const client = (passkey: typeof mine) => engine.client(setting.organizationId, passkeyStamper(passkey))
    await client(mine).query('whoami')
    expect(await refused(() => client(other).query('whoami'))).toEqual([401, 16, 'PASSKEY_ASSERTION_INVALID'])
    const late = () => add(engine.passkey({ origin: OTHER_ORIGIN }).register())
    expect(await refused(late)).toEqual([400, 3, 'ATTESTATION_INVALID'])
    await add(engine.passkey({ origin: ORIGIN }).register())
    // API keys have no origin.
    await setting.root.query('whoami')
  })

  it('apply to passkeys registered in the organization itself, not in its sub-organizations', async () => {
    const parents = engine.passkey({ origin: OTHER_ORIGIN })
    await add(parents.register())
    const sub = await addSubOrganization(engine, setting.root)
    const byParent = engine.client(sub.organizationId, passkeyStamper(parents))
    await setOrigin(sub.alice, ORIGIN)
    // Alice's passkey has ORIGIN; the parent, which checks its own users, allows any origin.
    await sub.alice.query('whoami')
    await byParent.query('list_wallets')
    await setOrigin(setting.root, 'https://admin.example.com')
    await sub.alice.query('whoami')
    await expect(byParent.query('list_wallets')).rejects.toMatchObject({
      status: 401,
      errorCode: 'PASSKEY_ASSERTION_INVALID',
    })
    const key = engine.apiKey()
    await sub.alice.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId: sub.userId,
      apiKeys: [{ apiKeyName: 'k', publicKey: key.publicKey, curveType: key.curve }],
    })
    await setOrigin(engine.client(sub.organizationId, apiKeyStamper(key)), 'https://moved.example.com')
    await expect(sub.alice.query('whoami')).rejects.toMatchObject({ errorCode: 'PASSKEY_ASSERTION_INVALID' })
  })
})
