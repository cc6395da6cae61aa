/** The engine behind a socket: reads the body, hands it over, and tells the host what came of each request. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { ApiError, findCall, limits } from '@keywright/contract'
import { type ObservedDecision, StoreConflict } from '@keywright/engine'
import { describeError, type Log } from '../log.ts'
import { StoreUnavailable } from '../store/unavailable.ts'
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
      if (body.kind === 'incomplete') return respondIncomplete()
      const response = await handle(bufferedRequest(request, body.bytes))
      return exchange.fault && isPassing(exchange.fault.error)
        ? respondUnavailable(exchange.fault.errorId, response)
        : response
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

/** Whether the same request may well succeed when it is sent again, unchanged. */
const isPassing = (error: unknown) => error instanceof StoreUnavailable || error instanceof StoreConflict

function respondUnavailable(errorId: string, { headers }: Response): Response {
  const message = `the database is not available, send the same request again (error ${errorId})`
  const details = [{ '@type': 'type.googleapis.com/errors.v1.ErrorCode', errorCode: 'STORE_UNAVAILABLE' }]
  return Response.json({ code: 14, message, details }, { status: 503, headers: withRetry(headers) })
}

function withRetry(headers: Headers): Record<string, string> {
  const { 'content-length': _length, ...kept } = Object.fromEntries(headers)
  return { ...kept, 'retry-after': '1' }
}

function respondTooLarge(): Response {
  // The rest of the body is not waited for.
  return respondError(new ApiError('BODY_TOO_LARGE', { limit: limits.bodyBytes }) as ApiError, {
    connection: 'close',
  })
}

function respondIncomplete(): Response {
  return respondError(new ApiError('BODY_MALFORMED', { reason: 'it ended too early' }) as ApiError)
}
