/** Whom a development server answers: much of it needs no stamp, so pages of other sites must not reach it. */
import { ApiError } from '@keywright/contract'
import type { MiddlewareHandler } from 'hono'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether the address names this machine, or one of these hosts. */
const isAt = (address: string, allowed: readonly string[]): boolean =>
  URL.canParse(address) && [...LOOPBACK, ...allowed].includes(new URL(address).hostname)

/**
 * Answers 421 unless the request names this machine or a listed host as its host: a name that was rebound to this
 * address (DNS rebinding) is neither.
 * @param allowed host names in lower case, without ports
 */
export const onlyHosts =
  (allowed: readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    const host = c.req.header('host') ?? ''
    if (isAt(`http://${host}`, allowed)) return next()
    const error = new ApiError('HOST_NOT_ALLOWED', { host: host.slice(0, 253) })
    return c.json(error.toBody(), error.status as 421)
  }

/**
 * Answers 403 unless the request names this machine or a listed host, and comes from no page, or from a page of one of
 * them.
 */
export const onlyThisMachine =
  (allowed: readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    const origin = c.req.header('origin')
    const isHere = isAt(`http://${c.req.header('host') ?? ''}`, allowed)
    if (!isHere || (origin !== undefined && !isAt(origin, allowed))) {
      return c.json(
        { code: 7, message: 'only programs and pages of this machine may use /dev', details: [] },
        403,
      )
    }
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
