/** Connects the engine to a socket: reads bodies, passes requests to the engine, and reports results to the host. */
import { ApiError, limits } from '@keywright/contract'
import type { Engine } from '@keywright/engine'
import {
  answerExchange,
  type Exchange,
  isBroken,
  type Log,
  openExchange,
  refuse,
  respondFault,
} from '@keywright/host'
import { faults } from './faults.ts'
import type { Bindings } from './listen.ts'
import { readBytes } from './readBytes.ts'
import { requestIdOf } from './requestId.ts'

export interface ApiOptions {
  readonly handle: Engine['handle']
  readonly log: Log
  /** Middleware between the socket and the engine. `Response.error()` breaks the connection. Default: none. */
  readonly around?: (exchange: Exchange, next: () => Promise<Response>) => Promise<Response>
  readonly onAnswered?: (exchange: Exchange, status: number, milliseconds: number, bindings: Bindings) => void
}

/** Answers every request for a call. Never throws. */
export function createApi({ handle, around = (_, next) => next(), onAnswered, log }: ApiOptions) {
  const respond = faults({ log })
  return async (request: Request, bindings: Bindings): Promise<Response> => {
    const { incoming } = bindings
    const body = await readBytes(incoming, limits.bodyBytes)
    const exchange = openExchange(
      request,
      body.kind === 'bytes' ? body.bytes : new Uint8Array(),
      requestIdOf(bindings),
    )
    const start = performance.now()
    const answer = async () => {
      // Clients may stop sending here.
      if (body.kind === 'too large') return refuse(exchange, tooLarge(), { connection: 'close' })
      // The client is gone; the response only goes to the request log.
      if (body.kind === 'incomplete') return refuse(exchange, malformed('it ended too early'))
      const coding = request.headers.get('content-encoding') ?? 'identity'
      if (coding !== 'identity')
        return refuse(exchange, malformed('it is compressed; send it without content-encoding'))
      return answerExchange(exchange, request, handle, log)
    }
    const response = await around(exchange, answer).catch((error: unknown) =>
      respond(error, { requestId: exchange.id }),
    )
    onAnswered?.(exchange, response.status, performance.now() - start, bindings)
    if (!isBroken(response)) return response
    incoming.socket.destroy()
    return respondFault(exchange.id)
  }
}

const malformed = (reason: string) => new ApiError('BODY_MALFORMED', { reason }) as ApiError

const tooLarge = () => new ApiError('BODY_TOO_LARGE', { limit: limits.bodyBytes }) as ApiError
