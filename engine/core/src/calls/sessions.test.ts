import { parseP256PublicKey, verifySessionToken } from '@keywright/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ALICE,
  addSubOrganization,
  addUser,
  apiKeyStamper,
  type Client,
  clientSignatureBy,
  createTargetKey,
  createTestEngine,
  newVerificationToken,
  refusalOf,
  sessionStamper,
  signedBy,
  tokenClaims,
} from '../../test/support/index.ts'
import {
  engine,
  inSubOrganization,
  organizationId,
  refusedInSub as refused,
  root,
  sub,
} from '../../test/support/setting.ts'

const NAMES = { organizationName: 'of alice', username: 'alice' }

inSubOrganization('sessions')

const claimsOf = (session: string) =>
  verifySessionToken(session, parseP256PublicKey(engine.signerPublicKey, 'signer'))

describe('read-only sessions', () => {
  const open = (client: Client = sub.alice) => client.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})

  it('reads for an hour', async () => {
    const { session, sessionExpiry, ...names } = await open()
    expect(names).toEqual({ organizationId: sub.organizationId, userId: sub.userId, ...NAMES })
    expect(Number(sessionExpiry)).toBe(Math.floor(engine.clock() / 1000) + 3_600)
    const reader = engine.client(sub.organizationId, sessionStamper(session))
    expect(await reader.query('whoami')).toMatchObject({ userId: sub.userId })
    await reader.query('list_wallets')
    engine.clock.advance({ minutes: 59, seconds: 59 })
    await reader.query('list_wallets')
    engine.clock.advance({ seconds: 1 })
    expect(await refused(() => reader.query('list_wallets'))).toBe('SESSION_INVALID')
  })

  it('belongs to the caller: the same body from another user opens another session', async () => {
    const bob = await addUser(engine, sub.alice, 'bob')
    const posted = sub.alice.compose('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    const post = async (client: Client) => (await (await client.post(posted)).json()).activity
    const hers = await post(sub.alice)
    const his = await post(bob.client)
    expect(his.id).not.toBe(hers.id)
    expect(his.fingerprint).toBe(hers.fingerprint)
    for (const [activity, userId] of [
      [hers, sub.userId],
      [his, bob.userId],
    ]) {
      const { session } = activity.result.createReadOnlySessionResult
      const reader = engine.client(sub.organizationId, sessionStamper(session))
      expect(await reader.query('whoami')).toMatchObject({ userId })
    }
    // The same body again returns the same activity and opens no other session.
    for (const [client, first] of [
      [sub.alice, hers],
      [bob.client, his],
    ]) {
      const again = await post(client)
      expect(again).toMatchObject({ id: first.id, withheld: ['session'] })
      expect(again.result).toEqual({
        createReadOnlySessionResult: { ...first.result.createReadOnlySessionResult, session: undefined },
      })
    }
  })

  it('cannot submit or vote', async () => {
    const { session } = await open()
    const reader = engine.client(sub.organizationId, sessionStamper(session))
    const attempts = [
      () => reader.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] }),
      () => reader.submit('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {}),
      () => reader.approve(`sha256:${'0'.repeat(64)}`),
    ]
    for (const attempt of attempts) expect(await refused(attempt)).toBe('SESSION_READ_ONLY')
  })

  it('rejects tokens of another root secret, of deleted users and, in a sub-organization, of the parent', async () => {
    const { session } = await open()
    const other = createTestEngine('another root secret', { store: engine.ports.store })
    const elsewhere = other.client(sub.organizationId, sessionStamper(session))
    await expect(elsewhere.query('whoami')).rejects.toMatchObject({ errorCode: 'ROW_ALTERED' })
    const bob = await addUser(engine, sub.alice, 'bob')
    // An identical body in the same millisecond would be a vote on alice's activity.
    engine.clock.advance({ milliseconds: 1 })
    const bobs = await open(bob.client)
    await sub.alice.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [bob.userId] })
    for (const token of [bobs.session, (await open(root)).session]) {
      const client = engine.client(sub.organizationId, sessionStamper(token))
      expect(await refused(() => client.query('whoami'))).toBe('SESSION_INVALID')
    }
  })
})

describe('read-write sessions', () => {
  const open = async (parameters: object = {}, client: Client = sub.alice) => {
    const target = createTargetKey(engine.random)
    const result = await client.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
      targetPublicKey: target.targetPublicKey,
      ...parameters,
    })
    const key = await target.open(result.credentialBundle)
    return { result, client: engine.client(sub.organizationId, apiKeyStamper(key)) }
  }

  it('stamps for 15 minutes, and can refresh itself', async () => {
    const { result, client } = await open()
    expect(result).toMatchObject({ organizationId: sub.organizationId, userId: sub.userId, ...NAMES })
    const { apiKeys } = await client.query('get_api_keys', { userId: sub.userId })
    expect(apiKeys).toMatchObject([
      {
        apiKeyId: result.apiKeyId,
        apiKeyName: 'Read Write Session - 2025-01-02T03:04:05.000Z',
        credential: { type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256' },
        expirationSeconds: '900',
      },
    ])
    await client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    const next = await open({}, client)
    engine.clock.advance({ minutes: 15 })
    expect(await refused(() => client.query('whoami'))).toBe('API_KEY_EXPIRED')
    expect(await refused(() => next.client.query('whoami'))).toBe('API_KEY_EXPIRED')
  })

  it('identifies the user by email in version 1', async () => {
    const target = createTargetKey(engine.random)
    const session = (email: string, client = sub.alice) =>
      client.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION', {
        targetPublicKey: target.targetPublicKey,
        email,
      })
    expect(await session(ALICE.userEmail)).toMatchObject({ userId: sub.userId })
    expect(await refused(() => session('mallory@example.com'))).toBe('CONTACT_NOT_FOUND')
    const bob = await addUser(engine, sub.alice, 'bob')
    engine.clock.advance({ milliseconds: 1 })
    expect(await refused(() => session(ALICE.userEmail, bob.client))).toBe('NOT_PERMITTED_BY_POLICY')
    await sub.alice.run('ACTIVITY_TYPE_UPDATE_USER', { userId: bob.userId, userEmail: 'bob@example.com' })
    expect(await session('bob@example.com', bob.client)).toMatchObject({ userId: bob.userId })
  })

  it('needs a grant only for other users', async () => {
    const bob = await addUser(engine, sub.alice, 'bob')
    expect((await open({}, bob.client)).result).toMatchObject({ userId: bob.userId })
    expect((await open({ userId: bob.userId })).result).toMatchObject({ userId: bob.userId })
    const other = () => open({ userId: sub.userId }, bob.client)
    expect(await refused(other)).toBe('NOT_PERMITTED_BY_POLICY')
  })

  it('names, shortens and ends sessions on request, and evicts the oldest of ten', async () => {
    for (let n = 0; n <= 10; n++) {
      engine.clock.advance({ seconds: 1 })
      await open({ apiKeyName: `s${n}`, expirationSeconds: '60' })
    }
    const names = async () =>
      (await sub.alice.query('get_api_keys', { userId: sub.userId })).apiKeys.map((key) => key.apiKeyName)
    expect(await names()).toEqual(['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10'])
    await open({ apiKeyName: 'only', invalidateExisting: true })
    expect(await names()).toEqual(['only'])
  })
})

describe('stamp_login', () => {
  const login = (publicKey: string, changes: object = {}, client: Client = sub.alice) =>
    client.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey, ...changes })

  it('registers the key of the client and returns a signed receipt', async () => {
    const key = engine.apiKey()
    const { session } = await login(key.publicKey)
    expect(claimsOf(session)).toEqual({
      exp: Math.floor(engine.clock() / 1000) + 900,
      public_key: key.publicKey,
      session_type: 'SESSION_TYPE_READ_WRITE',
      user_id: sub.userId,
      organization_id: sub.organizationId,
    })
    const client = engine.client(sub.organizationId, apiKeyStamper(key))
    expect(await client.query('whoami')).toMatchObject({ userId: sub.userId })
    const { apiKeys } = await client.query('get_api_keys', { userId: sub.userId })
    expect(apiKeys).toMatchObject([
      { credential: { type: 'CREDENTIAL_TYPE_LOGIN' }, expirationSeconds: '900' },
    ])
    // The receipt grants no access.
    const byReceipt = engine.client(sub.organizationId, sessionStamper(session))
    expect(await refused(() => byReceipt.query('whoami'))).toBe('SESSION_INVALID')
    // It is signed by the same signer as verification tokens, but isn’t one.
    const byCode = () =>
      sub.parent.run('ACTIVITY_TYPE_OTP_LOGIN', { verificationToken: session, publicKey: key.publicKey })
    expect(await refused(byCode)).toBe('VERIFICATION_TOKEN_INVALID')
  })

  it('prolongs the same key, and revokes others on request', async () => {
    const [key, other] = [engine.apiKey(), engine.apiKey()]
    await login(key.publicKey, { expirationSeconds: '60' })
    engine.clock.advance({ seconds: 59 })
    await login(key.publicKey, { expirationSeconds: '60' })
    await login(other.publicKey)
    engine.clock.advance({ seconds: 59 })
    const client = engine.client(sub.organizationId, apiKeyStamper(key))
    expect((await client.query('get_api_keys', { userId: sub.userId })).apiKeys).toHaveLength(2)
    await login(other.publicKey, { invalidateExisting: true })
    expect(await refused(() => client.query('whoami'))).toBe('API_KEY_NOT_FOUND')
  })

  it('needs no grant, and rejects keys of other users', async () => {
    const bob = await addUser(engine, sub.alice, 'bob')
    await login(engine.apiKey().publicKey, {}, bob.client)
    expect(await refused(() => login(bob.key.publicKey))).toBe('CREDENTIAL_TAKEN')
  })
})

const verified = (client: Client, contact: string, publicKey?: string) =>
  newVerificationToken(engine, client, contact, publicKey)
const tokenIdOf = (token: string) => tokenClaims(token).id

describe('otp_login', () => {
  it('registers the key of the token once, in version 1', async () => {
    const key = engine.apiKey()
    const verificationToken = await verified(sub.parent, ALICE.userEmail, key.publicKey)
    const login = () =>
      sub.parent.run('ACTIVITY_TYPE_OTP_LOGIN', { verificationToken, publicKey: key.publicKey })
    const { session } = await login()
    expect(claimsOf(session)).toMatchObject({ user_id: sub.userId, public_key: key.publicKey })
    const client = engine.client(sub.organizationId, apiKeyStamper(key))
    expect(await client.query('whoami')).toMatchObject({ userId: sub.userId })
    engine.clock.advance({ seconds: 1 })
    expect(await refused(login)).toBe('VERIFICATION_TOKEN_INVALID')
  })

  it('accepts a token of the parent and a signature by its key, in version 2, also by SMS', async () => {
    await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
      name: 'FEATURE_NAME_SMS_AUTH',
      value: '',
    })
    const [bound, own] = [engine.apiKey(), engine.apiKey()]
    const verificationToken = await verified(root, ALICE.userPhoneNumber, bound.publicKey)
    const { publicKey } = own
    const clientSignature = clientSignatureBy(bound, verificationToken, { login: { publicKey } })
    await sub.parent.run('ACTIVITY_TYPE_OTP_LOGIN_V2', { verificationToken, publicKey, clientSignature })
    const client = engine.client(sub.organizationId, apiKeyStamper(own))
    expect(await client.query('whoami')).toMatchObject({ userId: sub.userId })
  })

  it('rejects signatures by another key, over another message, or without token and key', async () => {
    const [bound, own] = [engine.apiKey(), engine.apiKey()]
    const verificationToken = await verified(sub.parent, ALICE.userEmail, bound.publicKey)
    const message = `${tokenIdOf(verificationToken)} ${own.publicKey}`
    const login = (clientSignature: ReturnType<typeof signedBy>) => () =>
      sub.parent.run('ACTIVITY_TYPE_OTP_LOGIN_V2', {
        verificationToken,
        publicKey: own.publicKey,
        clientSignature,
      })
    for (const bad of [
      signedBy(own, message),
      { ...signedBy(own, message), publicKey: bound.publicKey },
      { ...signedBy(bound, message), message: `${message} ` },
      { ...signedBy(bound, message), signature: 'zz' },
      signedBy(bound, own.publicKey),
      signedBy(bound, tokenIdOf(verificationToken)),
    ]) {
      expect(await refused(login(bad))).toBe('CLIENT_SIGNATURE_INVALID')
    }
    // A rejected request does not use up the token.
    await login(signedBy(bound, message))()
  })
})

describe('verified contacts', () => {
  const list = async (filters: object = {}) =>
    (await root.query('list_verified_suborgs', filters)).organizationIds
  const byEmail = (filterValue: string) => list({ filterType: 'EMAIL', filterValue })

  beforeEach(async () => {
    for (const name of ['FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH'] as const) {
      await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name, value: '' })
    }
  })

  it('are only those of the token at creation', async () => {
    expect(await list()).toEqual([])
    const key = engine.apiKey()
    const verificationToken = await verified(root, 'bob@example.com', key.publicKey)
    const clientSignature = signedBy(key, `sign up bob@example.com with ${tokenIdOf(verificationToken)}`)
    const bob = await addSubOrganization(engine, root, {
      alice: { userName: 'bob', userEmail: 'bob@example.com' },
      organization: { subOrganizationName: 'of bob', verificationToken, clientSignature },
    })
    expect(await list()).toEqual([bob.organizationId])
    expect(await byEmail('bob@example.com')).toEqual([bob.organizationId])
    expect(await byEmail(ALICE.userEmail)).toEqual([])
    expect(await list({ filterType: 'PHONE_NUMBER', filterValue: ALICE.userPhoneNumber })).toEqual([])
    expect(await refusalOf(engine, organizationId, () => list({ filterType: 'EMAIL' }))).toBe(
      'MEMBER_MISSING',
    )
  })

  it('are rejected at creation for a signature by another key or over another purpose', async () => {
    const key = engine.apiKey()
    const userEmail = 'bob@example.com'
    const verificationToken = await verified(root, userEmail, key.publicKey)
    const create = (clientSignature: object) => () =>
      addSubOrganization(engine, root, {
        alice: { userEmail },
        organization: { verificationToken, clientSignature },
      })
    const tokenId = tokenIdOf(verificationToken)
    const message = JSON.stringify({ signup: { email: userEmail }, tokenId })
    const ofLogin = JSON.stringify({ login: { publicKey: key.publicKey }, tokenId })
    for (const bad of [signedBy(engine.apiKey(), message), signedBy(key, ofLogin)])
      expect(await refusalOf(engine, organizationId, create(bad))).toBe('CLIENT_SIGNATURE_INVALID')
    await create(signedBy(key, message))()
  })

  it('need the signature of the key that the token is bound to, so that a stolen token is worthless', async () => {
    const userEmail = 'bob@example.com'
    const create = (verificationToken: string) =>
      addSubOrganization(engine, root, { alice: { userEmail }, organization: { verificationToken } })
    const bound = await verified(root, userEmail, engine.apiKey().publicKey)
    expect(await refusalOf(engine, organizationId, () => create(bound))).toBe('VERIFICATION_TOKEN_INVALID')
    engine.clock.advance({ seconds: 1 })
    const created = await create(await verified(root, userEmail))
    expect(await list()).toEqual([created.organizationId])
  })

  it('follow changes: a new address is unproven unless its token is included', async () => {
    await sub.alice.run('ACTIVITY_TYPE_UPDATE_USER_EMAIL', {
      userId: sub.userId,
      userEmail: 'new@example.com',
      verificationToken: await verified(sub.alice, 'new@example.com'),
    })
    expect(await byEmail('new@example.com')).toEqual([sub.organizationId])
    await sub.alice.run('ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', {
      userId: sub.userId,
      userPhoneNumber: '+15555550199',
      verificationToken: await verified(sub.alice, '+15555550199'),
    })
    expect(await list({ filterType: 'PHONE_NUMBER', filterValue: '+15555550199' })).toEqual([
      sub.organizationId,
    ])
    await sub.alice.run('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId: sub.userId, userEmail: 'c@example.com' })
    expect(await byEmail('new@example.com')).toEqual([])
    expect(await byEmail('c@example.com')).toEqual([])
    // Changing back does not prove it again.
    await sub.alice.run('ACTIVITY_TYPE_UPDATE_USER', { userId: sub.userId, userEmail: 'new@example.com' })
    expect(await byEmail('new@example.com')).toEqual([])
    expect(await list()).toEqual([sub.organizationId])
  })

  it('change with a bound token only if its key stamps the request, so that a stolen token is worthless', async () => {
    const userEmail = 'bob@example.com'
    const key = engine.apiKey()
    const verificationToken = await verified(root, userEmail, key.publicKey)
    const update = (client: Client) =>
      client.run('ACTIVITY_TYPE_UPDATE_USER_EMAIL', { userId: sub.userId, userEmail, verificationToken })
    expect(await refused(() => update(sub.alice))).toBe('VERIFICATION_TOKEN_INVALID')
    await sub.alice.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: key.publicKey })
    expect(await refused(() => update(sub.alice))).toBe('VERIFICATION_TOKEN_INVALID')
    await update(engine.client(sub.organizationId, apiKeyStamper(key)))
    expect(await byEmail(userEmail)).toEqual([sub.organizationId])
  })

  it('include the address of a login', async () => {
    const { publicKey } = engine.apiKey()
    const verificationToken = await verified(sub.parent, ALICE.userEmail, publicKey)
    await sub.parent.run('ACTIVITY_TYPE_OTP_LOGIN', { verificationToken, publicKey })
    expect(await byEmail(ALICE.userEmail)).toEqual([sub.organizationId])
  })
})
