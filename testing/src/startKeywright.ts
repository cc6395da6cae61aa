/** An engine in this process, with everything that a test wants to see and move around it. Nothing is written to disk. */

import { KeywrightClient, type Stamper } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
// Public types: the declarations of `keywright/testing` can't name an unpublished package.
import type {
  Delivery,
  DevOrganization,
  Fault,
  FaultRequest,
  Letter,
  LoggedRequest,
  TokenRequest,
} from '@keywright/client/dev'
import { createDevhost, createMemoryHomes, type Devhost, openDevState, readFault } from '@keywright/devhost'
import { createMemoryStore } from '@keywright/engine'
import { seededRandom } from '@keywright/host'
import { platformRandom } from '@keywright/keys'
import { createSoftwarePasskey, type SoftwarePasskey } from './passkey.ts'

export interface StartOptions {
  /** Keys, ids and times repeat: the clock stands at 2025-01-01 until it is moved. A whole number. Default: random. */
  readonly seed?: number
  /** Also listens on 127.0.0.1, on this port; `true`: on any free one. Default: only `fetch` reaches it. */
  readonly listen?: boolean | number
  /** How the engine reaches receivers of webhooks and issuers of others. Default: the platform's `fetch`. */
  readonly reach?: (url: string, init?: RequestInit) => Promise<Response>
}

export interface TestInbox {
  /** Newest first, after everything that is due has been delivered. */
  list(filter?: { to?: string; kind?: 'mail' | 'sms' }): Promise<Letter[]>
  /** The newest, after everything that is due has been delivered. @throws Error that says what there is instead */
  latest(filter?: { to?: string; kind?: 'mail' | 'sms' }): Promise<Letter>
  clear(): Promise<void>
}

export interface TestClock {
  /** Milliseconds since 1970, as the engine sees it. */
  now(): number
  /** Moves the clock ahead, and delivers what is due then. @returns the new time */
  advance(milliseconds: number): Promise<number>
  /** Time stands from now on, until it is moved or resumed. */
  freeze(): Promise<void>
  resume(): Promise<void>
}

/** An OpenID Connect issuer that the engine trusts as any other: it reads its documents. */
export interface TestIssuer {
  readonly url: string
  /** A signed ID token. */
  token(request?: TokenRequest): string
}

/** An organization, and a client of its root user. */
export interface TestOrganization extends DevOrganization {
  readonly client: KeywrightClient
}

export interface Keywright {
  /** Base URL of the API; with `listen`, of the socket. */
  readonly url: string
  readonly organizationId: string
  readonly rootUserId: string
  /** Of the root user; P-256, hex. */
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string }
  /** The key that signs what leaves the engine; uncompressed, hex. */
  readonly signerPublicKey: string
  /** A client of the root user. */
  readonly client: KeywrightClient
  /** The variables that `keywright dev` prints, for programs that a test starts; they need `listen`. */
  readonly env: Readonly<Record<string, string>>
  /** Reaches the engine without a socket. Give it to your own client, or to what it is built on. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** A client of another user, or about another organization. */
  clientOf(stamper: Stamper, organizationId?: string): KeywrightClient
  /** Another parent organization with a root user of its own. */
  createOrganization(name?: string): Promise<TestOrganization>
  /** A passkey that needs no device; it is a stamper too. */
  createPasskey(options?: { readonly origin?: string; readonly rpId?: string }): SoftwarePasskey
  readonly inbox: TestInbox
  readonly clock: TestClock
  readonly issuer: TestIssuer
  readonly faults: {
    list(): readonly Fault[]
    /** @throws HostError `FAULT_MALFORMED` */
    add(request: FaultRequest): Fault
    /** Without an id: all. @returns how many there were */
    remove(id?: string): number
  }
  /** What was asked, newest first: the call, the answer, how the stamp was checked, what was decided. */
  requests(): readonly LoggedRequest[]
  /** Webhooks that went out, with every try. */
  webhooks(): Promise<readonly Delivery[]>
  /** Goes back to how it was after the start: same organization, same keys, nothing else. */
  reset(): Promise<void>
  /** Waits for what is under way, and stops listening. */
  close(): Promise<void>
}

/** A name that no resolver knows: nothing leaves the process by mistake. */
const UNREACHABLE_URL = 'http://keywright.test'

/**
 * Starts a whole Keywright in this process: a memory store, one organization with a root user and an API key.
 *
 * @example
 * const kw = await startKeywright()
 * afterEach(() => kw.reset())
 * afterAll(() => kw.close())
 *
 * const { walletId } = await kw.client.createWallet({ walletName: 'treasury', accounts: [] })
 */
export async function startKeywright(options: StartOptions = {}): Promise<Keywright> {
  const { seed, listen = false } = options
  // Where Node's library is not, the slower one does.
  await import('./plugPublicKeys.ts').then(({ plugPublicKeys }) => plugPublicKeys()).catch(() => undefined)
  // Loaded where it is needed: the rest runs in every runtime.
  const open = async (port: number) => (await import('./socket.ts')).listen(port)
  const socket = listen === false ? undefined : await open(listen === true ? 0 : listen)
  // Asked anew each time: a test may have put a clock of its own in its place.
  const now = () => Date.now()
  const url = socket?.url ?? UNREACHABLE_URL
  const homes = createMemoryHomes(now)
  const store = createMemoryStore()
  const host = await createDevhost({
    store,
    homes,
    state: await openDevState(homes.state, seed),
    url,
    reach: options.reach ?? ((address, init) => fetch(address, init)),
    timers,
    now,
  })
  socket?.answerWith(host.handle)
  const initial = await host.exportState()
  const random = seed === undefined ? platformRandom : seededRandom(`keywright testing ${seed}`)
  const { state, engine } = host.running()
  const { organizationId, apiKey } = state
  const rootUserId = (await store.list(organizationId, 'users'))[0]!.id

  const clientOf = (stamper: Stamper, about = organizationId) =>
    new KeywrightClient({ baseUrl: url, organizationId: about, fetch: handle, now }, stamper)
  const rootClient = (of: { organizationId: string; apiKey: typeof apiKey }) =>
    clientOf(
      new ApiKeyStamper({ apiPublicKey: of.apiKey.publicKey, apiPrivateKey: of.apiKey.privateKey }),
      of.organizationId,
    )

  async function handle(request: Request): Promise<Response> {
    const response = await host.handle(request)
    // As the platform says it.
    if (response.type === 'error') throw new TypeError('fetch failed')
    return response
  }

  const client = rootClient({ organizationId, apiKey })
  return {
    url,
    organizationId,
    rootUserId,
    apiKey,
    signerPublicKey: engine.signerPublicKey,
    client,
    env: {
      KEYWRIGHT_BASE_URL: url,
      KEYWRIGHT_ORGANIZATION_ID: organizationId,
      KEYWRIGHT_API_PUBLIC_KEY: apiKey.publicKey,
      KEYWRIGHT_API_PRIVATE_KEY: apiKey.privateKey,
      KEYWRIGHT_SIGNER_PUBLIC_KEY: engine.signerPublicKey,
    },
    fetch: async (input, init) =>
      handle(new Request(input instanceof Request ? input : new URL(input, url), init)),
    clientOf,
    async createOrganization(name) {
      const made = await host.running().organizations.create(name)
      return { ...made, client: rootClient(made) }
    },
    createPasskey: (passkey) => createSoftwarePasskey({ random, ...passkey }),
    inbox: inboxOf(host),
    clock: clockOf(host),
    issuer: {
      url: host.running().issuer.url,
      token: (request = {}) => host.running().issuer.mint(request).token,
    },
    faults: { ...host.faults, add: (request) => host.faults.add(readFault(request)) },
    requests: () => host.requestLog.list(),
    async webhooks() {
      await host.deliverDue()
      return host.running().webhooks.list()
    },
    async reset() {
      await host.importState(initial)
      host.faults.remove()
      host.requestLog.clear()
    },
    async close() {
      await socket?.close()
      await host.close()
    },
  }
}

function inboxOf(host: Devhost): TestInbox {
  const list: TestInbox['list'] = async (filter) => {
    await host.deliverDue()
    return host.running().inbox.list(filter)
  }
  return {
    list,
    async latest(filter) {
      const [newest] = await list(filter)
      if (newest) return newest
      const all = (await list()).map(
        ({ kind, to, subject }) =>
          `${kind === 'mail' ? 'email' : 'SMS'} to ${to}${subject ? ` (${subject})` : ''}`,
      )
      const wanted = filter?.to === undefined ? 'a message' : `a message to ${filter.to}`
      throw new Error(`the inbox does not hold ${wanted}; it holds ${all.join(', ') || 'nothing'}`)
    },
    clear: () => host.running().inbox.clear(),
  }
}

function clockOf(host: Devhost): TestClock {
  const clock = () => host.running().clock
  return {
    now: () => clock()(),
    async advance(milliseconds) {
      const time = await clock().advance(milliseconds)
      await host.deliverDue()
      return time
    },
    freeze: () => clock().freeze(),
    resume: () => clock().resume(),
  }
}

const timers = {
  /** Keeps no process alive, where the platform can say so. */
  every(milliseconds: number, task: () => void) {
    const timer: unknown = setInterval(task, milliseconds)
    ;(timer as { unref?: () => void }).unref?.()
    return () => clearInterval(timer as number)
  },
  wait: (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds)),
}
