/** Access control for routes without stamps (development and operators): pages of other sites must not reach them. */
import { ApiError } from '@keywright/contract'
import type { Context, MiddlewareHandler } from 'hono'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether the URL names this machine or one of these hosts. */
const isAt = (address: string, allowed: readonly string[]): boolean =>
  URL.canParse(address) && [...LOOPBACK, ...allowed].includes(new URL(address).hostname)

/**
 * Answers 421 unless the Host header names this machine or a listed host. Blocks DNS rebinding.
 * @param allowed host names in lower case, without ports
 */
export const onlyHosts =
  (allowed: readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    const host = c.req.header('host') ?? ''
    return isAt(`http://${host}`, allowed) ? next() : respond(c, hostNotAllowed(host))
  }

const hostNotAllowed = (host: string) =>
  new ApiError('HOST_NOT_ALLOWED', { host: host.slice(0, 253) }) as ApiError
const originNotAllowed = (origin: string) =>
  new ApiError('ORIGIN_NOT_ALLOWED', { origin: origin.slice(0, 253) }) as ApiError

/** Without CORS headers, so that pages cannot read the error. */
const respond = (c: Context, error: ApiError) => c.json(error.toBody(), error.status as 421)

/** Answers 421 as `onlyHosts`, and 403 to browsers, which unlike operators' tools send an origin or fetch metadata. */
export const onlyPrograms: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('host') ?? ''
  const origin = c.req.header('origin') ?? c.req.header('sec-fetch-site')
  if (!isAt(`http://${host}`, [])) return respond(c, hostNotAllowed(host))
  return origin === undefined ? next() : respond(c, originNotAllowed(origin))
}

/** Answers 421 as `onlyHosts`, and 403 to pages from other hosts. */
export const onlyThisMachine =
  (allowed: readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    const origin = c.req.header('origin')
    const host = c.req.header('host') ?? ''
    if (!isAt(`http://${host}`, allowed)) return respond(c, hostNotAllowed(host))
    if (origin !== undefined && !isAt(origin, allowed)) return respond(c, originNotAllowed(origin))
    const cors: Record<string, string> =
      origin === undefined ? {} : { 'access-control-allow-origin': origin, vary: 'origin' }
    if (c.req.method === 'OPTIONS') {
      return c.body(null, 204, {
        ...cors,
        'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
        'access-control-allow-headers': 'content-type',
      })
    }
    await next()
    for (const [name, value] of Object.entries(cors)) c.res.headers.set(name, value)
    return undefined
  }
