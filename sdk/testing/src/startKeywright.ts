/** Runs Keywright in this process, with access for tests to inbox, clock and more. Writes nothing to disk. */

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
import {
  createDevhost,
  createMemoryHomes,
  createMinter,
  type Devhost,
  openDevState,
  readFault,
  textOf,
} from '@keywright/devhost'
import { createMemoryStore } from '@keywright/engine'
import { seededRandom } from '@keywright/host'
import { platformRandom } from '@keywright/keys'
import { createSoftwarePasskey, type SoftwarePasskey } from './passkey.ts'

/** How to start an engine for tests. */
export interface StartOptions {
  /** A whole number that makes keys, IDs and times reproducible. The clock is frozen at 2025-01-01. Default: random. */
  readonly seed?: number
  /** Port to listen on at 127.0.0.1; `true` picks a free port. Default: no socket, only `fetch`. */
  readonly listen?: boolean | number
  /** Sends requests to webhook receivers and external issuers. Default: the platform's `fetch`. */
  readonly reach?: (url: string, init?: RequestInit) => Promise<Response>
}

/** The emails and text messages that the engine sent. */
export interface TestInbox {
  /** Messages, newest first, after delivery of all due messages. */
  list(filter?: { to?: string; kind?: 'mail' | 'sms' }): Promise<Letter[]>
  /** The newest message, after delivery of all due messages. @throws Error that lists the existing messages if none matches */
  latest(filter?: { to?: string; kind?: 'mail' | 'sms' }): Promise<Letter>
  /** Deletes all messages. */
  clear(): Promise<void>
}

/** The engine's clock. */
export interface TestClock {
  /** The engine's time, in milliseconds since 1970. */
  now(): number
  /** Advances the clock and delivers messages that become due. @returns the new time */
  advance(milliseconds: number): Promise<number>
  /** Freezes the clock until it is advanced or resumed. */
  freeze(): Promise<void>
  /** Lets the clock run again. */
  resume(): Promise<void>
}

/** An OpenID Connect issuer, whose documents the engine reads like those of any other issuer. */
export interface TestIssuer {
  readonly url: string
  /** Issues a signed ID token. */
  token(request?: TokenRequest): string
}

/** An organization, and a client of its root user. */
export interface TestOrganization extends DevOrganization {
  readonly client: KeywrightClient
}

/** A running engine, with a client of its root user and access for tests. */
export interface Keywright {
  /** Base URL of the API, or of the socket with `listen`. */
  readonly url: string
  readonly organizationId: string
  readonly rootUserId: string
  /** API key of the root user; P-256, hex. */
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string }
  /** Public key of the engine's signer; uncompressed, hex. */
  readonly signerPublicKey: string
  /** A client of the root user. */
  readonly client: KeywrightClient
  /** Environment variables for programs that a test starts, as printed by `keywright dev`. Requires `listen`. */
  readonly env: Readonly<Record<string, string>>
  /** Sends requests to the engine without a socket. Pass it to your own client. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Creates a client of another user or organization. */
  clientOf(stamper: Stamper, organizationId?: string): KeywrightClient
  /** Creates another parent organization with its own root user. */
  createOrganization(name?: string): Promise<TestOrganization>
  /** Creates a simulated passkey, which is also a stamper. */
  createPasskey(options?: { readonly origin?: string; readonly rpId?: string }): SoftwarePasskey
  readonly inbox: TestInbox
  readonly clock: TestClock
  readonly issuer: TestIssuer
  readonly faults: {
    /** The faults in effect. */
    list(): readonly Fault[]
    /** Makes requests fail or wait. @throws HostError `FAULT_MALFORMED` */
    add(request: FaultRequest): Fault
    /** Removes one fault, or all without an ID. @returns the number of removed faults */
    remove(id?: string): number
  }
  /** Requests, newest first: call, response, stamp check and policy decision. */
  requests(): readonly LoggedRequest[]
  /** Sent webhooks with all attempts. */
  webhooks(): Promise<readonly Delivery[]>
  /** Restores the initial state: the same organization and keys, and nothing else. */
  reset(): Promise<void>
  /** Waits for pending work and stops listening. */
  close(): Promise<void>
}

/** A host name that does not resolve, so that no request leaves the process by mistake. */
const UNREACHABLE_URL = 'http://keywright.test'

/** Read each time, because a test may have replaced the clock. */
const now = () => Date.now()

/**
 * Starts Keywright in this process, with an in-memory store and one organization with a root user and an API key.
 *
 * @example
 * const kw = await startKeywright()
 * afterEach(() => kw.reset())
 * afterAll(() => kw.close())
 *
 * const { walletId } = await kw.client.createWallet({ walletName: 'treasury', accounts: [] })
 */
export async function startKeywright(options: StartOptions = {}): Promise<Keywright> {
  const { host, socket, url, rootUserId } = await startHost(options)
  const initial = await textOf(await host.exportState())
  const { seed } = options
  const random = seed === undefined ? platformRandom : seededRandom(`keywright testing ${seed}`)
  const { state, engine } = host.running()
  const { organizationId, apiKey } = state

  const { handle, watched, forgetAll } = separateResets((request) => fetchFrom(host, request))
  const clientOf = (stamper: Stamper, about = organizationId) =>
    new KeywrightClient({ baseUrl: url, organizationId: about, fetch: handle, now }, watched(stamper))
  const rootClient = (of: { organizationId: string; apiKey: typeof apiKey }) =>
    clientOf(
      new ApiKeyStamper({ apiPublicKey: of.apiKey.publicKey, apiPrivateKey: of.apiKey.privateKey }),
      of.organizationId,
    )

  const client = rootClient({ organizationId, apiKey })
  return {
    url,
    organizationId,
    rootUserId,
    apiKey,
    signerPublicKey: engine.signerPublicKey,
    client,
    env: environmentOf(host, url),
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
      token: (request = {}) => minterOf(host).mint(request).token,
    },
    faults: { ...host.faults, add: (request) => host.faults.add(readFault(request)) },
    requests: () => host.requestLog.list(),
    async webhooks() {
      await host.deliverDue()
      return host.running().webhooks.list()
    },
    async reset() {
      forgetAll()
      await host.importState([initial])
      host.faults.remove()
      host.requestLog.clear()
    },
    async close() {
      await socket?.close()
      await host.close()
    },
  }
}

/** Starts a host in memory, on a socket with `listen`. */
async function startHost({ seed, listen = false, reach }: StartOptions) {
  // Falls back to the slower library on other platforms.
  await import('./plugPublicKeys.ts').then(({ plugPublicKeys }) => plugPublicKeys()).catch(() => undefined)
  // Loaded on demand, because only this part requires Node.
  const open = async (port: number) => (await import('./socket.ts')).listen(port)
  const socket = listen === false ? undefined : await open(listen === true ? 0 : listen)
  const url = socket?.url ?? UNREACHABLE_URL
  const homes = createMemoryHomes(now)
  const store = createMemoryStore()
  const host = await createDevhost({
    store,
    homes,
    state: await openDevState(homes.state, seed),
    url,
    reach: reach ?? ((address, init) => fetch(address, init)),
    timers,
    now,
  })
  socket?.answerWith(host.handle)
  const rootUserId = (await store.list(host.running().state.organizationId, 'users'))[0]!.id
  return { host, socket, url, rootUserId }
}

/**
 * A request that a client began before a reset, even if it's still being stamped or retried, must not change the state after
 * it. Its stamp tells when it began.
 */
function separateResets(send: (request: Request) => Promise<Response>) {
  let resets = 0
  const begun = new Map<string, number>()
  return {
    forgetAll: () => void resets++,
    watched: (stamper: Stamper): Stamper => ({
      ...(stamper.isInteractive && { isInteractive: true }),
      async stamp(body, options) {
        const before = resets
        const stamp = await stamper.stamp(body, options)
        begun.set(stamp.stampHeaderValue, before)
        return stamp
      },
    }),
    async handle(request: Request): Promise<Response> {
      const stamp = request.headers.get('x-stamp') ?? request.headers.get('x-stamp-webauthn') ?? ''
      const isOld = (begun.get(stamp) ?? resets) < resets
      return isOld
        ? Response.json(
            { code: 10, message: 'this request was begun before reset()', details: [] },
            { status: 409 },
          )
        : send(request)
    },
  }
}

async function fetchFrom(host: Devhost, request: Request): Promise<Response> {
  const response = await host.handle(request)
  // Same message as the platform's `fetch`.
  if (response.type === 'error') throw new TypeError('fetch failed')
  return response
}

function environmentOf(host: Devhost, url: string): Readonly<Record<string, string>> {
  const { state, engine } = host.running()
  return {
    KEYWRIGHT_BASE_URL: url,
    KEYWRIGHT_ORGANIZATION_ID: state.organizationId,
    KEYWRIGHT_API_PUBLIC_KEY: state.apiKey.publicKey,
    KEYWRIGHT_API_PRIVATE_KEY: state.apiKey.privateKey,
    KEYWRIGHT_SIGNER_PUBLIC_KEY: engine.signerPublicKey,
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

/** Opened when the engine starts, because tests get tokens without waiting for a promise. */
function minterOf(host: Devhost) {
  const { issuer, rootSecret, clock } = host.running()
  return createMinter(issuer.url, rootSecret, clock)
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
  /** Unreferenced where possible, so that it does not keep the process alive. */
  every(milliseconds: number, task: () => void) {
    const timer: unknown = setInterval(task, milliseconds)
    ;(timer as { unref?: () => void }).unref?.()
    return () => clearInterval(timer as number)
  },
  wait: (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds)),
}
