/** Routes for operators on the machine itself: unseal, readiness, metrics. */
import { ApiError } from '@keywright/contract'
import { newId } from '@keywright/host'
import { isKeysError, parseJson } from '@keywright/keys'
import { type Context, Hono } from 'hono'
import { faults } from '../http/faults.ts'
import { onlyPrograms } from '../http/guard.ts'
import type { Bindings } from '../http/listen.ts'
import { readBytes } from '../http/readBytes.ts'
import { requestIdOf } from '../http/requestId.ts'
import { ServerError } from '../serverError.ts'
import { respondReadiness, type TeamParts } from './apiRoutes.ts'

/** A share has about 130 characters. */
const MAX_BODY_BYTES = 4_096

export function operatorRoutes(parts: TeamParts) {
  const { seal, losses, store, log, metrics } = parts
  const routes = new Hono<{ Bindings: Bindings }>()
  // Blocks pages in a browser on this machine, which send an origin or a rebound host name.
  routes.use(onlyPrograms)
  answerErrors(routes, parts)
  routes.get('/health', (c) => c.json({ status: 'up' }))
  routes.get('/ready', (c) => respondReadiness(c, parts))
  routes.get('/metrics', (c) => respondMetrics(c, parts))
  routes.get('/seal', (c) => c.json(seal.state()))
  routes.post('/unseal', async (c) => {
    const share = await readShare(c.env)
    try {
      const { index, ...state } = await seal.giveShare(share)
      audit(parts, c.env, { taken: true, share: index, ...state })
      return c.json(state)
    } catch (error) {
      const refusal = await refusalOf(error)
      metrics.countRejectedShare()
      audit(parts, c.env, { taken: false, ...seal.state(), errorCode: refusal.code, reason: refusal.message })
      throw refusal
    }
  })
  routes.delete('/unseal', (c) => {
    seal.discard()
    log({ level: 'info', message: 'shares discarded', audit: true, requestId: requestIdOf(c.env) })
    return c.json(seal.state())
  })
  routes.post('/seal', (c) => {
    seal.close()
    return c.json(seal.state())
  })
  routes.get('/diagnostics', async (c) => c.json(await parts.diagnose()))
  routes.get('/losses', async (c) => c.json({ losses: await losses.losses() }))
  routes.delete('/losses/:organizationId', async (c) => {
    const organizationId = c.req.param('organizationId')
    const accepted = await losses.accept(organizationId)
    if (accepted.length === 0) {
      throw new ApiError('HOST_RESOURCE_NOT_FOUND', { what: `loss in organization ${organizationId}` })
    }
    log({ level: 'warn', message: 'losses accepted', audit: true, requestId: requestIdOf(c.env), accepted })
    return c.json({ losses: accepted })
  })
  return routes

  async function refusalOf(error: unknown): Promise<ApiError> {
    if (isKeysError(error)) return new ApiError('SHARE_REFUSED', { reason: error.message }) as ApiError
    if (error instanceof ServerError) {
      return new ApiError('SHARE_REFUSED', { reason: `${error.message}. ${error.hint}` }) as ApiError
    }
    if (await store.ping()) throw error
    const params = { reason: 'it does not respond', errorId: newId() }
    return new ApiError('STORE_UNAVAILABLE', params, { cause: error }) as ApiError
  }
}

/** Routes for a metrics collector on a separate address. */
export function metricsRoutes(parts: TeamParts) {
  const routes = new Hono<{ Bindings: Bindings }>()
  answerErrors(routes, parts)
  routes.get('/health', (c) => c.json({ status: 'up' }))
  routes.get('/metrics', (c) => respondMetrics(c, parts))
  return routes
}

/** Logs each submitted share, accepted or not, by its number only. */
function audit({ log }: TeamParts, bindings: Bindings, said: Readonly<Record<string, unknown>>): void {
  const { remoteAddress, remotePort } = bindings.incoming.socket
  log({
    level: said['taken'] ? 'info' : 'warn',
    message: 'share given',
    audit: true,
    requestId: requestIdOf(bindings),
    from: remoteAddress === undefined ? 'socket' : `${remoteAddress}:${remotePort}`,
    ...said,
  })
}

const respondMetrics = async (c: Context, { metrics }: TeamParts) =>
  c.body(await metrics.toText(), 200, { 'content-type': metrics.contentType })

/** Returns all errors in the format of the catalog. */
function answerErrors(routes: Hono<{ Bindings: Bindings }>, { log, store }: TeamParts): void {
  const respond = (c: Context, error: ApiError) =>
    c.json(error.toBody(), error.status as 400, error.status === 503 ? { 'retry-after': '1' } : {})
  routes.notFound((c) =>
    respond(c, new ApiError('HOST_RESOURCE_NOT_FOUND', { what: 'such route' }) as ApiError),
  )
  const respondFault = faults({ log, store, message: 'operator fault' })
  routes.onError((error, c) => (error instanceof ApiError ? respond(c, error) : respondFault(error)))
}

async function readShare({ incoming }: Bindings): Promise<string> {
  const body = await readBytes(incoming, MAX_BODY_BYTES)
  const share = body.kind === 'bytes' ? shareIn(new TextDecoder().decode(body.bytes)) : undefined
  if (typeof share === 'string') return share
  throw new ApiError('HOST_INPUT_INVALID', { reason: 'post {"share": "kwshare1…"}' })
}

function shareIn(text: string): unknown {
  try {
    return (parseJson(text) as { share?: unknown } | null)?.share
  } catch {
    return undefined
  }
}
