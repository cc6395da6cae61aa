/** Users sign up and in through a server's proxy, against a complete Keywright. */
import { KeywrightServer } from '@keywright/client/server'
import { credentialsOf } from '@keywright/client/webauthn/testing'
import { type Keywright, startKeywright } from '@keywright/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KeywrightBrowser, type KeywrightBrowserOptions, memoryStorage } from './index.ts'

const PROXY = 'https://app.example.com/keywright'
const EMAIL = 'alice@example.com'

let kw: Keywright
let asked: string[]
let options: KeywrightBrowserOptions
let keywright: KeywrightBrowser

beforeAll(async () => {
  kw = await startKeywright()
})
afterAll(() => kw.close())
afterEach(() => kw.reset())

beforeEach(() => {
  const server = new KeywrightServer({
    apiBaseUrl: kw.url,
    apiPublicKey: kw.apiKey.publicKey,
    apiPrivateKey: kw.apiKey.privateKey,
    defaultOrganizationId: kw.organizationId,
    fetch: kw.fetch,
    now: kw.clock.now,
  })
  asked = []
  const proxy = server.fetchProxyHandler({
    allowedMethods: [
      'createSubOrganization',
      'listSuborgs',
      'listVerifiedSuborgs',
      'initOtp',
      'verifyOtp',
      'otpLogin',
      'oauthLogin',
      'emailAuth',
    ],
    authorize: ({ methodName, params }) => {
      asked.push(`${methodName} ${JSON.stringify(params)}`)
      return true
    },
  })
  options = {
    apiBaseUrl: kw.url,
    defaultOrganizationId: kw.organizationId,
    rpId: 'app.example.com',
    serverSignUrl: PROXY,
    signerPublicKey: kw.signerPublicKey,
    storage: memoryStorage(),
    credentials: credentialsOf(kw.createPasskey()),
    fetch: (request) => (request.url === PROXY ? proxy(request) : kw.fetch(request)),
    now: kw.clock.now,
  }
  keywright = new KeywrightBrowser(options)
})

type Providers = { readonly providerName: string; readonly oidcToken: string }[]

/** Creates an organization whose root user has alice's address. No one has proven it. */
const organizationOf = async (userName: string, oauthProviders: Providers = []) =>
  (
    await kw.client.createSubOrganization({
      subOrganizationName: userName,
      rootUsers: [{ userName, userEmail: EMAIL, apiKeys: [], authenticators: [], oauthProviders }],
      rootQuorumThreshold: 1,
    })
  ).subOrganizationId
const alice = (oauthProviders?: Providers) => organizationOf('alice', oauthProviders)

async function signInWithCode(options?: { readonly organizationId: string }) {
  const challenge = await keywright.sendOtp({ contact: EMAIL, appName: 'Example' })
  const code = String((await kw.inbox.latest({ to: EMAIL })).template['code'])
  return keywright.loginWithOtp(challenge, code, options)
}

const whoIsIn = async (browser = keywright) => (await browser.getCurrentUser())?.username

describe('signing up', () => {
  it('signs in from another browser, which knows only the parent', async () => {
    const { organizationId } = await keywright.signUpWithPasskey({ userName: 'alice' })
    const other = new KeywrightBrowser({ ...options, storage: memoryStorage() })
    const session = await other.passkeyClient().loginWithReadWriteSession()
    expect([session.organizationId, await whoIsIn(other)]).toEqual([organizationId, 'alice'])
  })

  it('signs in even if the user closes the second prompt, and asks for none without provePasskey', async () => {
    const credentials = credentialsOf(kw.createPasskey())
    let asked = 0
    const get = () => {
      asked++
      return Promise.reject(new DOMException('closed', 'NotAllowedError'))
    }
    const closing = new KeywrightBrowser({
      ...options,
      credentials: { create: (options) => credentials.create(options), get },
    })
    const { organizationId } = await closing.signUpWithPasskey({ userName: 'alice' })
    expect(await whoIsIn(closing)).toBe('alice')
    await closing.signUpWithPasskey({ userName: 'bob', provePasskey: false })
    expect(asked).toBe(1)
    // The next sign-in to the organization proves the passkey instead.
    const again = new KeywrightBrowser({ ...options, credentials })
    await again.passkeyClient().loginWithReadWriteSession({ organizationId })
    const other = new KeywrightBrowser({ ...options, credentials, storage: memoryStorage() })
    expect(await other.passkeyClient().loginWithReadWriteSession()).toMatchObject({ organizationId })
  })

  it('takes two prompts and signs in', async () => {
    const credentials = credentialsOf(kw.createPasskey())
    const browser = new KeywrightBrowser({ ...options, credentials })
    const session = await browser.signUpWithPasskey({
      userName: 'alice',
      userEmail: EMAIL,
      wallet: { walletName: 'first', accounts: [] },
    })
    expect(credentials.prompts).toBe(2)
    expect(session.privateKey.extractable).toBe(false)
    const client = (await browser.currentUserSession())!
    expect(await client.whoami()).toMatchObject({ username: 'alice', userId: session.userId })
    expect((await client.listWallets()).wallets).toMatchObject([{ walletName: 'first' }])
    expect(await browser.currentSession()).toEqual(session)
  })

  it('lasts as long as the session, and the passkey starts another', async () => {
    const { organizationId } = await keywright.signUpWithPasskey({ userName: 'alice' })
    const client = (await keywright.currentUserSession())!
    await kw.clock.advance(900_000)
    await expect(client.whoami()).rejects.toMatchObject({ code: 'API_KEY_EXPIRED' })
    expect(await keywright.currentSession()).toBeUndefined()
    const passkeys = keywright.passkeyClient({ organizationId })
    expect(await passkeys.whoami()).toMatchObject({ organizationId })
    await passkeys.loginWithReadWriteSession({ organizationId })
    expect(await whoIsIn()).toBe('alice')
  })

  it('can use your own route', async () => {
    const { serverSignUrl: _, ...rest } = options
    const browser = new KeywrightBrowser(rest)
    const session = await browser.signUpWithPasskey({
      userName: 'alice',
      createOrganization: async (params) => {
        const { subOrganizationId } = await kw.client.createSubOrganization(params)
        return { subOrganizationId }
      },
    })
    expect(session.userId).toMatch(/^[\da-f-]{36}$/)
    expect(await whoIsIn(browser)).toBe('alice')
  })

  it('creates no passkey if it could not be registered', async () => {
    const { serverSignUrl: _, ...rest } = options
    const credentials = credentialsOf(kw.createPasskey())
    const browser = new KeywrightBrowser({ ...rest, credentials })
    await expect(browser.signUpWithPasskey({ userName: 'alice' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    })
    expect(credentials.prompts).toBe(0)
  })
})

describe('a code', () => {
  it('signs in, and the server does not see the code', async () => {
    const organizationId = await alice()
    const challenge = await keywright.sendOtp({ contact: EMAIL, appName: 'Example' })
    const code = String((await kw.inbox.latest({ to: EMAIL })).template['code'])
    const session = await keywright.loginWithOtp(challenge, code, { organizationId })
    expect(session).toMatchObject({ organizationId, kind: 'read-write' })
    expect(session.privateKey.extractable).toBe(false)
    expect(await whoIsIn()).toBe('alice')
    expect(asked.filter((one) => one.includes(`"${code}"`))).toEqual([])
  })

  it('signs in by text message', async () => {
    const phone = '+15555550123'
    const { subOrganizationId: organizationId } = await kw.client.createSubOrganization({
      subOrganizationName: 'bob',
      rootUsers: [
        { userName: 'bob', userPhoneNumber: phone, apiKeys: [], authenticators: [], oauthProviders: [] },
      ],
      rootQuorumThreshold: 1,
    })
    const challenge = await keywright.sendOtp({
      contact: phone,
      appName: 'Example',
      otpType: 'OTP_TYPE_SMS',
    })
    const letter = await kw.inbox.latest({ to: phone, kind: 'sms' })
    await keywright.loginWithOtp(challenge, String(letter.template['code']), { organizationId })
    expect(await whoIsIn()).toBe('bob')
  })

  it('finds the organization that proved the address, not one that only names it', async () => {
    const organizationId = await alice()
    await signInWithCode({ organizationId })
    await organizationOf('mallory')
    expect(await signInWithCode()).toMatchObject({ organizationId })
    await keywright.sendEmail({ email: EMAIL, appName: 'Example' })
    const bundle = String((await kw.inbox.latest({ to: EMAIL })).template['bundle'])
    expect(await keywright.loginWithEmail(bundle)).toMatchObject({ organizationId })
  })

  it('does not choose among organizations that proved the address', async () => {
    await signInWithCode({ organizationId: await alice() })
    await signInWithCode({ organizationId: await alice() })
    await expect(signInWithCode()).rejects.toMatchObject({ code: 'ORGANIZATION_AMBIGUOUS' })
  })

  it('finds no organization that only names the address', async () => {
    await organizationOf('mallory')
    await expect(signInWithCode()).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND' })
    await expect(keywright.sendEmail({ email: EMAIL, appName: 'Example' })).rejects.toMatchObject({
      code: 'ORGANIZATION_NOT_FOUND',
    })
  })

  it('does not sign in if it is wrong', async () => {
    await alice()
    const challenge = await keywright.sendOtp({ contact: EMAIL, appName: 'Example' })
    const code = String((await kw.inbox.latest({ to: EMAIL })).template['code'])
    const wrong = code === '000000' ? '000001' : '000000'
    await expect(keywright.loginWithOtp(challenge, wrong)).rejects.toMatchObject({ code: 'OTP_INVALID' })
    expect(await keywright.currentSession()).toBeUndefined()
  })

  it('is not sent to an unknown address', async () => {
    const challenge = await keywright.sendOtp({ contact: EMAIL, appName: 'Example' })
    const code = String((await kw.inbox.latest({ to: EMAIL })).template['code'])
    await expect(keywright.loginWithOtp(challenge, code)).rejects.toMatchObject({
      code: 'ORGANIZATION_NOT_FOUND',
      help: 'sign up first, or pass the organizationId from your user table',
    })
  })

  it('needs the right pinned signer', async () => {
    await alice()
    const challenge = await keywright.sendOtp({ contact: EMAIL, appName: 'Example' })
    const { signerPublicKey: _, ...rest } = options
    await expect(new KeywrightBrowser(rest).loginWithOtp(challenge, '000000')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    })
    const other = new KeywrightBrowser({ ...options, signerPublicKey: `04${'11'.repeat(64)}` })
    await expect(other.loginWithOtp(challenge, '000000')).rejects.toMatchObject({
      code: 'BUNDLE_SIGNER_MISMATCH',
    })
  })
})

describe('an identity provider', () => {
  it('signs in with a token that has the nonce, also after leaving the page', async () => {
    const oidcToken = kw.issuer.token({ subject: 'alice' })
    const organizationId = await alice([{ providerName: 'Example', oidcToken }])
    const nonce = await keywright.prepareOauth()
    const returned = new KeywrightBrowser(options)
    const session = await returned.loginWithOauth(kw.issuer.token({ subject: 'alice', nonce }))
    expect(session.organizationId).toBe(organizationId)
    expect(await whoIsIn(returned)).toBe('alice')
  })

  it('does not choose among organizations with the same identity', async () => {
    const oidcToken = kw.issuer.token({ subject: 'alice' })
    const organizationId = await alice([{ providerName: 'Example', oidcToken }])
    await organizationOf('mallory', [{ providerName: 'Example', oidcToken }])
    const token = kw.issuer.token({ subject: 'alice', nonce: await keywright.prepareOauth() })
    await expect(keywright.loginWithOauth(token)).rejects.toMatchObject({ code: 'ORGANIZATION_AMBIGUOUS' })
    expect(await keywright.loginWithOauth(token, { organizationId })).toMatchObject({ organizationId })
  })

  it('rejects a token of another browser, or before the start', async () => {
    const oidcToken = kw.issuer.token({ subject: 'alice' })
    await alice([{ providerName: 'Example', oidcToken }])
    await expect(keywright.loginWithOauth(oidcToken)).rejects.toMatchObject({ code: 'LOGIN_NOT_STARTED' })
    await keywright.prepareOauth()
    const stolen = kw.issuer.token({ subject: 'alice', nonce: '00'.repeat(32) })
    await expect(keywright.loginWithOauth(stolen)).rejects.toMatchObject({ code: 'OIDC_TOKEN_INVALID' })
    expect(await keywright.currentSession()).toBeUndefined()
  })
})

describe('an email', () => {
  it('signs in the browser that requested it, also after closing the page', async () => {
    const organizationId = await alice()
    await keywright.sendEmail({ email: EMAIL, appName: 'Example', organizationId })
    const bundle = String((await kw.inbox.latest({ to: EMAIL })).template['bundle'])
    const reopened = new KeywrightBrowser(options)
    const session = await reopened.loginWithEmail(bundle)
    expect(session.privateKey.extractable).toBe(false)
    expect(await whoIsIn(reopened)).toBe('alice')
    await kw.clock.advance(session.expiresAt - kw.clock.now() + 1)
    expect(await reopened.currentSession()).toBeUndefined()
  })

  it('does not sign in another browser', async () => {
    const organizationId = await alice()
    await keywright.sendEmail({ email: EMAIL, appName: 'Example', organizationId })
    const bundle = String((await kw.inbox.latest({ to: EMAIL })).template['bundle'])
    const other = new KeywrightBrowser({ ...options, storage: memoryStorage() })
    await expect(other.loginWithEmail(bundle)).rejects.toMatchObject({ code: 'LOGIN_NOT_STARTED' })
    await other.sendEmail({ email: EMAIL, appName: 'Example', organizationId })
    await expect(other.loginWithEmail(bundle)).rejects.toMatchObject({ code: 'BUNDLE_FOR_ANOTHER_KEY' })
  })
})
