/** One request on its way through a host: what came, what the engine decided, what went wrong, what went out. */
import { ApiError, findCall } from '@keywright/contract'
import { type Engine, type ObservedDecision, pathOf, type RequestFacts, type Watch } from '@keywright/engine'
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
  /** What the engine decided on the way, oldest first. A request that is tried again decides again. */
  readonly decisions: ObservedDecision[]
  /** Who called and what came of it, as far as it is known. */
  facts: RequestFacts
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

/** Has the engine answer. */
export function answerExchange(
  exchange: Exchange,
  request: Pick<Request, 'method' | 'url' | 'headers'>,
  handle: Engine['handle'],
  log: Log,
): Promise<Response> {
  const bytes = exchange.bytes as Uint8Array<ArrayBuffer>
  return handle(bufferedRequest(request, bytes), watchOf(exchange, log))
}

/** The error's own status and body, readable from any origin. */
export function respondError(error: ApiError, headers: Record<string, string> = {}): Response {
  return Response.json(error.toBody(), {
    status: error.status,
    headers: { 'access-control-allow-origin': '*', ...headers },
  })
}

/** Answers with the error, and notes its code with the request. */
export function refuse(exchange: Exchange, error: ApiError, headers?: Record<string, string>): Response {
  exchange.facts = { ...exchange.facts, errorCode: error.code }
  return respondError(error, headers)
}

/**
 * Whether the answer is `Response.error()`, which alone has this status. Its `type` shows it too, but for that a server's
 * answers become full responses with a stream, which takes longer than to write them.
 */
export const isBroken = ({ status }: Response): boolean => status === 0

/** A fault of the host itself, by the id that stands in the log. */
export const respondFault = (errorId: string): Response =>
  respondError(new ApiError('INTERNAL', { errorId }) as ApiError)

/** @param log where faults are told, with the request they belong to */
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
