/** The team server: stateless processes on one PostgreSQL database, sealed until they have the root secret. */
import { setTimeout } from 'node:timers/promises'
import type { Store } from '@keywright/engine'
import { isOutdated, type Log, logFault, newId } from '@keywright/host'
import { plugNodeCrypto } from '../crypto/plugNodeCrypto.ts'
import { assertStream } from '../headStream.ts'
import { CONNECTION_BOUNDS } from '../http/boundConnections.ts'
import {
  type Bindings,
  type Listening,
  type ListeningSocket,
  type ListenOptions,
  listen,
  listenOnSocket,
  type Timeouts,
} from '../http/listen.ts'
import { defaultOperatorSocket } from '../http/operatorSocket.ts'
import { createProxies } from '../http/proxies.ts'
import { expiryOf, type KeptCertificate, keepCertificate, type TlsFiles } from '../http/tlsFiles.ts'
import { toKeys } from '../journals.ts'
import { ServerError } from '../serverError.ts'
import { outdated } from '../store/databaseError.ts'
import type { PostgresStore } from '../store/postgres.ts'
import { apiRoutes, type TeamParts } from './apiRoutes.ts'
import { type CarrierOptions, type Carriers, openCarriers } from './carriers/carriers.ts'
import { startDelivering } from './delivering.ts'
import { diagnose, rememberProblems } from './diagnostics.ts'
import { type ExportingHeads, exportHeads } from './exportingHeads.ts'
import { foldOutages } from './foldOutages.ts'
import { type KeptSecret, readKeptSecret } from './keptSecret.ts'
import { watchForLosses } from './lostWrites.ts'
import { createMetrics } from './metrics.ts'
import {
  type EngineSettings,
  openTeamEngine,
  type Running,
  type TeamEngineSettings,
} from './openTeamEngine.ts'
import { openTeamStore } from './openTeamStore.ts'
import { metricsRoutes, operatorRoutes } from './operatorRoutes.ts'
import type { RateLimitOptions } from './rateLimit.ts'
import { createReadiness } from './readiness.ts'
import { confirmShares } from './reshare.ts'
import { readRootCheck } from './rootSecret.ts'
import { createSeal, type Seal, type SealPorts } from './seal.ts'
import { openTelemetry } from './telemetry.ts'
import { warnAtStart } from './warnAtStart.ts'

/** Source of the root secret. Without it, the server starts sealed and waits for shares. */
export type Unseal = KeptSecret | { readonly shares: readonly string[] } | undefined

export interface ServerOptions extends CarrierOptions, EngineSettings {
  readonly databaseUrl: string
  /** 0 picks a free port. */
  readonly port: number
  /** Default: `0.0.0.0`, all addresses. */
  readonly host?: string
  /** Unix socket for unsealing, health and metrics. Default: see `defaultOperatorSocket`; on Windows, `port + 1`. */
  readonly operatorSocket?: string
  /** Port in its place, on 127.0.0.1 only, which every user of the machine can reach. 0 picks a free port. */
  readonly operatorPort?: number
  readonly unseal?: Unseal
  /** Default: plain HTTP, for servers behind a TLS proxy. */
  readonly tls?: TlsFiles
  /** File for the heads of journals, which only this process writes. Default: none. */
  readonly heads?: string
  /** Separate address for metrics, such as for a collector on another machine. Default: none. */
  readonly metrics?: { readonly host: string; readonly port: number }
  /** Source of `OTEL_…` variables. Default: no tracing. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Default: none. `/health`, `/ready` and the webhook key are not counted. */
  readonly rateLimit?: RateLimitOptions
  /** Rejected requests without a verified caller per second and address. Default: 100. */
  readonly anonymousRateLimit?: number
  /**
   * Header in which the proxy sends the client address, such as `x-forwarded-for`. Set it only behind a proxy, because
   * clients could forge it.
   */
  readonly addressHeader?: string
  /** Addresses and networks of proxies in front, in addition to this machine. Bounds per client don't apply to them. */
  readonly proxies?: readonly string[]
  /** Version of this release, for metrics. */
  readonly version?: string
  /** Default: false. Only `keywright migrate` changes the schema, with rights that a server doesn't need. */
  readonly migrate?: boolean
  /** Migrations that the database must have. Default: those of this release. */
  readonly migrations?: readonly string[]
  /** Database connections of this process. Default: 10. */
  readonly connections?: number
  /** Default: silent. */
  readonly log?: Log
  /** Number of log lines that were lost, for the metrics. */
  readonly droppedLogLines?: () => number
  readonly timeouts?: Partial<Timeouts>
}

export interface TeamServer {
  readonly url: string
  /** Such as `unix:/tmp/keywright-1000/operator-8787.sock` or `http://127.0.0.1:8788`. */
  readonly operatorUrl: string
  /** Undefined without a separate address. The operators' socket always serves metrics. */
  readonly metricsUrl: string | undefined
  readonly seal: Seal
  /** Reloads the certificate files now. */
  reload(): void
  /**
   * Finishes requests in progress, then closes the database.
   * @param drainMs how long `/ready` reports `draining` before the process stops accepting connections. Default: 0
   */
  close(options?: { readonly drainMs?: number }): Promise<void>
}

const STOP_GRACE_MS = 10_000

/**
 * @throws ServerError `DATABASE_UNREACHABLE`, `DATABASE_NOT_INITIALIZED`, `DATABASE_IS_DEVELOPMENT`, `PORT_TAKEN`,
 *   `SOCKET_TAKEN`, `SOCKET_UNUSABLE`,
 *   `STREAM_NOT_WRITTEN`, `STREAM_MALFORMED`, `ROOT_SECRET_MALFORMED`, `ROOT_SECRET_MISMATCH`, `ROOT_SECRET_PUBLIC`, `CARRIER_MALFORMED`, `TLS_MALFORMED`,
 *   `DATABASE_NOT_MIGRATED`, `DATABASE_TOO_NEW`, `DATABASE_OUTDATED`, `TELEMETRY_UNAVAILABLE`, `TOKEN_UNAVAILABLE`, `HEADER_PREFIX_MALFORMED`;
 *   KeysError for shares that don't match
 */
export async function startServer(options: ServerOptions): Promise<TeamServer> {
  const problems = rememberProblems(options.log ?? (() => undefined), Date.now)
  const log = foldOutages(problems.log)
  assertHeaderPrefix(options.webhookHeaderPrefix)
  const tls = options.tls && keepCertificate(options.tls)
  if (options.heads !== undefined) await assertStream(options.heads)
  plugNodeCrypto(log)
  const metrics = createMetrics(options.version ?? 'unknown')
  const carriers = openCarriers(options, { log, metrics })
  const telemetry = await openTelemetry(options.environment ?? {})
  const closers: Closers = [async () => carriers.close(), async () => telemetry?.close()]
  let isDraining = false
  // In reverse order of opening: sockets first, the database last.
  const close = async ({ drainMs = 0 }: { drainMs?: number } = {}) => {
    isDraining = true
    await setTimeout(drainMs)
    for (const closer of closers.reverse().splice(0)) await closer()
  }
  try {
    const store = await openTeamStore(options.databaseUrl, options)
    closers.push(() => store.close())
    const losses = watchForLosses(store, { log, clock: Date.now })
    closers.push(losses.stop)
    const heads =
      options.heads === undefined ? undefined : exportHeads(store, options.heads, { log, clock: Date.now })
    if (heads) closers.push(heads.stop)
    const unsealed = createUnsealed(
      store,
      losses.store,
      { ...options, carriers, log, metrics, telemetry },
      heads,
    )
    const ports: SealPorts = {
      readCheck: () => readRootCheck(store),
      confirm: (set) => confirmShares(store, set),
      ...unsealed,
    }
    const seal = createSeal(ports, await ports.readCheck())
    await unsealWith(seal, options.unseal)
    const readiness = createReadiness({ seal, store, losses, isDraining: () => isDraining })
    metrics.observe({
      readiness,
      isSealed: () => seal.state().sealed,
      losses,
      store,
      clock: Date.now,
      droppedLogLines: options.droppedLogLines ?? (() => 0),
      certificateExpiry: () => tls && expiryOf(tls.current()),
      heads,
    })
    const delivering = startDelivering(store, () => unsealed.running()?.engine, log)
    closers.push(async () => unsealed.running()?.engine.stopDelivery(), delivering.stop)

    const observed = { store, seal, losses, readiness }
    const settings = settingsOf(options, carriers.isConfigured)
    const release = options.version ?? 'unknown'
    const diagnosing = () => diagnose({ ...observed, problems, release, settings })
    const { running } = unsealed
    const parts: TeamParts = { ...observed, metrics, log, telemetry, running, diagnose: diagnosing }
    const { urls, reload } = await openPorts(options, parts, tls, closers)
    await warnAtStart({ store, carriers, log })
    log({ level: 'info', message: 'listening', ...urls, ...seal.state() })
    return { ...urls, seal, reload, close }
  } catch (error) {
    await close()
    throw error
  }
}

function createUnsealed(
  database: PostgresStore,
  store: Store,
  settings: TeamEngineSettings,
  heads: ExportingHeads | undefined,
) {
  const { log } = settings
  let running: Running | undefined
  return {
    running: () => running,
    async assertReadable(deploymentKey: Uint8Array): Promise<void> {
      if (await isOutdated(database, deploymentKey)) throw outdated()
    },
    onOpen(deploymentKey: Uint8Array): void {
      running = openTeamEngine(deploymentKey, database, store, settings)
      void heads?.start(toKeys(deploymentKey))
      log({ level: 'info', message: 'unsealed', signerPublicKey: running.engine.signerPublicKey })
    },
    onClose(): void {
      const { engine } = running!
      running = undefined
      log({ level: 'warn', message: 'sealed', audit: true })
      void heads?.stop()
      engine.stopDelivery().catch((error: unknown) => logFault(log, newId(), error))
    },
  }
}

/** Settings for those who help: no URL, because it may hold a password, and no file of a secret. */
function settingsOf(
  {
    databaseUrl: _,
    smtp,
    smsEndpoint,
    unseal,
    environment,
    tls,
    log,
    droppedLogLines,
    ...plain
  }: ServerOptions,
  isConfigured: Carriers['isConfigured'],
) {
  const kinds = unseal ? Object.keys(unseal) : []
  return { ...plain, hasTls: tls !== undefined, unsealsBy: kinds, carriers: isConfigured }
}

type Closers = (() => Promise<unknown>)[]

/** Opens the socket of operators and the port of metrics, then the public port. */
async function openPorts(
  options: ServerOptions,
  parts: TeamParts,
  tls: KeptCertificate | undefined,
  closers: Closers,
) {
  const { port, host = '0.0.0.0', timeouts, proxies = [] } = options
  const trusted = [...CONNECTION_BOUNDS.proxies, ...proxies]
  const bounds = { connections: { proxies: trusted }, ...(timeouts && { timeouts }) }
  const closeLater = <L extends ListeningSocket>(listening: L): L => {
    closers.push(() => listening.close(STOP_GRACE_MS))
    return listening
  }
  const open = async (at: Pick<ListenOptions, 'host' | 'port' | 'settings' | 'tls'>, routes: Routes) =>
    closeLater(await listen({ ...at, ...bounds, fetch: routes.fetch }))
  const at = operatorsAt(options)
  const operator =
    'socket' in at
      ? closeLater(await listenOnSocket(at.socket, { ...bounds, fetch: operatorRoutes(parts).fetch }))
      : await open({ host: '127.0.0.1', ...at }, operatorRoutes(parts))
  const metricsSettings = { port: '--metrics', host: '--metrics' }
  const collected =
    options.metrics && (await open({ ...options.metrics, settings: metricsSettings }, metricsRoutes(parts)))
  const main = await open(
    { host, port, tls: tls?.current() },
    apiRoutes(parts, { ...options, isProxy: createProxies(trusted) }),
  )
  const watching = tls?.watch(main.renew, parts.log)
  if (watching) closers.push(async () => watching.stop())
  return {
    urls: { url: urlOf(main, host), operatorUrl: operator.url, metricsUrl: collected?.url },
    reload: () => watching?.reload(),
  }
}

function operatorsAt({
  port,
  operatorSocket,
  operatorPort,
}: ServerOptions): { readonly socket: string } | Pick<ListenOptions, 'port' | 'settings'> {
  if (operatorPort !== undefined) return { port: operatorPort, settings: { port: '--operator-port' } }
  // On a free port: short, because paths are, and new, because a process may start several servers.
  const socket = operatorSocket ?? defaultOperatorSocket(port === 0 ? newId().slice(-8) : port)
  // Without a port of its own, it follows the public port.
  return socket === undefined ? { port: port === 0 ? 0 : port + 1 } : { socket }
}

interface Routes {
  readonly fetch: (request: Request, bindings: Bindings) => Promise<Response> | Response
}

/** A URL that clients can use: 0.0.0.0 is not a destination. */
const urlOf = ({ url }: Listening, host: string) =>
  host === '0.0.0.0' ? url.replace(host, '127.0.0.1') : url

function assertHeaderPrefix(prefix: string | undefined): void {
  if (prefix === undefined || /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(prefix)) return
  const hint =
    'Set --webhook-header-prefix to letters and digits, separated by single hyphens, such as x-example.'
  throw new ServerError('HEADER_PREFIX_MALFORMED', `\`${prefix}\` is not a valid header prefix`, hint)
}

async function unsealWith(seal: Seal, unseal: Unseal): Promise<void> {
  if (unseal === undefined) return
  if (!('shares' in unseal)) await seal.open(await readKeptSecret(unseal, seal.check()))
  else for (const share of unseal.shares) await seal.giveShare(share)
}
