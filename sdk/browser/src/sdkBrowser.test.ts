import 'fake-indexeddb/auto'
import { ConsensusNeededError } from '@keywright/client'
import { KeywrightServer } from '@keywright/client/server'
import { credentialsOf } from '@keywright/client/webauthn/testing'
import { createTestEngine, type TestEngine } from '@keywright/engine/test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { indexedDbStorage, KeywrightBrowser, type KeywrightBrowserOptions, memoryStorage } from './index.ts'

let engine: TestEngine
let organizationId: string
let server: KeywrightServer
let credentials: ReturnType<typeof credentialsOf>
let options: KeywrightBrowserOptions
let keywright: KeywrightBrowser
const PROXY = 'https://app.example.com/keywright'

beforeEach(async () => {
  engine = createTestEngine('sdk browser')
  const made = await engine.organization()
  organizationId = made.organizationId
  const apiBaseUrl = 'https://engine.example.com'
  const shared = { apiBaseUrl, defaultOrganizationId: organizationId, now: engine.clock }
  const { publicKey, privateKey } = made.rootKey
  server = new KeywrightServer({
    ...shared,
    apiPublicKey: publicKey,
    apiPrivateKey: privateKey,
    fetch: engine.handle,
  })
  const proxy = server.fetchProxyHandler({
    allowedMethods: ['createSubOrganization', 'createWallet', 'getWallet'],
  })
  credentials = credentialsOf(engine.passkey())
  options = {
    ...shared,
    rpId: 'app.example.com',
    serverSignUrl: PROXY,
    storage: memoryStorage(),
    credentials,
    fetch: (request) => (request.url === PROXY ? proxy(request) : engine.handle(request)),
  }
  keywright = new KeywrightBrowser(options)
})

/** Sign-up: the page creates a passkey, the server a sub-organization. */
async function signUp(): Promise<string> {
  const authenticator = await keywright
    .passkeyClient()
    .createUserPasskey({ authenticatorName: 'phone', user: { name: 'alice@example.com' } })
  const { subOrganizationId } = await keywright.serverSign('createSubOrganization', {
    subOrganizationName: 'alice',
    rootUsers: [{ userName: 'alice', apiKeys: [], authenticators: [authenticator], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  })
  return subOrganizationId
}

describe.each([
  ['memory', () => memoryStorage()],
  ['IndexedDB', () => indexedDbStorage()],
])('a session in %s', (_, storage) => {
  beforeEach(() => {
    keywright = new KeywrightBrowser({ ...options, storage: storage() })
  })

  it('needs one prompt, signs without another, and survives the page', async () => {
    const subOrganizationId = await signUp()
    credentials.prompts = 0
    const session = await keywright
      .passkeyClient()
      .loginWithReadWriteSession({ organizationId: subOrganizationId })
    expect(session.privateKey.extractable).toBe(false)
    const reloaded = _ === 'memory' ? keywright : new KeywrightBrowser({ ...options, storage: storage() })
    const client = (await reloaded.currentUserSession())!
    expect(await client.createWallet({ walletName: 'savings', accounts: [] })).toMatchObject({
      walletId: expect.any(String),
    })
    expect(await reloaded.getCurrentUser()).toMatchObject({
      username: 'alice',
      organizationId: subOrganizationId,
    })
    expect(await reloaded.getCurrentSubOrganization()).toEqual({
      organizationId: subOrganizationId,
      organizationName: 'alice',
    })
    expect(credentials.prompts).toBe(1)
  })

  it('ends with signing out, also on the server', async () => {
    const subOrganizationId = await signUp()
    await keywright.passkeyClient().createPasskeySession({ organizationId: subOrganizationId })
    const client = (await keywright.currentUserSession())!
    expect(await keywright.logoutUser()).toEqual({ isRevoked: true })
    expect(await keywright.currentUserSession()).toBeUndefined()
    expect(await keywright.getCurrentUser()).toBeUndefined()
    await expect(client.whoami()).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND' })
    expect(await keywright.logoutUser()).toEqual({ isRevoked: false })
  })
})

describe('a session', () => {
  it("finds the user's organization with the passkey", async () => {
    const subOrganizationId = await signUp()
    // A passkey that has signed nothing yet leads nowhere, because anyone may have registered it there.
    await expect(keywright.passkeyClient().loginWithReadWriteSession()).rejects.toMatchObject({
      code: 'PASSKEY_ASSERTION_INVALID',
    })
    const opened = await keywright
      .passkeyClient()
      .loginWithReadWriteSession({ organizationId: subOrganizationId })
    expect(opened.organizationId).toBe(subOrganizationId)
    for (const [browser, prompts] of [
      [keywright, 1],
      [new KeywrightBrowser({ ...options, storage: memoryStorage() }), 2],
    ] as const) {
      credentials.prompts = 0
      const session = await browser.passkeyClient().loginWithReadWriteSession()
      expect([session.organizationId, credentials.prompts]).toEqual([subOrganizationId, prompts])
    }
  })

  it('can be read-only', async () => {
    const subOrganizationId = await signUp()
    await keywright.passkeyClient().login({ organizationId: subOrganizationId })
    expect(await keywright.getReadWriteSession()).toBeUndefined()
    const client = (await keywright.currentUserSession())!
    expect(await client.listWallets()).toEqual({ wallets: [] })
    await expect(client.createWallet({ walletName: 'a', accounts: [] })).rejects.toMatchObject({
      code: 'SESSION_READ_ONLY',
    })
    expect(await keywright.logoutUser()).toEqual({ isRevoked: false })
  })

  it('is deleted here even if the server is unreachable', async () => {
    const subOrganizationId = await signUp()
    await keywright.passkeyClient().loginWithReadWriteSession({ organizationId: subOrganizationId })
    const offline = new KeywrightBrowser({
      ...options,
      retries: 0,
      fetch: () => Promise.reject(new TypeError('offline')),
    })
    expect(await offline.logoutUser()).toEqual({ isRevoked: false })
    expect(await keywright.currentUserSession()).toBeUndefined()
  })

  it('needs available storage', async () => {
    const gone = indexedDbStorage('keywright', {
      open() {
        throw new DOMException('denied', 'SecurityError')
      },
    } as unknown as IDBFactory)
    const subOrganizationId = await signUp()
    const blocked = new KeywrightBrowser({ ...options, storage: gone })
    const login = blocked.passkeyClient().loginWithReadWriteSession({ organizationId: subOrganizationId })
    await expect(login).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      help: expect.stringContaining('memoryStorage'),
    })
    await expect(blocked.currentUserSession()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
    await expect(indexedDbStorage('keywright', null as never).get('a')).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    })
  })
})

it('opens a lost database connection again, and separates databases by name', async () => {
  const opened: IDBOpenDBRequest[] = []
  const open = (...rest: Parameters<IDBFactory['open']>) => {
    const request = indexedDB.open(...rest)
    opened.push(request)
    return request
  }
  const factory = { open } as unknown as IDBFactory
  const storage = indexedDbStorage('one', factory)
  await storage.set('a', 1)
  opened[0]!.result.close()
  expect(await storage.get('a')).toBe(1)
  expect(opened).toHaveLength(2)
  expect(await indexedDbStorage('other', factory).get('a')).toBeUndefined()
})

it("signs in with the user's wallet", async () => {
  const secret = engine.random(32)
  const wallet = {
    type: 'solana' as const,
    getPublicKey: () => Buffer.from(ed25519.getPublicKey(secret)).toString('hex'),
    signMessage: async (message: Uint8Array) => ed25519.sign(message, secret),
  }
  const client = keywright.walletClient(wallet)
  expect(client.getWalletInterface()).toBe(wallet)
  const key = {
    apiKeyName: 'wallet',
    publicKey: await client.getPublicKey(),
    curveType: 'API_KEY_CURVE_ED25519' as const,
  }
  const organizationOf = async (userName: string) => {
    const { subOrganizationId } = await keywright.serverSign('createSubOrganization', {
      subOrganizationName: userName,
      rootUsers: [{ userName, apiKeys: [key], authenticators: [], oauthProviders: [] }],
      rootQuorumThreshold: 1,
    })
    return subOrganizationId
  }
  const found = async () => {
    const filter = { filterType: 'PUBLIC_KEY', filterValue: key.publicKey } as const
    return (await server.apiClient().listSuborgs(filter)).organizationIds
  }
  // A stranger signed up with bob's public key, which isn't secret.
  await organizationOf('stranger')
  expect(await found()).toEqual([])
  const subOrganizationId = await organizationOf('bob')
  await client.loginWithReadWriteSession({ organizationId: subOrganizationId })
  expect(await keywright.getCurrentUser()).toMatchObject({ username: 'bob' })
  // Another visit, on another device.
  expect(await found()).toEqual([subOrganizationId])
  const device = new KeywrightBrowser({ ...options, storage: memoryStorage() })
  await device.walletClient(wallet).loginWithReadWriteSession()
  expect(await device.getCurrentUser()).toMatchObject({ username: 'bob' })
})

it('keeps a session per server and organization by default', async () => {
  const { storage: _, ...rest } = options
  const own = new KeywrightBrowser(rest)
  await own.passkeyClient().loginWithReadWriteSession({ organizationId: await signUp() })
  const isSignedIn = async (changes: Partial<KeywrightBrowserOptions>) =>
    (await new KeywrightBrowser({ ...rest, ...changes }).currentSession()) !== undefined
  expect(await isSignedIn({})).toBe(true)
  expect(await isSignedIn({ apiBaseUrl: `${rest.apiBaseUrl}/` })).toBe(true)
  expect(await isSignedIn({ apiBaseUrl: 'https://other.example' })).toBe(false)
  expect(await isSignedIn({ defaultOrganizationId: '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10' })).toBe(false)
  expect(await isSignedIn({ storage: indexedDbStorage('another application') })).toBe(false)
})

describe('calls that the server signs', () => {
  it('report errors of the proxy and the API', async () => {
    await expect(keywright.serverSign('deleteWallets', { walletIds: [] })).rejects.toMatchObject({
      name: 'ApiError',
      status: 403,
    })
    const walletId = '00000000-0000-4000-8000-000000000000'
    await expect(keywright.serverSign('getWallet', { walletId })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
    })
  })

  it.each([
    ['CONSENSUS_NEEDED', 'CONSENSUS_NEEDED'],
    ['FAILED', 'ACTIVITY_FAILED'],
    ['REJECTED', 'ACTIVITY_REJECTED'],
    ['PENDING', 'ACTIVITY_PENDING'],
  ])('report an activity that is %s', async (status, code) => {
    const { activity } = await server.apiClient().createWallet({ walletName: status, accounts: [] })
    const answer = {
      activity: {
        ...activity,
        status: `ACTIVITY_STATUS_${status}`,
        failure: { code: 6, message: 'taken', details: [] },
      },
    }
    const mocked = new KeywrightBrowser({ ...options, fetch: async () => Response.json(answer) })
    const error: unknown = await mocked
      .serverSign('createWallet', { walletName: 'a', accounts: [] })
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code, activityId: activity.id })
    if (error instanceof ConsensusNeededError)
      await expect(error.resume()).rejects.toMatchObject({ code: 'ACTIVITY_PENDING' })
  })

  it('report a missing response, or a response that is not JSON', async () => {
    const away = new KeywrightBrowser({ ...options, fetch: () => Promise.reject(new TypeError('away')) })
    await expect(away.serverSign('whoami', {})).rejects.toMatchObject({ code: 'UNREACHABLE' })
    const html = new KeywrightBrowser({
      ...options,
      fetch: async () => new Response('<html>', { status: 404 }),
    })
    await expect(html.serverSign('whoami', {})).rejects.toMatchObject({ code: 'RESPONSE_NOT_JSON' })
    for (const body of ['null', '[]', '"ok"']) {
      const other = new KeywrightBrowser({ ...options, fetch: async () => new Response(body) })
      await expect(other.serverSign('whoami', {})).rejects.toMatchObject({ code: 'RESPONSE_NOT_JSON' })
    }
  })
})

describe('the configuration', () => {
  it.each([{ apiBaseUrl: '' }, { defaultOrganizationId: '' }, { defaultOrganizationId: 'mine' }])(
    'is rejected with %o',
    (changes) => {
      expect(() => new KeywrightBrowser({ ...options, ...changes })).toThrow(
        expect.objectContaining({ code: 'CONFIG_INVALID' }),
      )
    },
  )

  it('is reported when a method needs a missing option', async () => {
    const { serverSignUrl: _, ...rest } = options
    const bare = new KeywrightBrowser(rest)
    await expect(bare.serverSign('whoami', {})).rejects.toThrow('`serverSignUrl` is missing')
    await expect(bare.iframeClient({ iframeContainer: null })).rejects.toThrow('`iframeUrl` is missing')
  })
})
