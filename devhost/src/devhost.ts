/** The development host: the engine with developer tools. */
import { limits } from '@keywright/contract'
import {
  createEngine,
  type Engine,
  readBytes,
  type Share,
  type UserRow,
  type Watch,
  type WholeStore,
} from '@keywright/engine'
import {
  answerExchange,
  createWebhookSigner,
  DEV,
  describeError,
  type Exchange,
  type Fetch,
  hostRows,
  isBroken,
  type Log,
  logFault,
  newId,
  openExchange,
  REQUEST_ID,
  refuse,
  respondFault,
  seededRandom,
  WEBHOOK_JWKS_PATH,
} from '@keywright/host'
import { platformRandom } from '@keywright/keys'
import { answerDev } from './answerDev.ts'
import { createDevClock } from './clock.ts'
import { type DevState, randomOf, rootSecretOf } from './devState.ts'
import { createEventStreams } from './eventStream.ts'
import { createEventBus } from './events.ts'
import { createFaults } from './faults.ts'
import { createGate } from './gate.ts'
import { createInbox } from './inbox.ts'
import { tooLarge } from './input.ts'
import { createIssuer } from './issuer/issuer.ts'
import { createOrganizations, createWithRootKey } from './organizations.ts'
import type { DevhostParts, Running } from './parts.ts'
import type { Homes, Timers } from './ports.ts'
import { createRequestLog } from './requestLog.ts'
import { createRequestSeal } from './requestSeal.ts'
import { openSnapshots } from './snapshots.ts'
import { createDevWebhooks } from './webhooks/seenWebhooks.ts'

export interface DevhostOptions {
  readonly store: WholeStore
  /** From `openDevState`. */
  readonly state: DevState
  readonly homes: Homes
  /** Base URL of the API, such as `http://127.0.0.1:8787`. */
  readonly url: string
  /** Sends requests to webhook receivers and external issuers. */
  readonly reach: Fetch
  readonly timers: Timers
  /** See the engine port of the same name. */
  readonly share?: Share
  /** The machine's clock, milliseconds since 1970. */
  readonly now: () => number
  /** Default: silent. */
  readonly log?: Log
}

export interface Devhost extends DevhostParts {
  /** Handles all requests: `/dev`, webhook keys, API calls. Never throws. */
  handle(request: Request): Promise<Response>
  /** Handles requests to `/dev` and below. */
  answerDev(request: Request): Promise<Response>
  /** Runs a call with its faults and logs the result. Returns `Response.error()` for a broken connection. */
  around(exchange: Exchange, next: () => Promise<Response>): Promise<Response>
  /** The current engine; waits while the state is being replaced. */
  call(request: Request, watch?: Watch): Promise<Response>
  /** Ends all streams and waits for pending work. */
  close(): Promise<void>
}

const DELIVERY_INTERVAL_MS = 1_000

export async function createDevhost(options: DevhostOptions): Promise<Devhost> {
  const { store, homes, url, timers, now, log = () => undefined } = options
  const rows = hostRows(store, DEV)
  const events = createEventBus()
  const faults = createFaults(timers, Math.random, () => events.tell('faults', { faults: faults.list() }))
  const gate = createGate()
  let running = await run(options.state, randomOf(options.state))
  const seal = createRequestSeal(() => running.rootSecret)
  const requestLog = await createRequestLog(() => running.clock(), homes.requests, events, seal)

  async function run(state: DevState, random: (length: number) => Uint8Array): Promise<Running> {
    const parts = await createParts(state, random)
    const organizationId = await firstOrganization(parts.engine, store, state)
    const complete = { ...state, organizationId }
    if (state.organizationId !== organizationId) await homes.state.write(complete)
    return { ...parts, state: complete }
  }

  const parts: DevhostParts = {
    running: () => running,
    requestLog,
    faults,
    snapshots: openSnapshots(homes.snapshots),
    events,
    streams: createEventStreams(events, timers),
    timers,
    url,
    pass: gate.pass,
    async exportState() {
      const { begun, writeSnapshot } = await import('./snapshotText.ts')
      return gate.close(async () => {
        await running.engine.idle()
        // Requests continue as soon as the store has begun its snapshot.
        return begun(writeSnapshot(running.state, store.readAll()))
      })
    },
    async importState(pieces) {
      const { hashPieces, readSnapshot } = await import('./snapshotText.ts')
      await gate.close(async () => {
        await running.engine.idle()
        let imported = running.state as DevState
        const hashed = hashPieces(pieces)
        await store.replaceAll(
          readSnapshot(hashed.pieces, (state) => {
            imported = state
          }),
        )
        // Restoring a snapshot twice repeats the same new IDs, none of which is in the snapshot.
        const { seed } = imported
        const random =
          seed === null
            ? randomOf(imported)
            : seededRandom(`keywright development ${seed} snapshot ${hashed.hex()}`)
        const state = { ...imported, starts: Math.max(running.state.starts, imported.starts) }
        await homes.state.write(state)
        running = await run(state, random)
      })
      events.tell('state', { organizationId: running.state.organizationId })
    },
    async deliverDue() {
      await gate.pass(async () => {
        await running.engine.idle()
        await running.engine.deliver(await store.withMessages())
      })
    },
  }
  const stopDelivering = timers.every(DELIVERY_INTERVAL_MS, () => {
    parts.deliverDue().catch((error: unknown) => {
      log({ level: 'error', message: 'messages could not be delivered', ...describeError(error) })
    })
  })

  const around: Devhost['around'] = (exchange, next) =>
    requestLog.around(exchange, () => faults.around(exchange, next))
  const call: Devhost['call'] = (request, watch) => gate.pass(() => running.engine.handle(request, watch))

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/dev' || pathname.startsWith('/dev/')) return answerDev(parts, request)
    if (pathname === WEBHOOK_JWKS_PATH && request.method === 'GET') return Response.json(running.signer.jwks)
    const bytes = await readBytes(request, limits.bodyBytes).catch(() => undefined)
    const exchange = openExchange(request, bytes ?? new Uint8Array(), newId())
    const response = await around(exchange, async () =>
      bytes ? answerExchange(exchange, request, call, log) : refuse(exchange, tooLarge(pathname)),
    )
    return isBroken(response) ? response : named(response, exchange.id)
  }

  return {
    ...parts,
    around,
    call,
    answerDev: (request) => answerDev(parts, request),
    handle: (request) =>
      answer(request).catch((error: unknown) => {
        const errorId = newId()
        log({ level: 'error', message: 'host fault', errorId, ...describeError(error) })
        return respondFault(errorId)
      }),
    async close() {
      stopDelivering()
      parts.streams.close()
      await gate.close(() => running.engine.idle())
      await homes.requests.idle()
    },
  }

  async function createParts(
    state: DevState,
    random: (length: number) => Uint8Array,
  ): Promise<Omit<Running, 'state'>> {
    const rootSecret = rootSecretOf(state)
    const clock = await createDevClock(rows, now, state.seed !== null)
    const inbox = await createInbox(rows, clock, (letter) => events.tell('letter', letter))
    const issuer = createIssuer(url, rootSecret, clock)
    const signer = createWebhookSigner(rootSecret)
    const webhooks = await createDevWebhooks({
      rows,
      signer,
      fetch: options.reach,
      now: clock,
      isDoubled: faults.strikesDelivery,
      onTry: (delivery) => events.tell('delivery', delivery),
    })
    const engine = createEngine({
      store,
      clock,
      random,
      rootSecret,
      mail: inbox.takeMail,
      sms: inbox.takeSms,
      fetch: issuer.reach(options.reach),
      webhook: webhooks.deliver,
      share: options.share,
      log: (errorId, error) => logFault(log, errorId, error),
      settings: { hasSandboxOtp: true, allowsPrivateTargets: true, callerClock: now },
    })
    // Keys of new organizations are random at every start, or repeat with a seed.
    const keyRandom = state.seed === null ? platformRandom : random
    const organizations = createOrganizations(rows, engine, keyRandom)
    return { rootSecret, engine, clock, inbox, issuer, signer, webhooks, organizations }
  }
}

/** Adds the request ID for `/dev/requests` to the response, unless the server's socket does so. */
function named(response: Response, requestId: string): Response {
  response.headers.set(REQUEST_ID, requestId)
  response.headers.set('access-control-expose-headers', REQUEST_ID)
  return response
}

/** The organization whose root user has the state's API key. Created if missing. */
async function firstOrganization(engine: Engine, store: WholeStore, state: DevState): Promise<string> {
  const { publicKey } = state.apiKey
  const isRoot = async (organizationId: string) => {
    const users = (await store.list(organizationId, 'users')) as unknown as { value: UserRow }[]
    return users.some(({ value }) => value.apiKeys.some((key) => key.publicKey === publicKey))
  }
  const known = state.organizationId
  if (known !== undefined && (await store.get(known, 'organization', 'organization'))) return known
  // The first start may have been interrupted before it stored the ID of the organization.
  for (const organizationId of await store.organizations()) {
    if (await isRoot(organizationId)) return organizationId
  }
  return (await createWithRootKey(engine, 'Development', publicKey)).organizationId
}
