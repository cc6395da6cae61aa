/** Public routes: calls, health and readiness, and the webhook key. */
import { ApiError } from '@keywright/contract'
import { type Exchange, type Log, respondError, WEBHOOK_JWKS_PATH } from '@keywright/host'
import { type Context, Hono } from 'hono'
import { createApi } from '../http/api.ts'
import type { Bindings } from '../http/listen.ts'
import type { PostgresStore } from '../store/postgres.ts'
import type { LossWatch } from './lostWrites.ts'
import type { Metrics } from './metrics.ts'
import type { Running } from './openTeamEngine.ts'
import { createRateLimit, type RateLimitOptions, rateLimited } from './rateLimit.ts'
import type { Readiness } from './readiness.ts'
import { sampleRejected } from './sampleRejected.ts'
import type { Seal } from './seal.ts'
import type { Telemetry } from './telemetry.ts'

export interface TeamParts {
  readonly store: PostgresStore
  readonly seal: Seal
  readonly losses: LossWatch
  readonly metrics: Metrics
  readonly readiness: () => Promise<Readiness>
  readonly running: () => Running | undefined
  readonly log: Log
  readonly telemetry: Telemetry | undefined
}

export function apiRoutes(parts: TeamParts, rateLimit: RateLimitOptions | undefined) {
  const { running, metrics, log, telemetry } = parts
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
    onAnswered(exchange, status, milliseconds) {
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
  const state = await readiness()
  return c.json(state, state.status === 'ready' ? 200 : 503)
}
