/** Users sign up and in through a server's proxy, against a complete Keywright. */
import { createAuthenticator } from '@keywright/client/dev'
import { KeywrightServer } from '@keywright/client/server'
import { credentialsOf } from '@keywright/client/webauthn/testing'
import { limits } from '@keywright/contract'
import { type Keywright, startKeywright } from '@keywright/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
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

/** Runs a task in two tabs of an origin at the same time. */
async function inTwoTabs<T>(task: (tab: KeywrightBrowser) => Promise<T>): Promise<T[]> {
  let turn: Promise<unknown> = Promise.resolve()
  const request = (_: string, inTurn: () => Promise<unknown>) => (turn = turn.then(inTurn))
  vi.stubGlobal('navigator', { locks: { request } })
  const results = await Promise.all([1, 2].map(() => task(new KeywrightBrowser(options))))
  vi.unstubAllGlobals()
  return results
}

describe('signing up', () => {
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

type Interruption = (abort: AbortController) => Partial<KeywrightBrowserOptions>

describe('a sign-up that was interrupted', () => {
  let device: ReturnType<typeof createAuthenticator>
  beforeEach(() => {
    device = createAuthenticator({ origin: 'https://app.example.com' })
    options = { ...options, credentials: device.credentials }
  })

  const never = new Promise<never>(() => {})
  /** Ends the sign-up, as a closed page would, or rejects as an aborted prompt would. */
  const stopAt =
    (prompt: 'create' | 'get', then: (abort: AbortController) => Promise<never>): Interruption =>
    (abort) => ({ credentials: { ...device.credentials, [prompt]: () => then(abort) } })
  const aborted = (abort: AbortController) => {
    abort.abort()
    return Promise.reject(abort.signal.reason)
  }
  const closed = (abort: AbortController) => {
    abort.signal.dispatchEvent(new Event('closed'))
    return never
  }
  const atServer =
    (answer: (request: Request, abort: AbortController) => Promise<Response>): Interruption =>
    (abort) => ({
      fetch: (request) => (request.url === PROXY ? answer(request, abort) : options.fetch!(request)),
    })

  const INTERRUPTIONS: readonly [string, Interruption][] = [
    ['aborted in the first prompt', stopAt('create', aborted)],
    ['closed in the first prompt', stopAt('create', closed)],
    ['aborted in the second prompt', stopAt('get', aborted)],
    ['closed in the second prompt', stopAt('get', closed)],
    ['cut off before the server', atServer(() => Promise.reject(new TypeError('offline')))],
    [
      'cut off behind the server',
      atServer(async (request) => {
        await options.fetch!(request)
        throw new TypeError('connection lost')
      }),
    ],
    [
      'answered by a proxy that gave up',
      atServer(async (request) => {
        await options.fetch!(request)
        return new Response('<h1>504</h1>', { status: 504 })
      }),
    ],
    [
      'aborted behind the server',
      atServer(async (request, abort) => {
        await options.fetch!(request)
        abort.abort()
        throw abort.signal.reason
      }),
    ],
    [
      'closed behind the server',
      atServer(async (request, abort) => {
        await options.fetch!(request)
        return closed(abort)
      }),
    ],
  ]

  /** Signs up until the interruption. */
  async function interrupt(interruption: Interruption) {
    const abort = new AbortController()
    const { signal } = abort
    const broken = { ...options, ...interruption(abort) }
    const isClosed = new Promise((done) => signal.addEventListener('closed', done))
    const browser = new KeywrightBrowser(broken)
    const end = browser.signUpWithPasskey({ userName: 'alice', signal }).catch((error) => error)
    await Promise.race([isClosed, end])
  }

  it.each(INTERRUPTIONS)(
    'continues after it was %s, with one passkey and one organization',
    async (_, at) => {
      await interrupt(at)
      const again = new KeywrightBrowser(options)
      const { organizationId } = await again.signUpWithPasskey({ userName: 'alice' })
      expect(await whoIsIn(again)).toBe('alice')
      expect(device.passkeys).toHaveLength(1)
      expect((await kw.client.listSuborgs()).organizationIds).toEqual([organizationId])
      const other = new KeywrightBrowser({ ...options, storage: memoryStorage() })
      expect(await other.passkeyClient().loginWithReadWriteSession()).toMatchObject({ organizationId })
    },
  )

  it('continues only with its passkey', async () => {
    await interrupt(stopAt('get', closed))
    const stranger = createAuthenticator({ origin: 'https://app.example.com' })
    const browser = new KeywrightBrowser({ ...options, credentials: stranger.credentials })
    await expect(browser.signUpWithPasskey({ userName: 'alice' })).rejects.toMatchObject({
      code: 'PASSKEY_CANCELLED',
    })
    expect(await browser.currentSession()).toBeUndefined()
  })

  it('does not continue for other names, or after an hour', async () => {
    const count = async () => (await kw.client.listSuborgs()).organizationIds.length
    await interrupt(stopAt('get', closed))
    await new KeywrightBrowser(options).signUpWithPasskey({ userName: 'bob' })
    expect(await count()).toBe(2)
    await interrupt(stopAt('get', closed))
    await kw.clock.advance(3_600_000)
    await new KeywrightBrowser(options).signUpWithPasskey({ userName: 'alice' })
    expect(await count()).toBe(4)
  })

  it('starts over if the organization was deleted', async () => {
    await interrupt(stopAt('get', closed))
    await kw.reset()
    const again = new KeywrightBrowser(options)
    await expect(again.signUpWithPasskey({ userName: 'alice' })).rejects.toMatchObject({
      code: 'ORGANIZATION_NOT_FOUND',
    })
    await again.signUpWithPasskey({ userName: 'alice' })
    expect(await whoIsIn(again)).toBe('alice')
  })

  it('sends your own route the same parameters', async () => {
    const sent: object[] = []
    const createOrganization = async (params: { readonly timestampMs: string }) => {
      sent.push(params)
      const { subOrganizationId } = await kw.client.createSubOrganization(params as never)
      if (sent.length === 1) throw new TypeError('connection lost')
      return { subOrganizationId }
    }
    const names = { userName: 'alice', createOrganization }
    const first = new KeywrightBrowser(options)
    await expect(first.signUpWithPasskey(names)).rejects.toThrow('connection lost')
    const { organizationId } = await new KeywrightBrowser(options).signUpWithPasskey(names)
    expect(sent[1]).toEqual(sent[0])
    expect((await kw.client.listSuborgs()).organizationIds).toEqual([organizationId])
  })

  it('creates no passkey if it cannot be noted', async () => {
    const full = { ...memoryStorage(), set: () => Promise.reject(new DOMException('', 'QuotaExceededError')) }
    const browser = new KeywrightBrowser({ ...options, storage: full })
    await expect(browser.signUpWithPasskey({ userName: 'alice' })).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    })
    expect(device.prompts).toBe(0)
  })

  const failure = { code: 6, message: 'failed', details: [] }
  it.each([
    ['a rejection', 429, { code: 8, message: 'too many', details: [{ errorCode: 'RATE_LIMITED' }] }],
    ['an activity that failed', 200, { activity: { status: 'ACTIVITY_STATUS_FAILED', failure } }],
  ])('sends a new request after %s', async (_, status, body) => {
    const sent: string[] = []
    const fetch = async (request: Request) => {
      if (request.url !== PROXY) return options.fetch!(request)
      sent.push((await request.clone().json()).params.timestampMs)
      return sent.length === 1 ? Response.json(body, { status }) : options.fetch!(request)
    }
    const browser = new KeywrightBrowser({ ...options, fetch })
    await expect(browser.signUpWithPasskey({ userName: 'alice' })).rejects.toThrow()
    await kw.clock.advance(1_000)
    await browser.signUpWithPasskey({ userName: 'alice' })
    expect(Number(sent[1])).toBeGreaterThanOrEqual(Number(sent[0]) + 1_000)
    expect([device.passkeys.length, device.prompts]).toEqual([1, 2])
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

describe('a sign-in that was interrupted', () => {
  /** Its first call of this method loses its response. */
  const losing = (methodName: string, isBeforeServer = false) => {
    let isFirst = true
    return async (request: Request) => {
      const isLost =
        request.url === PROXY && isFirst && (await request.clone().json()).methodName === methodName
      isFirst &&= !isLost
      if (isLost && isBeforeServer) throw new TypeError('offline')
      const response = await options.fetch!(request)
      if (isLost) throw new TypeError('connection lost')
      return response
    }
  }
  const newestCode = async () => String((await kw.inbox.latest({ to: EMAIL })).template['code'])

  it('by a code continues in a page that was opened again', async () => {
    const organizationId = await alice()
    await keywright.sendOtp({ contact: EMAIL, appName: 'Example' })
    const reopened = new KeywrightBrowser(options)
    const challenge = (await reopened.pendingOtp())!
    expect(challenge).toMatchObject({ contact: EMAIL, otpType: 'OTP_TYPE_EMAIL' })
    await reopened.loginWithOtp(challenge, await newestCode(), { organizationId })
    expect(await whoIsIn(reopened)).toBe('alice')
    expect(await reopened.pendingOtp()).toBeUndefined()
  })

  it('by a code does not continue after the code has expired', async () => {
    await keywright.sendOtp({ contact: EMAIL, appName: 'Example' })
    await kw.clock.advance((limits.otpLifetime - 60) * 1000)
    expect(await keywright.pendingOtp()).toMatchObject({ contact: EMAIL })
    await kw.clock.advance(60_000)
    expect(await keywright.pendingOtp()).toBeUndefined()
  })

  it.each([
    ['listVerifiedSuborgs', false],
    ['otpLogin', true],
  ])('by a code accepts the code again if %s failed after it was used', async (method, isBeforeServer) => {
    await signInWithCode({ organizationId: await alice() })
    const browser = new KeywrightBrowser({ ...options, fetch: losing(method, isBeforeServer) })
    const challenge = await browser.sendOtp({ contact: EMAIL, appName: 'Example' })
    const code = await newestCode()
    await expect(browser.loginWithOtp(challenge, code)).rejects.toMatchObject({ code: 'UNREACHABLE' })
    const reopened = new KeywrightBrowser(options)
    await reopened.loginWithOtp((await reopened.pendingOtp())!, code)
    expect(await whoIsIn(reopened)).toBe('alice')
  })

  it('by a code works with another code if the response of the last step was lost', async () => {
    const organizationId = await alice()
    const browser = new KeywrightBrowser({ ...options, fetch: losing('otpLogin') })
    for (const isLost of [true, false]) {
      const challenge = await browser.sendOtp({ contact: EMAIL, appName: 'Example' })
      const signedIn = browser.loginWithOtp(challenge, await newestCode(), { organizationId })
      if (isLost) await expect(signedIn).rejects.toMatchObject({ code: 'UNREACHABLE' })
      else await signedIn
    }
    expect(await whoIsIn(browser)).toBe('alice')
  })

  it('by an identity provider works again with the same token, or with another', async () => {
    const identity = [{ providerName: 'Example', oidcToken: kw.issuer.token({ subject: 'alice' }) }]
    await alice(identity)
    for (const hasAnother of [false, true]) {
      const browser = new KeywrightBrowser({ ...options, fetch: losing('oauthLogin') })
      const token = async () => kw.issuer.token({ subject: 'alice', nonce: await browser.prepareOauth() })
      const first = await token()
      await expect(browser.loginWithOauth(first)).rejects.toMatchObject({ code: 'UNREACHABLE' })
      await browser.loginWithOauth(hasAnother ? await token() : first)
      expect(await whoIsIn(browser)).toBe('alice')
    }
  })

  it.each(['whoami', 'get_api_keys'])('by email opens the bundle again if %s failed', async (call) => {
    const organizationId = await alice()
    await keywright.sendEmail({ email: EMAIL, appName: 'Example', organizationId })
    const bundle = String((await kw.inbox.latest({ to: EMAIL })).template['bundle'])
    let isOffline = true
    const fetch = (request: Request) =>
      isOffline && request.url.endsWith(`/${call}`)
        ? Promise.reject(new TypeError('offline'))
        : options.fetch!(request)
    const browser = new KeywrightBrowser({ ...options, fetch, retries: 0 })
    await expect(browser.loginWithEmail(bundle)).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(await browser.currentSession()).toBeUndefined()
    isOffline = false
    await browser.loginWithEmail(bundle)
    expect(await whoIsIn(browser)).toBe('alice')
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

  it('has one key, also if two tabs prepare a sign-in together', async () => {
    const nonces = await inTwoTabs((tab) => tab.prepareOauth())
    expect(new Set(nonces).size).toBe(1)
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
  it('has the key of the other one, also if two tabs request one together', async () => {
    const organizationId = await alice()
    await inTwoTabs((tab) => tab.sendEmail({ email: EMAIL, appName: 'Example', organizationId }))
    const keys = asked.flatMap((call) => /^emailAuth .*"targetPublicKey":"(\w+)"/.exec(call)?.[1] ?? [])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

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
