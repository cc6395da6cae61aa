/** A request in a host with the engine's decisions, errors and response. */
import { ApiError, findCall } from '@keywright/contract'
import {
  type Engine,
  type ObservedDecision,
  pathOf,
  type RequestLog,
  StoreConflict,
  StoreUnavailable,
  type Watch,
} from '@keywright/engine'
import { bufferedRequest } from './bufferedRequest.ts'
import { describeError, type Log } from './log.ts'

/** Response header with the id under which the log lists the request. */
export const REQUEST_ID = 'x-request-id'

export interface Exchange {
  readonly id: string
  readonly method: string
  readonly path: string
  /** The contract's name of the call; undefined for an unknown path. */
  readonly call: string | undefined
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** Decisions of the engine, oldest first. Each retry decides again. */
  readonly decisions: ObservedDecision[]
  /** Caller and result, as far as known. */
  facts: RequestLog
}

/** @param id of the request, for logs */
export function openExchange(
  { method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>,
  bytes: Uint8Array,
  id: string,
): Exchange {
  const path = pathOf(url)
  return {
    id,
    method,
    path,
    call: findCall(path)?.name,
    headers,
    bytes,
    decisions: [],
    facts: {},
  }
}

/** Lets the engine handle the request. */
export function answerExchange(
  exchange: Exchange,
  request: Pick<Request, 'method' | 'url' | 'headers'>,
  handle: Engine['handle'],
  log: Log,
): Promise<Response> {
  const bytes = exchange.bytes as Uint8Array<ArrayBuffer>
  return handle(bufferedRequest(request, bytes), watchOf(exchange, log))
}

/** Response with the status and body of the error, readable from any origin. */
export function respondError(error: ApiError, headers: Record<string, string> = {}): Response {
  return Response.json(error.toBody(), {
    status: error.status,
    headers: { 'access-control-allow-origin': '*', ...headers },
  })
}

/** Responds with the error and records its code. */
export function refuse(exchange: Exchange, error: ApiError, headers?: Record<string, string>): Response {
  exchange.facts = { ...exchange.facts, errorCode: error.code }
  return respondError(error, headers)
}

/**
 * Whether the response is `Response.error()`, the only one with this status. Reading `type` instead would turn a server's
 * lightweight responses into full ones, which costs more than writing them.
 */
export const isBroken = ({ status }: Response): boolean => status === 0

/** Response for a bug in the host, with the ID of its log entry. */
export const respondFault = (errorId: string): Response =>
  respondError(new ApiError('INTERNAL', { errorId }) as ApiError)

function watchOf(exchange: Exchange, log: Log): Watch {
  return {
    observe: (decision) => void exchange.decisions.push(decision),
    about(facts) {
      exchange.facts = { ...exchange.facts, ...facts }
    },
    log: (errorId, error) =>
      logFault(log, errorId, error, { requestId: exchange.id, call: exchange.call, ...exchange.facts }),
  }
}

/**
 * Logs one line. A database that is down or busy isn't a bug, so its line has no stack.
 * @param about the related request, if there is one
 */
export function logFault(log: Log, errorId: string, error: unknown, about: object = {}): void {
  const isUnavailable = error instanceof StoreUnavailable || error instanceof StoreConflict
  const { error: text, ...stack } = describeError(error)
  log({
    level: 'error',
    message: isUnavailable ? 'store unavailable' : 'engine fault',
    errorId,
    ...about,
    error: text,
    ...(!isUnavailable && stack),
    ...(error instanceof Error && error.cause !== undefined && { cause: describeError(error.cause).error }),
  })
}
