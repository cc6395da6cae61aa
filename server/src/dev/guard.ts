/** Keeps pages of other sites away from `/dev`: what is behind it needs no stamp. */
import type { MiddlewareHandler } from 'hono'

/**
 * Answers 403 unless the request names this machine as its host (a name that was rebound to this address does not)
 * and comes from no page, or from a page of this machine.
 */
export const onlyThisMachine: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin')
  const isHere = isLoopback(`http://${c.req.header('host') ?? ''}`)
  if (!isHere || (origin !== undefined && !isLoopback(origin))) {
    return c.json(
      { code: 7, message: 'only programs and pages of this machine may use /dev', details: [] },
      403,
    )
  }
  const cors = origin === undefined ? {} : { 'access-control-allow-origin': origin, vary: 'origin' }
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

function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
