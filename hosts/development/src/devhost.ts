/** The development host: the engine with developer tools. */
import { limits } from '@keywright/contract'
import { readBytes, type Watch } from '@keywright/engine'
import {
  answerExchange,
  describeError,
  type Exchange,
  isBroken,
  newId,
  openExchange,
  REQUEST_ID,
  refuse,
  respondFault,
  WEBHOOK_JWKS_PATH,
} from '@keywright/host'
import { answerDev } from './answerDev.ts'
import { createEventStreams } from './eventStream.ts'
import { createEventBus } from './events.ts'
import { createFaults } from './faults.ts'
import { tooLarge } from './input.ts'
import type { DevhostOptions, DevhostParts } from './parts.ts'
import { createRequestLog } from './requestLog.ts'
import { createRequestSeal } from './requestSeal.ts'
import { openRunning, respondReplaced } from './running.ts'
import { openSnapshots } from './snapshots.ts'

export interface Devhost extends DevhostParts {
  /** Handles all requests: `/dev`, webhook keys, API calls. Never throws. */
  handle(request: Request): Promise<Response>
  /** Handles requests to `/dev` and below. */
  answerDev(request: Request): Promise<Response>
  /** Runs a call with its faults and logs the result. Returns `Response.error()` for a broken connection. */
  around(exchange: Exchange, next: () => Promise<Response>): Promise<Response>
  /** The current engine; waits while the state is being replaced. */
  call(request: Request, watch?: Watch): Promise<Response>
  /** Ends all streams and waits for pending work. */
  close(): Promise<void>
}

const DELIVERY_INTERVAL_MS = 1_000

export async function createDevhost(options: DevhostOptions): Promise<Devhost> {
  const { homes, url, timers, log = () => undefined } = options
  const events = createEventBus()
  const faults = createFaults(timers, Math.random, () => events.tell('faults', { faults: faults.list() }))
  const { call, close, ...state } = await openRunning({ ...options, log, events, faults })
  const seal = createRequestSeal(() => state.running().rootSecret)
  const requestLog = await createRequestLog(() => state.running().clock(), homes.requests, events, seal)

  const parts: DevhostParts = {
    ...state,
    requestLog,
    faults,
    snapshots: openSnapshots(homes.snapshots),
    events,
    streams: createEventStreams(events, timers),
    timers,
    url,
  }
  const stopDelivering = timers.every(DELIVERY_INTERVAL_MS, () => {
    parts.deliverDue().catch((error: unknown) => {
      log({ level: 'error', message: 'messages could not be delivered', ...describeError(error) })
    })
  })

  const around: Devhost['around'] = (exchange, next) => {
    const begun = state.running()
    // A fault may have delayed the request until after a restore.
    const unlessReplaced = async () => (begun === state.running() ? next() : respondReplaced())
    return requestLog.around(exchange, () => faults.around(exchange, unlessReplaced))
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/dev' || pathname.startsWith('/dev/')) return answerDev(parts, request)
    if (pathname === WEBHOOK_JWKS_PATH && request.method === 'GET')
      return Response.json(state.running().signer.jwks)
    const bytes = await readBytes(request, limits.bodyBytes).catch(() => undefined)
    const exchange = openExchange(request, bytes ?? new Uint8Array(), newId())
    const response = await around(exchange, async () =>
      bytes ? answerExchange(exchange, request, call, log) : refuse(exchange, tooLarge(pathname)),
    )
    return isBroken(response) ? response : named(response, exchange.id)
  }

  return {
    ...parts,
    around,
    call,
    answerDev: (request) => answerDev(parts, request),
    handle: (request) =>
      answer(request).catch((error: unknown) => {
        const errorId = newId()
        log({ level: 'error', message: 'host fault', errorId, ...describeError(error) })
        return respondFault(errorId)
      }),
    async close() {
      stopDelivering()
      parts.streams.close()
      await close()
      await homes.requests.idle()
    },
  }
}

/** Adds the request ID for `/dev/requests` to the response, unless the server's socket does so. */
function named(response: Response, requestId: string): Response {
  response.headers.set(REQUEST_ID, requestId)
  response.headers.set('access-control-expose-headers', REQUEST_ID)
  return response
}
