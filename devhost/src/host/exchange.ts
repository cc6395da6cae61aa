/** One request on its way through a host: what came, what the engine decided, what went wrong, what went out. */
import { ApiError, findCall, limits } from '@keywright/contract'
import { type Engine, type ObservedDecision, StoreConflict, type Watch } from '@keywright/engine'
import { bufferedRequest } from './bufferedRequest.ts'
import { describeError, type Log } from './log.ts'
import { StoreUnavailable, type UnavailableReason } from './unavailable.ts'

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

/** @param id of the request, for logs */
export function openExchange(
  { method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>,
  bytes: Uint8Array,
  id: string,
): Exchange {
  const { pathname } = new URL(url)
  return { id, method, path: pathname, call: findCall(pathname)?.name, headers, bytes, decisions: [] }
}

/** Has the engine answer; a store that cannot be used is 503 and not the engine's fault. */
export async function answerExchange(
  exchange: Exchange,
  request: Pick<Request, 'method' | 'url' | 'headers'>,
  handle: Engine['handle'],
  log: Log,
): Promise<Response> {
  const bytes = exchange.bytes as Uint8Array<ArrayBuffer>
  const response = await handle(bufferedRequest(request, bytes), watchOf(exchange, log))
  const unavailable = response.status === 500 && exchange.fault && toUnavailable(exchange.fault)
  return unavailable ? respondError(unavailable, { 'retry-after': '1' }) : response
}

/** The error's own status and body, readable from any origin. */
export function respondError(error: ApiError, headers: Record<string, string> = {}): Response {
  return Response.json(error.toBody(), {
    status: error.status,
    headers: { 'access-control-allow-origin': '*', ...headers },
  })
}

/** @param headers more of them */
export const respondTooLarge = (headers?: Record<string, string>): Response =>
  respondError(new ApiError('BODY_TOO_LARGE', { limit: limits.bodyBytes }) as ApiError, headers)

/** A fault of the host itself, by the id that stands in the log. */
export const respondFault = (errorId: string): Response =>
  respondError(new ApiError('INTERNAL', { errorId }) as ApiError)

/** @param log where faults are told, with the request they belong to */
function watchOf(exchange: Exchange, log: Log): Watch {
  return {
    observe: (decision) => void exchange.decisions.push(decision),
    log(errorId, error) {
      exchange.fault = { errorId, error }
      logFault(log, errorId, error, { requestId: exchange.id, call: exchange.call })
    },
  }
}

/** @param about the request that it belongs to, where there is one */
export function logFault(log: Log, errorId: string, error: unknown, about: object = {}): void {
  log({
    level: 'error',
    message: 'engine fault',
    errorId,
    ...about,
    ...describeError(error),
    ...(error instanceof Error && error.cause !== undefined && { cause: describeError(error.cause).error }),
  })
}

/** What the same request, sent again unchanged, may well not meet; undefined for other faults. */
function toUnavailable({ errorId, error }: { errorId: string; error: unknown }): ApiError | undefined {
  if (error instanceof StoreConflict) return unavailable('it is too busy', errorId)
  return error instanceof StoreUnavailable ? unavailable(error.reason, errorId) : undefined
}

const unavailable = (reason: UnavailableReason, errorId: string) =>
  new ApiError('STORE_UNAVAILABLE', { reason, errorId }) as ApiError
