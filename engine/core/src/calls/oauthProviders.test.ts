import { oidcNonceOf, toBase64url, toUtf8 } from '@keywright/keys'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addSubOrganization,
  addUser,
  apiKeyStamper,
  createIssuer,
  createTargetKey,
  createTestEngine,
  type Issuer,
  refusalOf,
  type TargetKey,
} from '../../test/support/index.ts'
import {
  engine,
  inSubOrganization,
  organizationId,
  refusedInSub as refused,
  root,
  sub,
} from '../../test/support/setting.ts'

let issuer: Issuer
/** The fetch port's response instead of the issuer's. */
let answer: ((url: string) => Promise<Response>) | undefined
let target: TargetKey

const seconds = () => Math.floor(engine.clock() / 1000)

inSubOrganization('oauth', { fetch: (url) => (answer ?? issuer.fetch)(url) })
beforeEach(async () => {
  issuer = await createIssuer({ now: seconds })
  answer = undefined
  target = createTargetKey(engine.random)
})

const register = (oauthProviders: object[], userId = sub.userId) =>
  sub.alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
    userId,
    oauthProviders: oauthProviders as never,
  })
const claims = (changes: object = {}) => ({
  providerName: 'example',
  oidcClaims: { iss: issuer.url, sub: 'alice', aud: 'app', ...changes },
})
/** The issuer's documents; `changes` apply to its configuration. */
const documents = async (url: string, changes: object = {}) =>
  url.endsWith('/openid-configuration')
    ? Response.json({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys`, ...changes })
    : issuer.fetch(url)
const signIn = async (tokenChanges: object = {}, changes: object = {}) =>
  sub.parent.run('ACTIVITY_TYPE_OAUTH', {
    oidcToken: await issuer.token({ nonce: oidcNonceOf(target.targetPublicKey), ...tokenChanges }),
    targetPublicKey: target.targetPublicKey,
    ...changes,
  })

describe('OAuth providers', () => {
  it.each(['ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2'] as const)(
    'registers and lists the identity of a verified token without a nonce by %s',
    async (type) => {
      const { providerIds } = await sub.alice.run(type, {
        userId: sub.userId,
        oauthProviders: [{ providerName: 'example', oidcToken: await issuer.token() }],
      })
      const { oauthProviders } = await sub.alice.query('get_oauth_providers', { userId: sub.userId })
      expect(oauthProviders).toMatchObject([
        {
          providerId: providerIds[0],
          providerName: 'example',
          issuer: issuer.url,
          audience: 'app',
          subject: 'alice',
        },
      ])
      expect(await sub.parent.query('get_oauth_providers')).toEqual({ oauthProviders })
      const found = await root.query('list_suborgs', {
        filterType: 'OIDC_TOKEN',
        filterValue: await issuer.token(),
      })
      expect(found.organizationIds).toEqual([sub.organizationId])
    },
  )

  it('registers plain claims without asking the issuer, also for new users', async () => {
    await register([claims()])
    expect(issuer.fetched).toEqual([])
    const born = await addSubOrganization(engine, root, {
      alice: { oauthProviders: [{ providerName: 'example', oidcToken: await issuer.token({ sub: 'bob' }) }] },
    })
    const { oauthProviders } = await born.alice.query('get_oauth_providers', { userId: born.userId })
    expect(oauthProviders).toMatchObject([{ subject: 'bob' }])
  })

  it('keeps the last sign-in method', async () => {
    const lone = await addSubOrganization(engine, root, {
      alice: { userEmail: null, userPhoneNumber: null },
    })
    const { providerIds } = await lone.alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
      userId: lone.userId,
      oauthProviders: [claims()],
    })
    const { authenticators } = await lone.alice.query('get_authenticators', { userId: lone.userId })
    // The session must outlive the passkey, so the identity opens it.
    const key = engine.apiKey()
    await lone.parent.run('ACTIVITY_TYPE_OAUTH_LOGIN', {
      oidcToken: await issuer.token({ nonce: oidcNonceOf(key.publicKey) }),
      publicKey: key.publicKey,
    })
    const session = engine.client(lone.organizationId, apiKeyStamper(key))
    await session.run('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
      userId: lone.userId,
      authenticatorIds: [authenticators[0]!.authenticatorId],
    })
    const attempt = () =>
      session.run('ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS', { userId: lone.userId, providerIds })
    expect(await refusalOf(engine, lone.organizationId, attempt)).toBe('LAST_CREDENTIAL')
  })

  it('rejects taken identities, an eleventh, and callers without a grant', async () => {
    await register([claims()])
    engine.clock.advance({ seconds: 1 })
    expect(await refused(() => register([claims()]))).toBe('CREDENTIAL_TAKEN')
    const bob = await addUser(engine, sub.alice, 'bob')
    expect(await refused(() => register([claims()], bob.userId))).toBe('CREDENTIAL_TAKEN')
    const ten = Array.from({ length: 10 }, (_, n) => claims({ sub: `s${n}` }))
    expect(await refused(() => register(ten))).toBe('CREDENTIAL_LIMIT_REACHED')
    const own = () =>
      bob.client.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', {
        userId: bob.userId,
        oauthProviders: [claims({ sub: 'bob' })],
      })
    expect(await refused(own)).toBe('NOT_PERMITTED_BY_POLICY')
  })
})

describe('oauth', () => {
  beforeEach(() => register([claims()]))

  it.each(['nonce', 'tknonce'])(
    'exchanges a token whose %s names the target key for a bundle',
    async (member) => {
      const token = { nonce: undefined, [member]: oidcNonceOf(target.targetPublicKey) }
      const { userId, apiKeyId, credentialBundle } = await signIn(token)
      const alice = engine.client(sub.organizationId, apiKeyStamper(await target.open(credentialBundle)))
      expect(await alice.query('whoami')).toMatchObject({ userId })
      const { apiKeys } = await sub.alice.query('get_api_keys', { userId })
      expect(apiKeys).toMatchObject([
        {
          apiKeyId,
          apiKeyName: 'Oauth - 2025-01-02T03:04:05.000Z',
          credential: { type: 'CREDENTIAL_TYPE_OAUTH_KEY_P256' },
          expirationSeconds: '900',
        },
      ])
    },
  )

  it.each([
    ['exp', -59],
    ['nbf', 59],
    ['iat', 59],
  ])('accepts a token whose %s is %i seconds from now, because clocks differ', async (claim, offset) => {
    expect(await signIn({ [claim]: seconds() + offset })).toHaveProperty('userId')
  })

  it.each([
    ['exp', -61, 'it has expired'],
    ['nbf', 62, 'it is not valid yet'],
    ['iat', 62, 'it was issued in the future'],
  ])('rejects a token whose %s is %i seconds from now: %s', async (claim, offset, reason) => {
    await expect(signIn({ [claim]: seconds() + offset })).rejects.toThrow(reason)
  })

  it('says which part of a token is wrong', async () => {
    const pairs = await Promise.all([1, 2].map(() => generateKeyPair('ES256', { extractable: true })))
    const keys = await Promise.all(
      pairs.map(async ({ publicKey }, i) => ({
        ...(await exportJWK(publicKey)),
        alg: 'ES256',
        kid: `k${i}`,
      })),
    )
    answer = async (url) => (url.endsWith('/keys') ? Response.json({ keys }) : documents(url))
    const sign = (header: object, claims: object = {}) =>
      new SignJWT({ aud: 'app', sub: 'alice', iss: issuer.url, exp: seconds() + 600, ...claims })
        .setProtectedHeader({ alg: 'ES256', ...header })
        .sign(pairs[0]!.privateKey)
    const cases: [Promise<string>, string][] = [
      [sign({ kid: 'k7' }), 'publishes no ES256 key `k7`'],
      [sign({}), 'has no `kid`, and its issuer publishes several keys'],
      [sign({ kid: 'k1' }), 'its signature does not verify'],
      [sign({ kid: 'k0', typ: 'at+jwt' }), 'its type `at+jwt` is not that of an ID token'],
      [sign({ kid: 'k0' }, { exp: undefined }), 'it lacks `exp`'],
      [sign({ kid: 'k0' }, { nbf: 'soon' }), 'its `nbf` is not a number'],
      [sign({ kid: 'k0', typ: 'JWT' }), 'its nonce is for another key'],
    ]
    for (const [token, reason] of cases) {
      await expect(signIn({}, { oidcToken: await token })).rejects.toThrow(reason)
    }
  })

  it('hashes the text of the key, as in the example of the protocol', () => {
    const key =
      '04bb76f9a8aaafbb0722fa184f66642ae425e2a032bde8ffa0479ff5a93157b204c7848701cf246d81fd58f6c4c47a437d9f81e6a183042f2f1aa2f6aa28e4ab65'
    expect(oidcNonceOf(key)).toBe('1f9570d976946c0cb72f0e853eea0fb648b5e9e9a2266d25f971817e187c9b18')
  })

  it('rejects a token for several audiences that another app requested', async () => {
    const aud = ['app', 'other']
    expect(await signIn({ aud, azp: 'app' })).toMatchObject({ userId: sub.userId })
    expect(await refused(() => signIn({ aud, azp: 'other' }))).toBe('OIDC_TOKEN_INVALID')
    // Either app may have requested it.
    expect(await refused(() => signIn({ aud }))).toBe('OIDC_TOKEN_INVALID')
    // The Android client of an app requests tokens for the audience of its server.
    expect(await signIn({ aud: 'app', azp: 'android' })).toMatchObject({ userId: sub.userId })
  })

  it.each([
    ['another nonce', { nonce: 'f'.repeat(64) }],
    ['no nonce', { nonce: undefined }],
    ['a nonce in upper case', {}],
    ['another subject', { sub: 'mallory' }],
    ['another audience', { aud: 'other' }],
    ['no subject', { sub: undefined }],
    ['no expiry', { exp: undefined }],
    ['a past expiry', { exp: 1_600_000_000 }],
    ['an unregistered issuer', { iss: 'https://evil.example.com' }],
    ['an issuer that is not a URL', { iss: 'alice' }],
  ])('rejects a token with %s', async (what, changes) => {
    const nonce = oidcNonceOf(target.targetPublicKey).toUpperCase()
    const attempt = () => signIn(what.includes('upper case') ? { nonce } : changes)
    expect(await refused(attempt)).toBe('OIDC_TOKEN_INVALID')
  })

  it('does not contact an issuer without users', async () => {
    await refused(() => signIn({ iss: 'https://evil.example.com' }))
    expect(issuer.fetched).toEqual([])
  })

  it('rejects tokens that are unsigned, signed with a shared secret, altered, unreadable or huge', async () => {
    const nonce = oidcNonceOf(target.targetPublicKey)
    const good = await issuer.token({ nonce })
    const [, payload, signature] = good.split('.') as [string, string, string]
    const header = (members: object) => toBase64url(toUtf8(JSON.stringify(members)))
    const other = await (await createIssuer({ now: seconds })).token({ nonce })
    const hmac = await new SignJWT(JSON.parse(atob(payload)))
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(new Uint8Array(32))
    const tokens = [
      `${header({ alg: 'none' })}.${payload}.`,
      `${header({ alg: 'none', kid: 'first' })}.${payload}.${signature}`,
      hmac,
      `${good.slice(0, -6)}AAAAAA`,
      other,
      'not a token',
      `${good}${'A'.repeat(20_000)}`,
    ]
    for (const oidcToken of tokens) {
      expect(await refused(() => signIn({}, { oidcToken }))).toBe('OIDC_TOKEN_INVALID')
    }
  })

  it.each([
    ['does not answer', async () => Promise.reject(new Error('refused'))],
    ['answers an error', async () => new Response(null, { status: 500 })],
    ['answers no JSON', async () => new Response('<html>')],
    ['names no keys', async () => Response.json({})],
    ['names another issuer', async (url: string) => documents(url, { issuer: 'https://other.example.com' })],
    [
      'names keys at an http URL',
      async (url: string) => documents(url, { jwks_uri: 'http://id.example.com/keys' }),
    ],
    ['redirects to its documents', async (url: string) => Response.redirect(`${url}/elsewhere`, 302)],
    [
      'is fetched with redirects',
      async (url: string) => Object.defineProperty(await documents(url), 'redirected', { value: true }),
    ],
    ['sends an endless response', async () => new Response('x'.repeat(200_000))],
    [
      'publishes hundreds of keys',
      async (url: string) =>
        url.endsWith('/keys') ? Response.json({ keys: Array(101).fill({}) }) : documents(url),
    ],
  ])('returns 503 if the issuer %s', async (_what, how: (url: string) => Promise<Response>) => {
    answer = how
    expect(await refused(() => signIn())).toBe('ISSUER_UNREACHABLE')
  })

  const PRIVATE = [
    'https://127.0.0.1',
    'https://0x7f000001',
    'https://2130706433/realm',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost./',
    'https://keys.internal',
    'http://localhost:8080',
    'https://user@id.example.com',
  ]

  it('never contacts an issuer at a private address', async () => {
    for (const iss of [...PRIVATE, 'https://id.example.com?x=', 'https://id.example.com#']) {
      const { providerIds } = await register([claims({ iss })])
      const oidcToken = await issuer.token({ iss })
      for (const attempt of [() => signIn({ iss }), () => register([{ providerName: 'x', oidcToken }])])
        expect([iss, await refused(attempt)]).toEqual([iss, 'OIDC_TOKEN_INVALID'])
      await sub.alice.run('ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS', { userId: sub.userId, providerIds })
    }
    expect(issuer.fetched).toEqual([])
  })

  it('never fetches keys from a private address', async () => {
    for (const jwks_uri of PRIVATE) {
      const asked: string[] = []
      answer = async (url) => {
        asked.push(url)
        return documents(url, { jwks_uri })
      }
      expect([jwks_uri, await refused(() => signIn())]).toEqual([jwks_uri, 'ISSUER_UNREACHABLE'])
      expect(asked).toEqual([`${issuer.url}/.well-known/openid-configuration`])
    }
  })

  it('contacts an issuer on the local machine if the host allows it', async () => {
    const local = await createIssuer({
      now: () => Math.floor(own.clock() / 1000),
      url: 'http://127.0.0.1:9/issuer',
    })
    const own = createTestEngine('own machine', {
      fetch: local.fetch,
      settings: { allowsPrivateTargets: true },
    })
    const parent = await own.organization()
    const { alice, userId } = await addSubOrganization(own, parent.root)
    await alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', {
      userId,
      oauthProviders: [{ providerName: 'local', oidcToken: await local.token() }],
    })
    expect(local.fetched).toHaveLength(2)
  })

  it.each(['RS256', 'PS256', 'EdDSA', 'ES384'])('verifies %s', async (algorithm) => {
    issuer = await createIssuer({ now: seconds, algorithm })
    expect(await signIn()).toMatchObject({ userId: sub.userId })
  })
})

describe('oauth_login', () => {
  it('registers the key of the client that the nonce identifies', async () => {
    await register([claims()])
    const key = engine.apiKey()
    const login = async (changes: object = {}) =>
      sub.parent.run('ACTIVITY_TYPE_OAUTH_LOGIN', {
        oidcToken: await issuer.token({ nonce: oidcNonceOf(key.publicKey) }),
        publicKey: key.publicKey,
        ...changes,
      })
    expect((await login()).session.split('.')).toHaveLength(3)
    const alice = engine.client(sub.organizationId, apiKeyStamper(key))
    expect(await alice.query('whoami')).toMatchObject({ userId: sub.userId })
    const { publicKey } = engine.apiKey()
    expect(await refused(() => login({ publicKey }))).toBe('OIDC_TOKEN_INVALID')
    const inParent = async () =>
      root.run('ACTIVITY_TYPE_OAUTH_LOGIN', { oidcToken: await issuer.token(), publicKey })
    expect(await refusalOf(engine, organizationId, inParent)).toBe('SUB_ORGANIZATION_ONLY')
  })
})

describe('an identity that was registered by its claims', () => {
  const find = async () => {
    const filter = { filterType: 'OIDC_TOKEN', filterValue: await issuer.token() } as const
    return (await root.query('list_suborgs', filter)).organizationIds
  }

  it('is not found until a token proves it, so that users cannot receive the sign-ins of others', async () => {
    await register([claims()])
    expect(await find()).toEqual([])
    const own = await addSubOrganization(engine, root, {
      alice: { oauthProviders: [{ providerName: 'example', oidcToken: await issuer.token() }] },
    })
    expect(await find()).toEqual([own.organizationId])
  })

  it('is not found in a new organization either', async () => {
    await root.run('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8', {
      subOrganizationName: 'pregenerated',
      rootUsers: [{ userName: 'alice', apiKeys: [], authenticators: [], oauthProviders: [claims()] }],
      rootQuorumThreshold: 1,
    })
    expect(await find()).toEqual([])
  })

  it.each(['oauth', 'oauth_login'])('is found after a sign-in by %s', async (call) => {
    await register([claims(), claims({ sub: 'other' })])
    const { publicKey } = engine.apiKey()
    if (call === 'oauth') await signIn()
    else
      await sub.parent.run('ACTIVITY_TYPE_OAUTH_LOGIN', {
        oidcToken: await issuer.token({ nonce: oidcNonceOf(publicKey) }),
        publicKey,
      })
    expect(await find()).toEqual([sub.organizationId])
    const other = { filterType: 'OIDC_TOKEN', filterValue: await issuer.token({ sub: 'other' }) } as const
    expect(await root.query('list_suborgs', other)).toEqual({ organizationIds: [] })
  })
})
