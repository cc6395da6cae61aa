/** The development server: the engine on a loopback socket, with developer tools under `/dev`. */
import { chmodSync, closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import {
  createDevhost,
  type Devhost,
  type DevState,
  type FaultRequest,
  openDevState,
  parseSnapshot,
  readFault,
  type Timers,
} from '@keywright/devhost'
import { shareCommits, type WholeStore } from '@keywright/engine'
import { DEV, hostRows, type Log, SERVER, WEBHOOK_JWKS_PATH } from '@keywright/host'
import { Hono } from 'hono'
import { plugNodeCrypto } from '../crypto/plugNodeCrypto.ts'
import { createApi } from '../http/api.ts'
import { faults } from '../http/faults.ts'
import { onlyHosts } from '../http/guard.ts'
import { type Bindings, listen, type Timeouts } from '../http/listen.ts'
import { openTeamStore } from '../serve/openTeamStore.ts'
import { ServerError } from '../serverError.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import { lockFolder } from './folderLock.ts'
import { devRoutes } from './routes.ts'
import { DATABASE_FILE, makeStateFolder, openStateFolder, orUnusable } from './stateFolder.ts'

export interface DevServerOptions {
  /** State folder, such as `./.keywright`; created if missing. */
  readonly stateDir: string
  /** Default: 8787. 0 picks a free port. */
  readonly port?: number
  /** Address to bind. Other addresses than loopback require `allowedHosts`. Default: `127.0.0.1`. */
  readonly host?: string
  /**
   * Host names, without ports, under which other machines, such as containers, may reach the server. Requests to other
   * hosts are rejected. The server's own URL uses the first name.
   */
  readonly allowedHosts?: readonly string[]
  /** Whole number that makes keys, IDs and times reproducible. The clock is frozen until it is advanced. */
  readonly seed?: number
  /** Starts from an empty state; snapshots are kept. */
  readonly fresh?: boolean
  /** Snapshot to start from. An existing state must have started from the same snapshot. */
  readonly beginWith?: Beginning
  /** PostgreSQL instead of the embedded SQLite. */
  readonly databaseUrl?: string
  /** Initial faults; see `parseFault`. */
  readonly faults?: readonly FaultRequest[]
  /** Origins that links in messages may lead to. Default: any. */
  readonly messageLinkOrigins?: readonly string[]
  /** Default: silent. */
  readonly log?: Log
  readonly timeouts?: Partial<Timeouts>
}

export interface Beginning {
  /** Name under which the snapshot is kept, so that it can be restored. */
  readonly name: string
  /** Content of a file from `GET /dev/export`. */
  readonly text: string
}

export interface DevServer {
  /** Base URL of the API, such as `http://127.0.0.1:8787`. */
  readonly url: string
  readonly organizationId: string
  /** API key of the first organization's root user in hex, stored in the state folder. */
  readonly apiKey: { readonly publicKey: string; readonly privateKey: string }
  /** Uncompressed P-256 point, hex. */
  readonly signerPublicKey: string
  /** Page with emails and text messages. */
  readonly inboxUrl: string
  close(): Promise<void>
}

export const DEFAULT_DEV_PORT = 8787
const LOOPBACK = ['127.0.0.1', 'localhost', '::1', '[::1]']

/** A developer waits for the command to end. */
const STOP_GRACE_MS = 1_000

/** @throws ServerError for errors that the caller can fix */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const folder = resolve(options.stateDir)
  try {
    return await startIn(folder, options)
  } catch (error) {
    throw orUnusable(folder, error)
  }
}

async function startIn(folder: string, options: DevServerOptions): Promise<DevServer> {
  const { port = DEFAULT_DEV_PORT, host = '127.0.0.1', log = () => undefined } = options
  const allowedHosts = (options.allowedHosts ?? []).map((name) => name.toLowerCase())
  assertReachable(host, allowedHosts)
  let opened: (host: DevApp) => void = () => undefined
  const app = new Promise<DevApp>((done) => {
    opened = done
  })
  const removeStateFolder = makeStateFolder(folder)
  // Lock before `fresh` deletes anything, and before the port, which the same server may use.
  const lock = lockFolder(folder)
  const giveUp = () => {
    lock.release()
    removeStateFolder()
  }
  const listening = await listen({
    host,
    port,
    fetch: async (request, bindings) => (await app)(request, bindings),
    ...(options.timeouts && { timeouts: options.timeouts }),
  }).catch((error: unknown) => {
    giveUp()
    throw error
  })
  try {
    const url = allowedHosts.length > 0 ? `http://${allowedHosts[0]}:${listening.port}` : listening.url
    const { dev, store } = await openHost(options, folder, url, log)
    lock.announce(url)
    opened(createApp(dev, store, log, allowedHosts, folder))
    const { running } = dev
    return {
      url,
      get organizationId() {
        return running().state.organizationId
      },
      get apiKey() {
        return running().state.apiKey
      },
      get signerPublicKey() {
        return running().engine.signerPublicKey
      },
      inboxUrl: `${url}/dev#inbox`,
      async close() {
        // Event streams would keep the socket open.
        dev.streams.close()
        await listening.close(STOP_GRACE_MS)
        await dev.close()
        await store.close()
        lock.release()
      },
    }
  } catch (error) {
    await listening.close(0)
    giveUp()
    throw error
  }
}

function assertReachable(host: string, allowedHosts: readonly string[]): void {
  if (LOOPBACK.includes(host) || allowedHosts.length > 0) return
  const hint =
    'The development server prints its keys. List the host names under which other machines may reach it with --allowed-hosts, or use `keywright serve`.'
  throw new ServerError('HOST_NOT_LOOPBACK', `${host} is not a loopback address`, hint)
}

/** Opens the state in the folder and its database, with the snapshot and the faults that the server starts with. */
async function openHost(
  { seed, fresh = false, beginWith, databaseUrl, faults = [], messageLinkOrigins }: DevServerOptions,
  folder: string,
  url: string,
  log: NonNullable<DevServerOptions['log']>,
) {
  const homes = openStateFolder(folder, fresh)
  const isFirstStart = beginWith !== undefined && (await homes.state.read()) === undefined
  const state = await openDevState(homes.state, seed)
  const store = databaseUrl
    ? await openTeamStore(databaseUrl, { migrate: true })
    : openFile(join(folder, DATABASE_FILE))
  try {
    await claimDatabase(store, fresh)
    const isNew = isFirstStart && (await store.organizations()).length === 0
    if (beginWith && !isNew) await assertBegunWith(beginWith, state, folder)
    plugNodeCrypto(log)
    const share = shareCommits(() => setImmediate())
    const dev = await createDevhost({
      store,
      state,
      homes,
      url,
      reach: fetch,
      timers,
      share,
      now: Date.now,
      log,
      ...(messageLinkOrigins && { messageLinkOrigins }),
    })
    if (beginWith && isNew) {
      await dev.importState([beginWith.text])
      await dev.snapshots.write(beginWith.name, [beginWith.text])
    }
    for (const fault of faults) dev.faults.add(readFault(fault))
    return { dev, store }
  } catch (error) {
    await store.close()
    throw error
  }
}

async function assertBegunWith(
  { name, text }: Beginning,
  { organizationId }: DevState,
  folder: string,
): Promise<void> {
  if (organizationId === (await parseSnapshot(text)).state.organizationId) return
  const hint = 'Start with --fresh, which deletes the current state, or choose another folder with --state.'
  throw new ServerError('STATE_OF_ANOTHER', `the state in ${folder} was not created with \`${name}\``, hint)
}

type DevApp = (request: Request, bindings: Bindings) => Promise<Response> | Response

function openFile(file: string) {
  try {
    // SQLite creates its other files with the mode of this one.
    closeSync(openSync(file, 'a', 0o600))
    chmodSync(file, 0o600)
    return openSqliteStore(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // SQLITE_ERROR: an earlier version created the tables.
    const isUnusable = /^SQLITE_(ERROR|NOTADB|CORRUPT)/.test(code ?? '')
    const hint = isUnusable
      ? 'Start with --fresh, which deletes the current state.'
      : 'Check that this user can write to the folder, and that the disk has free space.'
    throw new ServerError('STATE_MALFORMED', `${file} cannot be opened: ${message}`, hint, error)
  }
}

function createApp(
  host: Devhost,
  store: WholeStore,
  log: Log,
  allowedHosts: readonly string[],
  folder: string,
): DevApp {
  const api = createApi({
    handle: host.call,
    log,
    around: host.around,
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
  if (allowedHosts.length > 0) app.use(onlyHosts(allowedHosts))
  app.get('/health', (c) => c.json({ status: 'up', development: true }))
  app.get('/ready', async (c) =>
    (await store.ping()) ? c.json({ status: 'ready' }) : c.json({ status: 'database not available' }, 503),
  )
  app.get(WEBHOOK_JWKS_PATH, (c) =>
    c.json(host.running().signer.jwks, 200, { 'access-control-allow-origin': '*' }),
  )
  app.route('/dev', devRoutes(host, allowedHosts, folder))
  // `keywright dev` prints this address first, and browsers open it.
  app.get('/', (c, next) => (c.req.header('accept')?.includes('text/html') ? c.redirect('/dev') : next()))
  app.all('*', (c) => api(c.req.raw, c.env))
  const respondFault = faults({ log, store })
  app.onError((error, { req: { method, path } }) => respondFault(error, { method, path: path.slice(0, 200) }))
  return app.fetch
}

/** Timers that don't keep the process alive. */
const timers: Timers = {
  every(milliseconds, task) {
    const timer = setInterval(task, milliseconds).unref()
    return () => clearInterval(timer)
  },
  wait: (milliseconds) => setTimeout(milliseconds),
}

/**
 * Marks the database as a development database, so that no team server uses it.
 * @throws ServerError `DATABASE_NOT_DEVELOPMENT` if the database belongs to a team server
 */
async function claimDatabase(store: WholeStore, fresh: boolean): Promise<void> {
  const rows = hostRows(store, DEV)
  const isOurs = (await rows.get('mark', 'development')) !== undefined
  const isEmpty = async () => (await store.organizations()).length === 0
  if ((await store.get(SERVER, 'root', 'check')) || !(isOurs || (await isEmpty()))) {
    const hint = 'Create a separate database for the development server.'
    throw new ServerError(
      'DATABASE_NOT_DEVELOPMENT',
      'the database does not belong to a development server',
      hint,
    )
  }
  if (fresh) await store.replaceAll([])
  await rows.put('mark', 'development', true)
}
