/** Sign-in by email, code, token and session, with keys that stamp requests. */
import { ALICE, clientSignatureBy } from '@keywright/engine/test'
import { dev, withTestDev } from '@keywright/server/test/shared'
import * as crypto from 'crypto-new'
import { describe, expect, it } from 'vitest'
import { AGES, type Answer, type ApiKey, sdks, serverSdkClient } from '../support/sdks.ts'

withTestDev()

/** Values of the last email. */
async function lastMail(): Promise<Answer> {
  const { messages } = await dev.get<{ messages: Answer[] }>('/dev/inbox?kind=mail&limit=1')
  return messages[0].template
}

async function mintToken(request: object): Promise<string> {
  return (await dev.post<{ token: string }>('/dev/issuer/token', request)).token
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, string>

describe.each(AGES)('%s', (age) => {
  const { generateP256KeyPair, getPublicKey, decryptCredentialBundle } = sdks[age].crypto
  const parent = () => serverSdkClient(age, dev.server)

  /** A sub-organization of alice, who receives emails and codes of the parent. */
  async function newAlice() {
    const ownKey = generateP256KeyPair()
    const answer = await parent().createSubOrganization!({
      subOrganizationName: `signs in ${age} ${ownKey.publicKey.slice(-6)}`,
      rootQuorumThreshold: 1,
      rootUsers: [
        {
          userName: 'alice',
          ...ALICE,
          apiKeys: [{ apiKeyName: 'own', publicKey: ownKey.publicKey, curveType: 'API_KEY_CURVE_P256' }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
    })
    const organizationId: string = answer.subOrganizationId
    const alice = serverSdkClient(age, dev.server, { organizationId, apiKey: ownKey })
    return { organizationId, userId: answer.rootUserIds[0], alice }
  }

  async function expectKeyOf(organizationId: string, userId: string, privateKey: string) {
    const publicKey = Buffer.from(getPublicKey(privateKey, true)).toString('hex')
    const client = serverSdkClient(age, dev.server, { organizationId, apiKey: { publicKey, privateKey } })
    expect(await client.getWhoami!()).toMatchObject({ organizationId, userId })
  }

  it('email auth: the bundle in the email contains a key that stamps', async () => {
    const { organizationId, userId } = await newAlice()
    const target = generateP256KeyPair()
    const answer = await parent().emailAuth!({
      organizationId,
      email: ALICE.userEmail,
      targetPublicKey: target.publicKeyUncompressed,
      emailCustomization: { appName: 'Example' },
    })
    expect(answer.userId).toBe(userId)
    const { bundle } = await lastMail()
    await expectKeyOf(organizationId, userId, decryptCredentialBundle(bundle, target.privateKey))
    const stranger = generateP256KeyPair()
    expect(() => decryptCredentialBundle(bundle, stranger.privateKey)).toThrow()
  })

  it('OTP auth: the code is exchanged for a bundle', async () => {
    const { organizationId, userId } = await newAlice()
    const { otpId } = await parent().initOtpAuth!({
      organizationId,
      otpType: 'OTP_TYPE_EMAIL',
      contact: ALICE.userEmail,
      ...(age === 'new' && { appName: 'Example' }),
    })
    const { code } = await lastMail()
    const target = generateP256KeyPair()
    const answer = await parent().otpAuth!({
      organizationId,
      otpId,
      otpCode: code,
      targetPublicKey: target.publicKeyUncompressed,
    })
    await expectKeyOf(
      organizationId,
      userId,
      decryptCredentialBundle(answer.credentialBundle, target.privateKey),
    )
  })

  it('OAuth: a token of the issuer, bound to the target key, is exchanged for a bundle', async () => {
    const subject = `subject ${age}`
    const { alice, organizationId, userId } = await newAlice()
    const oidcToken = await mintToken({ subject })
    await alice.createOauthProviders!({
      userId,
      oauthProviders: [{ providerName: 'issuer', oidcToken }],
    })
    const target = generateP256KeyPair()
    const bound = await mintToken({ subject, targetPublicKey: target.publicKeyUncompressed })
    const answer = await parent().oauth!({
      organizationId,
      oidcToken: bound,
      targetPublicKey: target.publicKeyUncompressed,
    })
    await expectKeyOf(
      organizationId,
      userId,
      decryptCredentialBundle(answer.credentialBundle, target.privateKey),
    )
  })

  it('read-write session: a bundle for the caller', async () => {
    const { alice, organizationId, userId } = await newAlice()
    const target = generateP256KeyPair()
    const { credentialBundle } = await alice.createReadWriteSession!({
      targetPublicKey: target.publicKeyUncompressed,
      expirationSeconds: '600',
    })
    await expectKeyOf(organizationId, userId, decryptCredentialBundle(credentialBundle, target.privateKey))
  })

  it('read-only session: a token that can query but not submit', async () => {
    const { alice, organizationId, userId } = await newAlice()
    const { session, sessionExpiry } = await alice.createReadOnlySession!({})
    expect(Number(sessionExpiry)).toBeGreaterThan(Date.now() / 1000)
    const stamper = {
      stamp: async () => ({ stampHeaderName: 'X-Session', stampHeaderValue: session as string }),
    }
    const client = new sdks[age].HttpClient({ baseUrl: dev.server.url }, stamper) as Answer
    expect(await client.getWhoami({ organizationId })).toMatchObject({ userId })
    const wallet = {
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: String(Date.now()),
      organizationId,
      parameters: { walletName: 'never', accounts: [] },
    }
    await expect(client.createWallet(wallet)).rejects.toThrow(/error 7: a read-only session/)
  })
})

describe('today only', () => {
  const { generateP256KeyPair } = crypto
  const client = () => serverSdkClient('new', dev.server)

  async function newUser(oauthProviders: object[] = []) {
    const { subOrganizationId, rootUserIds } = await client().createSubOrganization!({
      subOrganizationName: 'signs in with a session token',
      rootQuorumThreshold: 1,
      rootUsers: [{ userName: 'alice', ...ALICE, apiKeys: [], authenticators: [], oauthProviders }],
    })
    return { organizationId: subOrganizationId as string, userId: rootUserIds[0] as string }
  }

  /** Checks the session token and stamps with its key. */
  async function expectSession(
    session: string,
    user: { organizationId: string; userId: string },
    apiKey: ApiKey,
  ) {
    expect(await crypto.verifySessionJwtSignature(session, dev.server.signerPublicKey)).toBe(true)
    expect(await crypto.verifySessionJwtSignature(session)).toBe(false)
    expect(claimsOf(session)).toMatchObject({
      user_id: user.userId,
      organization_id: user.organizationId,
      public_key: apiKey.publicKey,
      session_type: 'SESSION_TYPE_READ_WRITE',
    })
    const { organizationId } = user
    const mine = serverSdkClient('new', dev.server, { organizationId, apiKey })
    expect(await mine.getWhoami!()).toMatchObject(user)
    const next = generateP256KeyPair()
    const { session: renewed } = await mine.stampLogin!({ publicKey: next.publicKey })
    expect(await crypto.verifySessionJwtSignature(renewed, dev.server.signerPublicKey)).toBe(true)
  }

  it('one-time code: encrypted, verified, exchanged for a session', async () => {
    const user = await newUser()
    const key = generateP256KeyPair()
    const { otpId, otpEncryptionTargetBundle } = await client().initOtp!({
      otpType: 'OTP_TYPE_EMAIL',
      contact: ALICE.userEmail,
      appName: 'Example',
    })
    const { code } = await lastMail()
    const sealed = (signer?: string) =>
      crypto.encryptOtpCodeToBundle(code, otpEncryptionTargetBundle, key.publicKey, signer)
    await expect(sealed()).rejects.toThrow(/does not match/)
    const { verificationToken } = await client().verifyOtp!({
      otpId,
      encryptedOtpBundle: await sealed(dev.server.signerPublicKey),
    })
    const claims = await crypto.verifyOtpVerificationToken(verificationToken, dev.server.signerPublicKey)
    expect(claims).toMatchObject({ contact: ALICE.userEmail, public_key: key.publicKey })
    const { organizationId } = user
    const { session } = await client().otpLogin!({
      organizationId,
      verificationToken,
      publicKey: key.publicKey,
      clientSignature: clientSignatureBy(key, verificationToken, { login: { publicKey: key.publicKey } }),
    })
    await expectSession(session, user, key)
  })

  it('OAuth: a token bound to the key is exchanged for a session', async () => {
    const subject = 'session subject'
    const { iss, aud } = claimsOf(await mintToken({ subject }))
    const user = await newUser([{ providerName: 'issuer', oidcClaims: { iss, aud, sub: subject } }])
    const key = generateP256KeyPair()
    const oidcToken = await mintToken({ subject, targetPublicKey: key.publicKey })
    const { organizationId } = user
    const { session } = await client().oauthLogin!({ organizationId, oidcToken, publicKey: key.publicKey })
    await expectSession(session, user, key)
  })
})
