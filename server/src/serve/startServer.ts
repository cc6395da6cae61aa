/** The server of a team: stateless processes on one PostgreSQL, sealed until they have the root secret. */
import { ApiError } from '@keywright/contract'
import { createEngine, type Engine, type Mail, type Sms } from '@keywright/engine'
import { platformRandom } from '@keywright/keys'
import { Hono } from 'hono'
import { apiPorts, createApi, respondError } from '../http/api.ts'
import { type Bindings, listen, type Timeouts } from '../http/listen.ts'
import { describeError, type Log } from '../log.ts'
import type { PostgresStore } from '../store/postgres.ts'
import { tellingUnavailable } from '../store/unavailable.ts'
import { postWebhook } from '../webhooks/post.ts'
import { createWebhookSigner, WEBHOOK_JWKS_PATH, type WebhookSigner } from '../webhooks/signer.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openTeamStore } from './openTeamStore.ts'
import { operatorRoutes } from './operatorRoutes.ts'
import { publicFetch } from './publicFetch.ts'
import { createPublicSecrets } from './publicSecrets.ts'
import { readKeyFile, readRootCheck } from './rootSecret.ts'
import { createSeal, type Seal } from './seal.ts'

/** Where the root secret comes from; without one the server starts sealed and waits for shares. */
export type Unseal = { readonly keyFile: string } | { readonly shares: readonly string[] } | undefined

export interface ServerOptions {
  readonly databaseUrl: string
  /** 0: any free one. */
  readonly port: number
  /** Default: `0.0.0.0`, all addresses of the machine. TLS ends in front of it. */
  readonly host?: string
  /** Where operators unseal and read metrics, on 127.0.0.1 only. Default: `port + 1`; any free one when that is 0. */
  readonly operatorPort?: number
  readonly unseal?: Unseal
  /** Throws when the carrier did not take it; it is tried again later. Default: none, every message waits. */
  readonly sendMail?: (mail: Mail) => Promise<void>
  readonly sendSms?: (sms: Sms) => Promise<void>
  /** Origins of the service itself. */
  readonly ownOrigins?: readonly string[]
  /** Database connections of this process. Default: 10. */
  readonly connections?: number
  /** Default: silent. */
  readonly log?: Log
  readonly timeouts?: Partial<Timeouts>
}

export interface TeamServer {
  readonly url: string
  readonly operatorUrl: string
  readonly seal: Seal
  /** Answers what is under way, gives back the database, and ends. */
  close(): Promise<void>
}

/** Of an unsealed server. */
interface Running {
  readonly engine: Engine
  readonly signer: WebhookSigner
}

const DELIVERY_INTERVAL_MS = 1_000
const STOP_GRACE_MS = 10_000

/**
 * @throws ServerError `DATABASE_UNREACHABLE`, `DATABASE_NOT_INITIALIZED`, `DATABASE_IS_DEVELOPMENT`, `PORT_TAKEN`,
 *   `ROOT_SECRET_MALFORMED`, `ROOT_SECRET_MISMATCH`, `ROOT_SECRET_PUBLIC`; KeysError for shares that do not fit
 */
export async function startServer(options: ServerOptions): Promise<TeamServer> {
  const { databaseUrl, port, host = '0.0.0.0', log = () => undefined, timeouts } = options
  const store = await openTeamStore(databaseUrl, options.connections)
  const closers: (() => Promise<unknown>)[] = [() => store.close()]
  // In the opposite order of opening: sockets first, the database last.
  const close = async () => {
    for (const closer of closers.reverse().splice(0)) await closer()
  }
  try {
    let running: Running | undefined
    const metrics = createMetrics()
    const readCheck = () => readRootCheck(store)
    const seal = createSeal(readCheck, await readCheck(), (rootSecret) => {
      running = openEngine(rootSecret, store, options, log)
      log({ level: 'info', message: 'unsealed', signerPublicKey: running.engine.signerPublicKey })
    })
    await unsealWith(seal, options.unseal)
    closers.push(
      async () => running?.engine.idle(),
      startDelivering(store, () => running, log),
    )

    const parts = { store, seal, metrics, running: () => running }
    const bounds = timeouts ? { timeouts } : {}
    const operator = await listen({
      host: '127.0.0.1',
      port: options.operatorPort ?? (port === 0 ? 0 : port + 1),
      fetch: operatorRoutes(parts).fetch,
      ...bounds,
    })
    closers.push(() => operator.close(STOP_GRACE_MS))
    const main = await listen({ host, port, fetch: createApp(parts, log), ...bounds })
    closers.push(() => main.close(STOP_GRACE_MS))
    const url = host === '0.0.0.0' ? `http://127.0.0.1:${main.port}` : main.url
    log({ level: 'info', message: 'listening', url, operatorUrl: operator.url, ...seal.state() })
    return { url, operatorUrl: operator.url, seal, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function unsealWith(seal: Seal, unseal: Unseal): Promise<void> {
  if (unseal === undefined) return
  if ('keyFile' in unseal) seal.open(readKeyFile(unseal.keyFile))
  else for (const share of unseal.shares) await seal.giveShare(share)
}

function openEngine(
  rootSecret: Uint8Array,
  store: PostgresStore,
  { sendMail, sendSms, ownOrigins }: ServerOptions,
  log: Log,
): Running {
  const signer = createWebhookSigner(rootSecret)
  const noCarrier = async () => {
    throw new Error('no carrier is configured')
  }
  const engine = createEngine({
    store: tellingUnavailable(store),
    clock: Date.now,
    random: platformRandom,
    rootSecret,
    mail: sendMail ?? noCarrier,
    sms: sendSms ?? noCarrier,
    fetch: publicFetch,
    async webhook(delivery) {
      const { outcome, status, error } = await postWebhook(delivery, {
        signer,
        fetch: publicFetch,
        now: Date.now,
      })
      const { id, organizationId } = delivery
      if (outcome !== 'DELIVERED') {
        log({
          level: 'warn',
          message: 'webhook not delivered',
          deliveryId: id,
          organizationId,
          outcome,
          status,
          error,
        })
      }
      if (outcome === 'RETRY') throw new Error('the webhook is to be tried again')
    },
    async deliverAlone(organizationId, deliver) {
      // Whoever holds the lock delivers what we would have.
      return (await store.alone(`outbox ${organizationId}`, deliver)) ?? 0
    },
    log: apiPorts(log).log,
    settings: { isPublicSecret: createPublicSecrets(), ...(ownOrigins && { ownOrigins }) },
  })
  return { engine, signer }
}

/** Hands over what waits in any organization, now and then. @returns stops it */
function startDelivering(
  store: PostgresStore,
  running: () => Running | undefined,
  log: Log,
): () => Promise<unknown> {
  let round: Promise<unknown> | undefined
  const timer = setInterval(() => {
    const engine = running()?.engine
    if (!engine || round) return
    round = store
      .withMessages()
      .then((waiting) => engine.deliver(waiting))
      .catch((error: unknown) =>
        log({ level: 'error', message: 'messages could not be delivered', ...describeError(error) }),
      )
      .finally(() => {
        round = undefined
      })
  }, DELIVERY_INTERVAL_MS)
  return async () => {
    clearInterval(timer)
    await round
  }
}

export interface TeamParts {
  readonly store: PostgresStore
  readonly seal: Seal
  readonly metrics: Metrics
  readonly running: () => Running | undefined
}

function createApp(parts: TeamParts, log: Log) {
  const { running, metrics } = parts
  const api = createApi({
    log,
    handle: async (request) =>
      running()?.engine.handle(request) ??
      respondError(new ApiError('SEALED') as ApiError, { 'retry-after': '5' }),
    onAnswered({ id, call }, status, milliseconds) {
      metrics.countRequest(call, status, milliseconds)
      log({
        level: 'info',
        message: 'request',
        requestId: id,
        call: call ?? null,
        status,
        milliseconds: Math.round(milliseconds),
      })
    },
  })
  const app = new Hono<{ Bindings: Bindings }>()
  app.get('/health', (c) => c.json({ status: 'up' }))
  app.get('/ready', async (c) => {
    const readiness = await readinessOf(parts)
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503)
  })
  app.get(WEBHOOK_JWKS_PATH, (c) => {
    const signer = running()?.signer
    if (!signer) return respondError(new ApiError('SEALED') as ApiError)
    return c.json(signer.jwks, 200, { 'access-control-allow-origin': '*' })
  })
  app.all('*', (c) => api(c.req.raw, c.env))
  return app.fetch
}

/** Whether calls will be answered. */
export async function readinessOf({ seal, store }: TeamParts) {
  if (seal.state().sealed) return { status: 'sealed' } as const
  return (await store.ping())
    ? ({ status: 'ready' } as const)
    : ({ status: 'database not available' } as const)
}
