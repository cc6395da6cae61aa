/** For operators, on the machine itself: unseal, readiness, metrics. */
import { isKeysError } from '@keywright/keys'
import { Hono } from 'hono'
import type { Bindings } from '../http/listen.ts'
import { readBytes } from '../http/readBytes.ts'
import { ServerError } from '../serverError.ts'
import { readinessOf, type TeamParts } from './startServer.ts'

/** A share has some 130 characters. */
const MAX_BODY_BYTES = 4_096

export function operatorRoutes(parts: TeamParts) {
  const { seal, metrics, store, waiting } = parts
  const routes = new Hono<{ Bindings: Bindings }>()
  // A page in a browser on this machine sends an origin; no operator's tool does.
  routes.use(async (c, next) =>
    c.req.header('origin') === undefined ? next() : c.json({ message: 'not for web pages' }, 403),
  )
  routes.get('/health', (c) => c.json({ status: 'up' }))
  routes.get('/ready', async (c) => {
    const readiness = await readinessOf(parts)
    return c.json(readiness, readiness.status === 'ready' ? 200 : 503)
  })
  routes.get('/metrics', async (c) => {
    const organizations = await store.withMessages().catch(() => [])
    const { rss, heapUsed } = process.memoryUsage()
    const text = metrics.toText({
      sealed: seal.state().sealed ? 1 : 0,
      organizations_with_waiting_messages: organizations.length,
      waiting_messages: waiting(),
      resident_bytes: rss,
      heap_bytes: heapUsed,
    })
    return c.body(text, 200, { 'content-type': 'text/plain; version=0.0.4' })
  })
  routes.get('/seal', (c) => c.json(seal.state()))
  routes.post('/unseal', async (c) => {
    const share = await readShare(c.env)
    if (share === undefined) return c.json({ message: 'post {"share": "kwshare1…"}' }, 400)
    try {
      return c.json(await seal.giveShare(share))
    } catch (error) {
      if (isKeysError(error)) return c.json({ message: error.message }, 400)
      if (error instanceof ServerError) return c.json({ message: error.message, hint: error.hint }, 400)
      if (await store.ping()) throw error
      const hint = 'Give the share again when it is back.'
      return c.json({ message: 'the database does not answer', hint }, 503)
    }
  })
  return routes
}

async function readShare({ incoming }: Bindings): Promise<string | undefined> {
  const body = await readBytes(incoming, MAX_BODY_BYTES)
  if (body.kind !== 'bytes') return undefined
  try {
    const { share } = JSON.parse(new TextDecoder().decode(body.bytes)) as { share?: unknown }
    return typeof share === 'string' ? share : undefined
  } catch {
    return undefined
  }
}
