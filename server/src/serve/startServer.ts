/** The server of a team: stateless processes on one PostgreSQL, sealed until they have the root secret. */
import { setTimeout } from 'node:timers/promises'
import { ApiError } from '@keywright/contract'
import type { Log } from '@keywright/devhost'
import {
  createWebhookSigner,
  logFault,
  postWebhook,
  respondError,
  tellingUnavailable,
  WEBHOOK_JWKS_PATH,
  type WebhookSigner,
} from '@keywright/devhost'
import { createEngine, type Engine } from '@keywright/engine'
import { platformRandom } from '@keywright/keys'
import { Hono } from 'hono'
import { createApi } from '../http/api.ts'
import { type Bindings, listen, type Timeouts } from '../http/listen.ts'
import type { PostgresStore } from '../store/postgres.ts'
import { type CarrierOptions, type Carriers, openCarriers } from './carriers/carriers.ts'
import { startDelivering } from './delivering.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openTeamStore } from './openTeamStore.ts'
import { operatorRoutes } from './operatorRoutes.ts'
import { publicFetch } from './publicFetch.ts'
import { createPublicSecrets } from './publicSecrets.ts'
import { createRateLimit, type RateLimitOptions, rateLimited } from './rateLimit.ts'
import { readKeyFile, readRootCheck } from './rootSecret.ts'
import { createSeal, type Seal } from './seal.ts'

/** Where the root secret comes from; without one the server starts sealed and waits for shares. */
export type Unseal = { readonly keyFile: string } | { readonly shares: readonly string[] } | undefined

export interface ServerOptions extends CarrierOptions {
  readonly databaseUrl: string
  /** 0: any free one. */
  readonly port: number
  /** Default: `0.0.0.0`, all addresses of the machine. TLS ends in front of it. */
  readonly host?: string
  /** Where operators unseal and read metrics, on 127.0.0.1 only. Default: `port + 1`; any free one when that is 0. */
  readonly operatorPort?: number
  readonly unseal?: Unseal
  /** Origins of the service itself. */
  readonly ownOrigins?: readonly string[]
  /** Default: none; put one in front. `/health`, `/ready` and the keys of webhooks are not counted. */
  readonly rateLimit?: RateLimitOptions
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

const STOP_GRACE_MS = 10_000

/**
 * @throws ServerError `DATABASE_UNREACHABLE`, `DATABASE_NOT_INITIALIZED`, `DATABASE_IS_DEVELOPMENT`, `PORT_TAKEN`,
 *   `ROOT_SECRET_MALFORMED`, `ROOT_SECRET_MISMATCH`, `ROOT_SECRET_PUBLIC`, `CARRIER_MALFORMED`; KeysError for shares
 *   that do not fit
 */
export async function startServer(options: ServerOptions): Promise<TeamServer> {
  const { databaseUrl, port, host = '0.0.0.0', log = () => undefined, timeouts } = options
  const metrics = createMetrics()
  const carriers = openCarriers(options, { log, metrics })
  const store = await openTeamStore(databaseUrl, options.connections)
  const closers: (() => Promise<unknown>)[] = [() => store.close(), async () => carriers.close()]
  // In the opposite order of opening: sockets first, the database last.
  const close = async () => {
    for (const closer of closers.reverse().splice(0)) await closer()
  }
  try {
    let running: Running | undefined
    const readCheck = () => readRootCheck(store)
    const seal = createSeal(readCheck, await readCheck(), (rootSecret) => {
      running = openEngine(rootSecret, store, { carriers, log, ownOrigins: options.ownOrigins })
      log({ level: 'info', message: 'unsealed', signerPublicKey: running.engine.signerPublicKey })
    })
    await unsealWith(seal, options.unseal)
    const delivering = startDelivering(store, () => running?.engine, log)
    closers.push(async () => running?.engine.idle(), delivering.stop)

    const parts = { store, seal, metrics, running: () => running, waiting: delivering.waiting }
    const bounds = timeouts ? { timeouts } : {}
    const operator = await listen({
      host: '127.0.0.1',
      port: options.operatorPort ?? (port === 0 ? 0 : port + 1),
      fetch: operatorRoutes(parts).fetch,
      ...bounds,
    })
    closers.push(() => operator.close(STOP_GRACE_MS))
    const main = await listen({ host, port, fetch: createApp(parts, options.rateLimit, log), ...bounds })
    closers.push(() => main.close(STOP_GRACE_MS))
    const url = host === '0.0.0.0' ? `http://127.0.0.1:${main.port}` : main.url
    sayWhatIsMissing(carriers, log)
    log({ level: 'info', message: 'listening', url, operatorUrl: operator.url, ...seal.state() })
    return { url, operatorUrl: operator.url, seal, close }
  } catch (error) {
    await close()
    throw error
  }
}

function sayWhatIsMissing({ isConfigured }: Carriers, log: Log): void {
  const say = (message: string, hint: string) => log({ level: 'warn', message, hint })
  if (!isConfigured.mail) {
    say('no carrier for mails: they wait in the outbox', 'set KEYWRIGHT_SMTP_URL and KEYWRIGHT_MAIL_FROM')
  }
  if (!isConfigured.sms) say('no carrier for text messages: they wait in the outbox', 'set KEYWRIGHT_SMS_URL')
}

async function unsealWith(seal: Seal, unseal: Unseal): Promise<void> {
  if (unseal === undefined) return
  if ('keyFile' in unseal) seal.open(readKeyFile(unseal.keyFile))
  else for (const share of unseal.shares) await seal.giveShare(share)
}

function openEngine(
  rootSecret: Uint8Array,
  store: PostgresStore,
  { carriers, log, ownOrigins }: { carriers: Carriers; log: Log; ownOrigins: ServerOptions['ownOrigins'] },
): Running {
  const signer = createWebhookSigner(rootSecret)
  const engine = createEngine({
    store: tellingUnavailable(store),
    clock: Date.now,
    random: platformRandom,
    rootSecret,
    mail: carriers.mail,
    sms: carriers.sms(signer),
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
    async deliverAlone(queue, deliver) {
      // Whoever holds the lock delivers what we would have.
      return (await store.alone(`outbox: ${queue}`, deliver)) ?? 0
    },
    // Up to 2, 4, 8 … 256 ms: by chance, so that those who met do not meet again.
    backOff: (attempt) => setTimeout(Math.random() * Math.min(2 ** attempt, 256)),
    log: (errorId, error) => logFault(log, errorId, error),
    settings: { isPublicSecret: createPublicSecrets(), ...(ownOrigins && { ownOrigins }) },
  })
  return { engine, signer }
}

export interface TeamParts {
  readonly store: PostgresStore
  readonly seal: Seal
  readonly metrics: Metrics
  readonly running: () => Running | undefined
  /** Messages that wait in the outbox. */
  readonly waiting: () => number
}

function createApp(parts: TeamParts, rateLimit: RateLimitOptions | undefined, log: Log) {
  const { running, metrics } = parts
  const api = createApi({
    log,
    handle: async (request, watch) =>
      running()?.engine.handle(request, watch) ??
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
  if (rateLimit) {
    const allow = createRateLimit(rateLimit, Date.now)
    app.use(async (c, next) => {
      const { isAllowed, headers } = allow(c.req.raw, c.env)
      if (!isAllowed) {
        metrics.countRequest(undefined, 429, 0)
        return respondError(rateLimited(rateLimit.requestsPerSecond), headers)
      }
      await next()
      for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
      return undefined
    })
  }
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
