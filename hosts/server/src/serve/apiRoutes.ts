/** Public routes: calls, health and readiness, and the webhook key. */
import { ApiError } from '@keywright/contract'
import { type Exchange, type Log, respondError, WEBHOOK_JWKS_PATH } from '@keywright/host'
import { type Context, Hono } from 'hono'
import { createApi } from '../http/api.ts'
import { faults } from '../http/faults.ts'
import type { Bindings } from '../http/listen.ts'
import type { Proxies } from '../http/proxies.ts'
import type { PostgresStore } from '../store/postgres.ts'
import { ANONYMOUS_PER_SECOND, clientBehind, createAnonymousLimit } from './anonymousLimit.ts'
import type { Diagnostics } from './diagnostics.ts'
import type { LossWatch } from './lostWrites.ts'
import type { Metrics } from './metrics.ts'
import type { Running } from './openTeamEngine.ts'
import { createRateLimit, type RateLimitOptions, rateLimited } from './rateLimit.ts'
import type { ReadinessWatch } from './readiness.ts'
import { sampleRejected } from './sampleRejected.ts'
import type { Seal } from './seal.ts'
import type { Telemetry } from './telemetry.ts'

export interface TeamParts {
  readonly store: PostgresStore
  readonly seal: Seal
  readonly losses: LossWatch
  readonly metrics: Metrics
  readonly readiness: ReadinessWatch
  readonly diagnose: () => Promise<Diagnostics>
  readonly running: () => Running | undefined
  readonly log: Log
  readonly telemetry: Telemetry | undefined
}

export interface ApiLimits {
  readonly rateLimit?: RateLimitOptions | undefined
  /** Default: `ANONYMOUS_PER_SECOND`. */
  readonly anonymousRateLimit?: number | undefined
  readonly addressHeader?: string | undefined
  readonly isProxy: Proxies
}

export function apiRoutes(parts: TeamParts, limits: ApiLimits) {
  const { rateLimit, anonymousRateLimit, addressHeader, isProxy } = limits
  const { running, metrics, log, telemetry } = parts
  const anonymousPerSecond = anonymousRateLimit ?? ANONYMOUS_PER_SECOND
  const anonymous = createAnonymousLimit(anonymousPerSecond, Date.now)
  const clientOf = (headers: Headers, bindings: Bindings) =>
    clientBehind(isProxy, headers, bindings, addressHeader)
  const logRequest = sampleRejected(log, Date.now)
  const api = createApi({
    log,
    around: telemetry ? telemetry.trace : (_, answer) => answer(),
    async handle(request, watch) {
      const open = running()
      // Don't record decisions: that would read all users of the organization for each request.
      if (open) return open.engine.handle(request, watch && { ...watch, observe: undefined })
      watch?.about?.({ errorCode: 'SEALED' })
      return respondError(sealed(), { 'retry-after': '5' })
    },
    onAnswered(exchange, status, milliseconds, bindings) {
      const isStranger = exchange.facts.userId === undefined && status >= 400 && status < 500
      if (isStranger) anonymous.count(clientOf(exchange.headers, bindings))
      metrics.countRequest(exchange.call, status, milliseconds)
      logRequest(entryOf(exchange, status, milliseconds))
    },
  })
  const app = new Hono<{ Bindings: Bindings }>()
  app.get('/health', (c) => c.json({ status: 'up' }))
  app.get('/ready', (c) => respondReadiness(c, parts))
  app.get(WEBHOOK_JWKS_PATH, async (c) => {
    const signer = await running()?.freshSigner()
    if (!signer) return respondError(sealed())
    return c.json(signer.jwks, 200, { 'access-control-allow-origin': '*' })
  })
  app.use(async (c, next) => {
    if (!anonymous.isOver(clientOf(c.req.raw.headers, c.env))) return next()
    metrics.countRequest(undefined, 429, 0)
    return respondError(rateLimited(anonymousPerSecond), { 'retry-after': '1' })
  })
  if (rateLimit) {
    const allow = createRateLimit(rateLimit, Date.now, addressHeader)
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
  const respondFault = faults(parts)
  app.onError((error) => respondFault(error))
  return app
}

const sealed = () => new ApiError('SEALED') as ApiError

/** Log entry of a request: IDs and codes, never contents. */
const entryOf = ({ id, call, facts }: Exchange, status: number, milliseconds: number) =>
  ({
    level: 'info',
    message: 'request',
    requestId: id,
    call: call ?? null,
    status,
    milliseconds: Math.round(milliseconds),
    ...facts,
  }) as const

export async function respondReadiness(c: Context, { readiness }: TeamParts) {
  const state = await readiness.check()
  return c.json(state, state.status === 'ready' ? 200 : 503)
}
