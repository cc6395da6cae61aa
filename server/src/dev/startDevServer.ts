/** The development server: the engine on a loopback socket, with everything that a developer wants to see and move. */
import { join, resolve } from 'node:path'
import { createEngine, type Engine, type UserRow } from '@keywright/engine'
import { sha256Hex, toUtf8 } from '@keywright/keys'
import { Hono } from 'hono'
import { apiPorts, createApi } from '../http/api.ts'
import { type Bindings, listen, type Timeouts } from '../http/listen.ts'
import { describeError, type Log } from '../log.ts'
import { seededRandom } from '../seededRandom.ts'
import { ServerError } from '../serverError.ts'
import { DEV, type HostRows, hostRows, SERVER } from '../store/hostRows.ts'
import { openPostgresStore } from '../store/postgres.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import { tellingUnavailable } from '../store/unavailable.ts'
import type { WholeStore } from '../store/wholeStore.ts'
import { createWebhookSigner, WEBHOOK_JWKS_PATH, type WebhookSigner } from '../webhooks/signer.ts'
import { createDevClock, type DevClock } from './clock.ts'
import { createFaults, type FaultRequest, type Faults } from './faults.ts'
import { createGate } from './gate.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { createIssuer, type Issuer } from './issuer.ts'
import { openRequestFile, REQUEST_FILE } from './requestFile.ts'
import { createRequestLog, MAX_REQUESTS, type RequestLog } from './requestLog.ts'
import { devRoutes } from './routes.ts'
import { openSnapshots, parseSnapshot, type Snapshots, toSnapshotText } from './snapshots.ts'
import {
  DATABASE_FILE,
  type DevState,
  openDevState,
  randomOf,
  rootSecretOf,
  writeState,
} from './stateFile.ts'
import { createDevWebhooks, type DevWebhooks } from './webhooks.ts'

export interface DevServerOptions {
  /** Folder of the state, such as `./.keywright`; made when missing. */
  readonly stateDir: string
  /** Default: 8787. 0: any free one. */
  readonly port?: number
  /** A loopback address. Default: `127.0.0.1`. */
  readonly host?: string
  /** Makes keys, ids and times repeat: the clock stands until it is advanced. A whole number. */
  readonly seed?: number
  /** Begins anew; snapshots are kept. */
  readonly fresh?: boolean
  /** PostgreSQL instead of the embedded SQLite. */
  readonly databaseUrl?: string
  /** Faults from the start; see `parseFault`. */
  readonly faults?: readonly FaultRequest[]
  /** Default: silent. */
  readonly log?: Log
  readonly timeouts?: Partial<Timeouts>
}

export interface DevServer {
  /** Base URL of the API, like `http://127.0.0.1:8787`. */
  readonly url: string
  readonly organizationId: string
  /** Of the first organization's root user; hex, made once and kept in the state folder. */
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string }
  /** Uncompressed P-256 point, hex. */
  readonly signerPublicKey: string
  /** The page of mails and text messages. */
  readonly inboxUrl: string
  close(): Promise<void>
}

/** What is exchanged as a whole when a snapshot is restored. */
export interface Running {
  readonly state: DevState & { readonly organizationId: string }
  readonly engine: Engine
  readonly clock: DevClock
  readonly inbox: Inbox
  readonly issuer: Issuer
  readonly signer: WebhookSigner
  readonly webhooks: DevWebhooks
}

/** What the routes under `/dev` work with. */
export interface DevHost {
  readonly running: () => Running
  readonly requestLog: RequestLog
  readonly faults: Faults
  readonly snapshots: Snapshots
  readonly url: string
  exportState(): Promise<string>
  /** @throws ServerError `SNAPSHOT_MALFORMED`; nothing has changed then */
  importState(text: string): Promise<void>
  /** Delivers what is due now, after the clock was moved. */
  deliverDue(): Promise<void>
}

export const DEFAULT_DEV_PORT = 8787
const LOOPBACK = ['127.0.0.1', 'localhost', '::1']
const DELIVERY_INTERVAL_MS = 1_000

/** @throws ServerError for everything that the caller can do something about */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { port = DEFAULT_DEV_PORT, host = '127.0.0.1', seed, fresh = false, log = () => undefined } = options
  if (!LOOPBACK.includes(host)) {
    const hint = 'The development server prints its keys; use `keywright serve` for other machines.'
    throw new ServerError('HOST_NOT_LOOPBACK', `${host} is not a loopback address`, hint)
  }
  const folder = resolve(options.stateDir)
  let opened: (host: DevApp) => void = () => undefined
  const app = new Promise<DevApp>((done) => {
    opened = done
  })
  const listening = await listen({
    host,
    port,
    fetch: async (request, bindings) => (await app)(request, bindings),
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
  let store: (WholeStore & { close(): unknown }) | undefined
  try {
    const state = openDevState(folder, { fresh, ...(seed === undefined ? {} : { seed }) })
    store = options.databaseUrl
      ? await openDatabase(options.databaseUrl)
      : openFile(join(folder, DATABASE_FILE))
    const dev = await openDev({ store, state, folder, url: listening.url, log, fresh })
    for (const fault of options.faults ?? []) dev.host.faults.add(fault)
    opened(dev.app)
    const { running } = dev.host
    return {
      url: listening.url,
      get organizationId() {
        return running().state.organizationId
      },
      get apiKey() {
        return running().state.apiKey
      },
      get signerPublicKey() {
        return running().engine.signerPublicKey
      },
      inboxUrl: `${listening.url}/dev/inbox.html`,
      async close() {
        await listening.close()
        await dev.stop()
        await store?.close()
      },
    }
  } catch (error) {
    await listening.close(0)
    await store?.close()
    throw error
  }
}

type DevApp = (request: Request, bindings: Bindings) => Promise<Response> | Response

function openFile(file: string) {
  try {
    return openSqliteStore(file)
  } catch (error) {
    const hint =
      'Check that this user may write there; or start with --fresh, and what the state holds is lost.'
    throw new ServerError(
      'STATE_MALFORMED',
      `${file} cannot be opened: ${(error as Error).message}`,
      hint,
      error,
    )
  }
}

async function openDatabase(url: string) {
  return openPostgresStore(url).catch((error: unknown) => {
    const hint = 'Check that PostgreSQL runs and that the address, user and database are right.'
    throw new ServerError('DATABASE_UNREACHABLE', 'the database does not answer', hint, error)
  })
}

async function openDev(options: {
  store: WholeStore
  state: DevState
  folder: string
  url: string
  log: Log
  fresh: boolean
}): Promise<{ app: DevApp; host: DevHost; stop(): Promise<void> }> {
  const { store, folder, url, log } = options
  const rows = hostRows(store, DEV)
  await claimDatabase(store, rows, options.fresh)
  const faults = createFaults()
  const gate = createGate()
  let running = await run(options.state, randomOf(options.state))
  const requestFile = openRequestFile(join(folder, REQUEST_FILE), MAX_REQUESTS)
  const requestLog = createRequestLog(() => running.clock(), requestFile)

  async function run(state: DevState, random: (length: number) => Uint8Array): Promise<Running> {
    const parts = await createParts({ store, rows, state, random, url, faults, log })
    const organizationId = await firstOrganization(parts.engine, store, state)
    const complete = { ...state, organizationId }
    if (state.organizationId !== organizationId) writeState(folder, complete)
    return { ...parts, state: complete }
  }

  const host: DevHost = {
    running: () => running,
    requestLog,
    faults,
    snapshots: openSnapshots(folder),
    url,
    exportState: () =>
      gate.close(async () => {
        await running.engine.idle()
        return toSnapshotText(running.state, await store.readAll())
      }),
    async importState(text) {
      const snapshot = parseSnapshot(text)
      await gate.close(async () => {
        await running.engine.idle()
        await store.replaceAll(snapshot)
        const { seed } = snapshot.state
        // Restoring the same snapshot twice gives the same ids twice; none of them is in the snapshot.
        const random =
          seed === null
            ? randomOf(snapshot.state)
            : seededRandom(`keywright development ${seed} snapshot ${sha256Hex(toUtf8(text))}`)
        const state = { ...snapshot.state, starts: Math.max(running.state.starts, snapshot.state.starts) }
        writeState(folder, state)
        running = await run(state, random)
      })
    },
    async deliverDue() {
      await gate.pass(async () => {
        await running.engine.idle()
        await running.engine.deliver(await store.withMessages())
      })
    },
  }
  const timer = setInterval(() => {
    host.deliverDue().catch((error: unknown) => {
      log({ level: 'error', message: 'messages could not be delivered', ...describeError(error) })
    })
  }, DELIVERY_INTERVAL_MS)
  timer.unref()

  return {
    host,
    app: createApp(host, gate.pass, store, log),
    async stop() {
      clearInterval(timer)
      await gate.close(() => running.engine.idle())
      await requestFile.idle()
    },
  }
}

async function createParts(options: {
  store: WholeStore
  rows: HostRows
  state: DevState
  random: (length: number) => Uint8Array
  url: string
  faults: Faults
  log: Log
}): Promise<Omit<Running, 'state'>> {
  const { store, rows, state, random, url, faults, log } = options
  const rootSecret = rootSecretOf(state)
  const clock = await createDevClock(rows, state.seed !== null)
  const inbox = await createInbox(rows, clock)
  const issuer = createIssuer(url, rootSecret, clock)
  const signer = createWebhookSigner(rootSecret)
  const webhooks = createDevWebhooks({ signer, fetch, now: clock, isDoubled: faults.strikesDelivery })
  const engine = createEngine({
    store: tellingUnavailable(store),
    clock,
    random,
    rootSecret,
    mail: inbox.takeMail,
    sms: inbox.takeSms,
    fetch: issuer.reach(fetch),
    webhook: webhooks.deliver,
    ...apiPorts(log),
    settings: { hasSandboxOtp: true, allowsPrivateTargets: true, callerClock: Date.now },
  })
  return { engine, clock, inbox, issuer, signer, webhooks }
}

function createApp(
  host: DevHost,
  pass: <T>(task: () => Promise<T>) => Promise<T>,
  store: WholeStore,
  log: Log,
): DevApp {
  const { running, requestLog, faults } = host
  const api = createApi({
    handle: (request) => pass(() => running().engine.handle(request)),
    log,
    around: (exchange, next) => requestLog.around(exchange, () => faults.around(exchange, next)),
    onAnswered: ({ id, call, path, method }, status, milliseconds) =>
      log({
        level: 'info',
        message: 'request',
        requestId: id,
        ...(call === undefined ? { method, path: path.slice(0, 200) } : { call }),
        status,
        milliseconds: Math.round(milliseconds),
      }),
  })
  const app = new Hono<{ Bindings: Bindings }>()
  app.get('/health', (c) => c.json({ status: 'up', development: true }))
  app.get('/ready', async (c) =>
    (await store.ping()) ? c.json({ status: 'ready' }) : c.json({ status: 'database not available' }, 503),
  )
  app.get(WEBHOOK_JWKS_PATH, (c) =>
    c.json(running().signer.jwks, 200, { 'access-control-allow-origin': '*' }),
  )
  app.route('/dev', devRoutes(host))
  app.all('*', (c) => api(c.req.raw, c.env))
  return app.fetch
}

/**
 * Marks the database as one of development, so that no team server takes it.
 * @throws ServerError `DATABASE_NOT_DEVELOPMENT` when a team server has marked it
 */
async function claimDatabase(store: WholeStore, rows: HostRows, fresh: boolean): Promise<void> {
  const isOurs = (await rows.get('mark', 'development')) !== undefined
  const isEmpty = async () => (await store.organizations()).length === 0
  if ((await store.get(SERVER, 'root', 'check')) || !(isOurs || (await isEmpty()))) {
    const hint = 'Give the development server a database of its own.'
    throw new ServerError('DATABASE_NOT_DEVELOPMENT', 'the database is not one of development', hint)
  }
  if (fresh) await store.replaceAll({ organizations: [], rows: [] })
  await rows.put('mark', 'development', true)
}

/** Features of the first organization that a parent has off by default: a developer wants to try them all. */
const FEATURES = {
  FEATURE_NAME_EMAIL_AUTH: '',
  FEATURE_NAME_EMAIL_RECOVERY: '',
  FEATURE_NAME_OTP_EMAIL_AUTH: '',
  FEATURE_NAME_SMS_AUTH: '',
}

/** The organization whose root user has the state's API key; made when there is none. */
async function firstOrganization(engine: Engine, store: WholeStore, state: DevState): Promise<string> {
  const { publicKey } = state.apiKey
  const isRoot = async (organizationId: string) => {
    const users = (await store.list(organizationId, 'users')) as unknown as { value: UserRow }[]
    return users.some(({ value }) => value.apiKeys.some((key) => key.publicKey === publicKey))
  }
  const known = state.organizationId
  if (known !== undefined && (await store.get(known, 'organization', 'organization'))) return known
  // The first start may have ended between making the organization and noting its id.
  for (const organizationId of await store.organizations()) {
    if (await isRoot(organizationId)) return organizationId
  }
  const { organizationId } = await engine.createOrganization({
    organizationName: 'Development',
    rootUsers: [
      {
        userName: 'Root user',
        userEmail: 'user@example.com',
        apiKeys: [{ apiKeyName: 'Development key', publicKey }],
      },
    ],
    features: FEATURES,
  })
  return organizationId
}
