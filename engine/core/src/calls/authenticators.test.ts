import { parseBase64url, parseHex, toBase64url, toHex } from '@keywright/keys'
import { describe, expect, it } from 'vitest'
import {
  addSubOrganization,
  addUser,
  apiKeyStamper,
  deny,
  passkeyStamper,
  refusalOf,
} from '../../test/support/index.ts'
import {
  engine,
  inOrganization,
  organizationId,
  refused,
  root,
  rootUserId,
} from '../../test/support/setting.ts'

const ORIGIN = 'https://app.example.com'
const OTHER_ORIGIN = 'https://other.example.com'

inOrganization('authenticators')

const add = (...authenticators: object[]) =>
  root.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
    userId: rootUserId,
    authenticators: authenticators as never,
  })
const setOrigin = (client: typeof root, value: string) =>
  client.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value })

describe('authenticators', () => {
  it('registers passkeys that can stamp, and lists them', async () => {
    const passkey = engine.passkey()
    const { authenticatorIds } = await add(passkey.register('laptop'))
    const byPasskey = engine.client(organizationId, passkeyStamper(passkey))
    expect(await byPasskey.query('whoami')).toMatchObject({ userId: rootUserId })
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
    const { authenticators } = await byPasskey.query('get_authenticators', { userId: rootUserId })
    expect(authenticators).toEqual([authenticator])
  })

  it('rejects a passkey with an unsupported algorithm', async () => {
    const attempt = () => add(engine.passkey({ isEd25519: true }).register())
    expect(await refused(attempt)).toBe('ATTESTATION_INVALID')
  })

  it('rejects a passkey whose public key is a list instead of a map', async () => {
    const { attestation, ...passkey } = engine.passkey().register()
    const object = toHex(parseBase64url(attestation.attestationObject, 'attestation'))
    const changed = parseHex(object.replace('a501020326', '8a01020326'), 'attestation')
    const attempt = () =>
      add({ ...passkey, attestation: { ...attestation, attestationObject: toBase64url(changed) } })
    expect(await refused(attempt)).toBe('ATTESTATION_INVALID')
  })

  it('lets users manage their own passkeys without a grant, unless a policy denies it', async () => {
    const { client, userId } = await addUser(engine, root, 'bob')
    const addFor = (id: string) => () =>
      client.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
        userId: id,
        authenticators: [engine.passkey().register()],
      })
    const { authenticatorIds } = await addFor(userId)()
    await client.run('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', { userId, authenticatorIds })
    expect(await refused(addFor(rootUserId))).toBe('NOT_PERMITTED_BY_POLICY')
    await deny(root, "activity.resource == 'CREDENTIAL' && activity.action == 'CREATE'")
    expect(await refused(addFor(userId))).toBe('DENIED_BY_POLICY')
  })
})

describe('the last long-lived credential', () => {
  it('cannot be deleted in a parent organization', async () => {
    const { authenticatorIds } = await add(engine.passkey().register())
    const { apiKeys } = await root.query('get_api_keys', { userId: rootUserId })
    await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId: rootUserId,
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
      root.run('ACTIVITY_TYPE_DELETE_API_KEYS', {
        userId: rootUserId,
        apiKeyIds: [apiKeys[0]!.apiKeyId],
      })
    const { client, userId } = await addUser(engine, root, 'bob')
    const { apiKeys: bobs } = await client.query('get_api_keys', { userId })
    const dropOwn = () =>
      client.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds: [bobs[0]!.apiKeyId] })
    expect(await refused(dropOwn)).toBe('LAST_CREDENTIAL')
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
      const { alice, userId, organizationId } = await addSubOrganization(engine, root, {
        organization,
      })
      const { authenticators } = await alice.query('get_authenticators', { userId })
      const drop = () =>
        alice.run('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
          userId,
          authenticatorIds: [authenticators[0]!.authenticatorId],
        })
      if (mayGo) await drop()
      else expect(await refusalOf(engine, organizationId, drop)).toBe('LAST_CREDENTIAL')
    }
  })

  it('is also required of new users', async () => {
    const create = (user: object) => () =>
      root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
        users: [{ userName: 'bob', apiKeys: [], authenticators: [], userTags: [], ...user } as never],
      })
    const { publicKey } = engine.apiKey()
    expect(await refused(create({}))).toBe('LAST_CREDENTIAL')
    expect(await refused(create({ userEmail: 'bob@example.com' }))).toBe('LAST_CREDENTIAL')
    const brief = { apiKeyName: 'brief', publicKey, expirationSeconds: '60' }
    expect(await refused(create({ apiKeys: [brief] }))).toBe('LAST_CREDENTIAL')
    const bare = () =>
      addSubOrganization(engine, root, {
        alice: { authenticators: [], userEmail: null, userPhoneNumber: null },
      })
    expect(await refused(bare)).toBe('LAST_CREDENTIAL')
    await addSubOrganization(engine, root, { alice: { authenticators: [] } })
  })
})

describe('passkey origins', () => {
  it('accepts stamps from any origin until one is set', async () => {
    const passkey = engine.passkey({ origin: OTHER_ORIGIN })
    await add(passkey.register())
    await engine.client(organizationId, passkeyStamper(passkey)).query('whoami')
  })

  it('accepts stamps and registrations of the set origin only', async () => {
    const [mine, other] = [engine.passkey({ origin: ORIGIN }), engine.passkey({ origin: OTHER_ORIGIN })]
    await add(mine.register(), other.register())
    await setOrigin(root, ORIGIN)
    const client = (passkey: typeof mine) => engine.client(organizationId, passkeyStamper(passkey))
    await client(mine).query('whoami')
    expect(await refused(() => client(other).query('whoami'))).toBe('PASSKEY_ASSERTION_INVALID')
    const late = () => add(engine.passkey({ origin: OTHER_ORIGIN }).register())
    expect(await refused(late)).toBe('ATTESTATION_INVALID')
    await add(engine.passkey({ origin: ORIGIN }).register())
    // API keys have no origin.
    await root.query('whoami')
  })

  it('apply to passkeys registered in the organization itself, not in its sub-organizations', async () => {
    const parents = engine.passkey({ origin: OTHER_ORIGIN })
    await add(parents.register())
    const sub = await addSubOrganization(engine, root)
    const byParent = engine.client(sub.organizationId, passkeyStamper(parents))
    await setOrigin(sub.alice, ORIGIN)
    // Alice's passkey has ORIGIN; the parent, which checks its own users, allows any origin.
    await sub.alice.query('whoami')
    await byParent.query('list_wallets')
    await setOrigin(root, 'https://admin.example.com')
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
