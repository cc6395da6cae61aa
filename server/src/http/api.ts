/** The engine behind a socket: reads the body, hands it over, and tells the host what came of each request. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { ApiError, findCall, limits } from '@keywright/contract'
import { type ObservedDecision, StoreConflict } from '@keywright/engine'
import { describeError, type Log } from '../log.ts'
import { StoreUnavailable, type UnavailableReason } from '../store/unavailable.ts'
import { bufferedRequest } from './bufferedRequest.ts'
import type { Bindings } from './listen.ts'
import { readBytes } from './readBytes.ts'

/** One request on its way. */
export interface Exchange {
  readonly id: string
  readonly method: string
  readonly path: string
  /** The contract's name of the call; undefined for an unknown path. */
  readonly call: string | undefined
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** What the engine decided on the way, oldest first. A request that is tried again decides again. */
  readonly decisions: ObservedDecision[]
  /** A fault of the engine, by the id that the caller got. */
  fault?: { readonly errorId: string; readonly error: unknown }
}

export interface ApiOptions {
  readonly handle: (request: Request) => Promise<Response>
  readonly log: Log
  /** What stands between the socket and the engine. Default: nothing. */
  readonly around?: (exchange: Exchange, next: () => Promise<Response>) => Promise<Response>
  readonly onAnswered?: (exchange: Exchange, status: number, milliseconds: number) => void
}

/** The ports that the engine is given, so that its faults and decisions find the request they belong to. */
export interface ApiPorts {
  readonly log: (errorId: string, error: unknown) => void
  readonly observe: (decision: ObservedDecision) => void
}

const exchanges = new AsyncLocalStorage<Exchange>()

/** @param log where faults go that belong to no request */
export function apiPorts(log: Log): ApiPorts {
  return {
    log(errorId, error) {
      const exchange = exchanges.getStore()
      if (exchange) exchange.fault = { errorId, error }
      log({
        level: 'error',
        message: 'engine fault',
        errorId,
        ...(exchange && { requestId: exchange.id, call: exchange.call }),
        ...describeError(error),
        ...(error instanceof Error &&
          error.cause !== undefined && { cause: describeError(error.cause).error }),
      })
    },
    observe: (decision) => void exchanges.getStore()?.decisions.push(decision),
  }
}

/** Answers every request for a call. Never throws. */
export function createApi({ handle, around = (_, next) => next(), onAnswered, log }: ApiOptions) {
  return async (request: Request, { incoming }: Bindings): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const body = await readBytes(incoming, limits.bodyBytes)
    const exchange: Exchange = {
      id: randomUUID(),
      method: request.method,
      path: pathname,
      call: findCall(pathname)?.name,
      headers: request.headers,
      bytes: body.kind === 'bytes' ? body.bytes : new Uint8Array(),
      decisions: [],
    }
    const start = performance.now()
    const answer = async () => {
      if (body.kind === 'too large') return respondTooLarge()
      // Nobody is left to read this; it is for the request log.
      if (body.kind === 'incomplete') return respondMalformed('it ended too early')
      const coding = request.headers.get('content-encoding') ?? 'identity'
      if (coding !== 'identity') return respondMalformed('it is compressed, send it without content-encoding')
      const response = await handle(bufferedRequest(request, body.bytes))
      // A message that could not be handed over is a fault too, and none of the answer's.
      const unavailable = response.status === 500 && exchange.fault && toUnavailable(exchange.fault)
      return unavailable ? respondError(unavailable, { 'retry-after': '1' }) : response
    }
    const response = await exchanges
      .run(exchange, () => around(exchange, answer))
      .catch((error: unknown) => {
        const errorId = randomUUID()
        log({
          level: 'error',
          message: 'server fault',
          errorId,
          requestId: exchange.id,
          ...describeError(error),
        })
        return respondError(new ApiError('INTERNAL', { errorId }) as ApiError)
      })
    onAnswered?.(exchange, response.status, performance.now() - start)
    return response
  }
}

/** The error's own status and body, readable from any origin. */
export function respondError(error: ApiError, headers: Record<string, string> = {}): Response {
  return Response.json(error.toBody(), {
    status: error.status,
    headers: { 'access-control-allow-origin': '*', ...headers },
  })
}

/** What the same request, sent again unchanged, may well not meet; undefined for other faults. */
function toUnavailable({ errorId, error }: { errorId: string; error: unknown }): ApiError | undefined {
  if (error instanceof StoreConflict) return unavailable('it is too busy', errorId)
  return error instanceof StoreUnavailable ? unavailable(error.reason, errorId) : undefined
}

const unavailable = (reason: UnavailableReason, errorId: string) =>
  new ApiError('STORE_UNAVAILABLE', { reason, errorId }) as ApiError

function respondTooLarge(): Response {
  // Whoever reads while sending may stop here.
  return respondError(new ApiError('BODY_TOO_LARGE', { limit: limits.bodyBytes }) as ApiError, {
    connection: 'close',
  })
}

function respondMalformed(reason: string): Response {
  return respondError(new ApiError('BODY_MALFORMED', { reason }) as ApiError)
}
