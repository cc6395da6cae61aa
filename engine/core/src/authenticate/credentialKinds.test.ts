/** Every kind of credential with every header and scheme: it authenticates as its own kind only. */
import { stampSchemes as statedSchemes } from '@keywright/contract'
import {
  apiKeyCurves,
  createStamp,
  curveOfScheme,
  oidcNonceOf,
  p256PublicKeyOf,
  parseBase64url,
  parseHex,
  type StampScheme,
  stampSchemes,
  toHex,
  toStampHeader,
  toUtf8,
} from '@keywright/keys'
import { createPasskey } from '@keywright/keys/passkey'
import { beforeAll, describe, expect, it } from 'vitest'
import { isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { createWorld, type World } from '../../test/callCoverage/world.ts'
import {
  ALICE,
  addSubOrganization,
  apiKeyStamper,
  createTargetKey,
  newCode,
  newVerificationToken,
  type Passkey,
  type SubOrganization,
} from '../../test/support/index.ts'
import { identityKey } from '../identity/credentials.ts'

type Header = readonly [name: string, value: string]

/** A credential: its name, the proofs that it is valid for, and the key an attacker might try. */
interface Credential {
  readonly kind: string
  /** Schemes of `X-Stamp`, or another header; empty if it authenticates nothing. */
  readonly goodFor: readonly (StampScheme | 'passkey' | 'session')[]
  /** The id that a header would contain. */
  readonly id: string
  /** Hex key that signs for it. Default: an unrelated key. */
  readonly privateKey?: string
  readonly passkey?: Passkey
  /** The error instead of 200 for every request. */
  readonly refused?: readonly [status: number, errorCode: string]
  /** The error of submits, if the credential may only ask `whoami`. */
  readonly submits?: readonly [status: number, errorCode: string]
}

const P256 = ['SIGNATURE_SCHEME_TK_API_P256'] as const

let world: World
let sub: SubOrganization
let other: SubOrganization
let credentials: Credential[]

beforeAll(async () => {
  world = await createWorld('credential kinds')
  const { engine } = world
  sub = world.sub
  other = await addSubOrganization(engine, world.root, { organization: { subOrganizationName: 'other' } })
  credentials = await everyKind()
})

async function everyKind(): Promise<Credential[]> {
  const { engine, issuer } = world
  const { alice, parent, userId } = sub
  const found: Credential[] = []
  const addKey = (kind: string, privateKey: string, more: Partial<Credential> = {}) =>
    found.push({
      kind,
      goodFor: P256,
      id: toHex(p256PublicKeyOf(parseHex(privateKey, 'private key'))),
      privateKey,
      ...more,
    })

  for (const curve of apiKeyCurves) {
    const key = engine.apiKey(curve)
    await alice.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
      userId,
      apiKeys: [{ apiKeyName: curve, publicKey: key.publicKey, curveType: curve }],
    })
    const goodFor = stampSchemes.filter((scheme) => curveOfScheme(scheme) === curve)
    found.push({ kind: `API key ${curve}`, goodFor, id: key.publicKey, privateKey: key.privateKey })
  }
  const expired = engine.apiKey()
  await alice.run('ACTIVITY_TYPE_CREATE_API_KEYS', {
    userId,
    apiKeys: [{ apiKeyName: 'expired', publicKey: expired.publicKey, expirationSeconds: '1' }],
  })
  await engine.client(sub.organizationId, apiKeyStamper(expired)).query('whoami')
  engine.clock.advance({ seconds: 2 })
  addKey('expired API key', expired.privateKey, { refused: [401, 'API_KEY_EXPIRED'] })

  // Keys that a sign-in seals to the client.
  const target = createTargetKey(engine.random)
  const { targetPublicKey } = target
  const open = async (bundle: unknown) => (await target.open(bundle as string)).privateKey
  const mailed = async () => {
    await engine.idle()
    return open(engine.mails.at(-1)!.template['bundle'])
  }
  const email = ALICE.userEmail
  await parent.run('ACTIVITY_TYPE_EMAIL_AUTH', { email, targetPublicKey })
  addKey('email', await mailed())
  const session = { targetPublicKey, userId }
  const readWrite = await alice.run('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', session)
  addKey('read-write session', await open(readWrite.credentialBundle))
  const code = await newCode(world.engine, parent, email, 'ACTIVITY_TYPE_INIT_OTP_AUTH')
  const byCode = await parent.run('ACTIVITY_TYPE_OTP_AUTH', { ...code, targetPublicKey })
  addKey('one-time code', await open(byCode.credentialBundle))
  const identity = { issuer: issuer.url, subject: 'alice', audience: 'app' }
  await alice.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', {
    userId,
    oauthProviders: [{ providerName: 'id', oidcToken: await issuer.token() }],
  })
  const token = (publicKey: string) => issuer.token({ nonce: oidcNonceOf(publicKey) })
  const oidcToken = await token(targetPublicKey)
  const byToken = await parent.run('ACTIVITY_TYPE_OAUTH', { oidcToken, targetPublicKey })
  addKey('OAuth', await open(byToken.credentialBundle))

  // The client's own keys, which a login registers.
  const [stamped, coded, identified] = [engine.apiKey(), engine.apiKey(), engine.apiKey()]
  await alice.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: stamped.publicKey })
  addKey('stamp login', stamped.privateKey)
  const verificationToken = await newVerificationToken(world.engine, parent, email, coded.publicKey)
  await parent.run('ACTIVITY_TYPE_OTP_LOGIN', { verificationToken, publicKey: coded.publicKey })
  addKey('code login', coded.privateKey)
  await parent.run('ACTIVITY_TYPE_OAUTH_LOGIN', {
    oidcToken: await token(identified.publicKey),
    publicKey: identified.publicKey,
  })
  addKey('OAuth login', identified.privateKey)

  const { passkey } = sub
  found.push({ kind: 'passkey', goodFor: ['passkey'], id: passkey.credentialId, passkey })
  const { session: readOnly } = await alice.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
  found.push({
    kind: 'read-only session',
    goodFor: ['session'],
    id: readOnly,
    submits: [403, 'SESSION_READ_ONLY'],
  })
  // Authenticators choose their own ids: this one equals the id of the same user's API key. 64 digits are 48 whole
  // bytes.
  const ed25519 = found.find(({ kind }) => kind.endsWith('ED25519'))!
  const spelling = engine.passkey({ rawId: parseBase64url(ed25519.id, 'id') })
  expect(spelling.credentialId).toBe(ed25519.id)
  await alice.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
    userId,
    authenticators: [spelling.register('spells an API key')],
  })
  found.push({
    kind: 'passkey that spells an API key',
    goodFor: ['passkey'],
    id: spelling.credentialId,
    passkey: spelling,
  })
  found.push({ kind: 'identity', goodFor: [], id: identityKey(identity) })
  found.push({ kind: 'ID token', goodFor: [], id: oidcToken })
  found.push({ kind: 'verification token', goodFor: [], id: verificationToken })
  found.push({
    kind: 'one-time code id',
    goodFor: [],
    id: (await newCode(world.engine, parent, email)).otpId,
  })
  found.push({ kind: 'email address', goodFor: [], id: email })
  found.push({ kind: 'user id', goodFor: [], id: userId })

  await parent.run('ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY', { email, targetPublicKey })
  addKey('recovery', await mailed(), { submits: [403, 'NOT_PERMITTED_BY_POLICY'] })
  return found
}

/** All ways in which an attacker could try to use a credential, each with the proof that it imitates. */
function attempts(credential: Credential, text: string): [StampScheme | 'passkey' | 'session', Header][] {
  const { id, passkey } = credential
  const { random } = world.engine
  const body = toUtf8(text)
  const privateKey = credential.privateKey ?? toHex((passkey ?? world.engine.passkey()).keyPair.privateKey)
  const stamped = stampSchemes.map((scheme): [StampScheme, Header] => {
    const { signature } = createStamp(scheme, body, privateKey)
    return [scheme, ['X-Stamp', toStampHeader({ publicKey: id, scheme, signature })]]
  })
  const keyBytes = parseHex(privateKey, 'private key')
  const keyPair = { privateKey: keyBytes, publicKey: p256PublicKeyOf(keyBytes) }
  const assertion = JSON.parse((passkey ?? createPasskey({ random, keyPair })).stamp(body)) as object
  return [
    ...stamped,
    ['passkey', ['X-Stamp-WebAuthn', JSON.stringify({ ...assertion, credentialId: id })]],
    ['session', ['X-Session', id]],
  ]
}

async function post(path: string, text: string, [name, value]: Header) {
  const request = new Request(`http://localhost/public/v1/${path}`, {
    method: 'POST',
    body: text,
    headers: { [name]: value },
  })
  const response = await world.engine.handle(request)
  const answer = (await response.json()) as { details?: { errorCode?: string }[] }
  const errorCode = answer.details?.find((detail) => detail.errorCode !== undefined)?.errorCode
  return { status: response.status, errorCode, answer }
}

const query = (organizationId: string) => JSON.stringify({ organizationId })
let sent = 0
const submit = (organizationId: string) =>
  JSON.stringify({
    organizationId,
    type: 'ACTIVITY_TYPE_UPDATE_USER',
    timestampMs: String(world.engine.clock()),
    parameters: { userId: sub.userId, userName: `alice ${++sent}` },
  })

it('supports the schemes of the contract, with their curves', () => {
  expect(stampSchemes.map((scheme) => ({ scheme, curve: curveOfScheme(scheme) }))).toEqual(
    statedSchemes.map(({ scheme, curve }) => ({ scheme, curve })),
  )
})

describe('each kind of credential', () => {
  it('is tested', () => {
    const kinds = credentials.map(({ kind }) => kind)
    expect(new Set(kinds).size).toBe(kinds.length)
    const made = new Set(credentials.flatMap(({ goodFor }) => goodFor))
    expect([...made].sort()).toEqual([...stampSchemes, 'passkey', 'session'].sort())
  })

  it('is accepted as its own kind, and rejected with a catalog error as any other', async () => {
    let tried = 0
    for (const credential of credentials) {
      const { goodFor, refused, submits } = credential
      for (const [place, path, write] of [
        [sub.organizationId, 'query/whoami', query],
        // `whoami` on the parent resolves a credential of one sub-organization, except sessions.
        [world.organizationId, 'query/whoami', query],
        [sub.organizationId, 'submit/update_user', submit],
        [other.organizationId, 'query/whoami', query],
        [other.organizationId, 'submit/update_user', submit],
      ] as const) {
        const text = write(place)
        for (const [as, header] of attempts(credential, text)) {
          const isItself = goodFor.includes(as)
          if (!isItself && !isNightly && tried++ % 5 > 0) continue
          const isHere = place === sub.organizationId || (place === world.organizationId && as !== 'session')
          const expected =
            !isItself || !isHere
              ? [401, expect.any(String)]
              : (refused ?? (path.startsWith('submit') ? submits : undefined) ?? [200, undefined])
          const { status, errorCode, answer } = await post(path, text, header)
          const about = `${credential.kind} as ${as} at ${path} of ${place}: ${JSON.stringify(answer)}`
          expect([status, errorCode], about).toEqual(expected)
          if (status === 200 && path === 'query/whoami') expect(answer).toMatchObject({ userId: sub.userId })
        }
      }
    }
    expect(world.engine.faults).toEqual([])
  })

  it('can be deleted without affecting another kind with the same id', async () => {
    const [key, spelling] = ['API key API_KEY_CURVE_ED25519', 'passkey that spells an API key'].map(
      (kind) => credentials.find((credential) => credential.kind === kind)!,
    ) as [Credential, Credential]
    expect(key.id).toBe(spelling.id)
    const { authenticators } = await sub.alice.query('get_authenticators', { userId: sub.userId })
    const { authenticatorId } = authenticators.find(({ credentialId }) => credentialId === spelling.id)!
    await sub.alice.run('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
      userId: sub.userId,
      authenticatorIds: [authenticatorId],
    })
    const text = query(sub.organizationId)
    const answers = attempts(key, text).map(async ([as, header]) => [
      as,
      (await post('query/whoami', text, header)).status,
    ])
    expect(Object.fromEntries(await Promise.all(answers))).toMatchObject({
      SIGNATURE_SCHEME_TK_API_ED25519: 200,
      passkey: 401,
    })
  })
})
