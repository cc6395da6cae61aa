/** The engine behind a socket: reads the body, hands it over, and tells the host what came of each request. */
import { ApiError, limits } from '@keywright/contract'
import {
  answerExchange,
  describeError,
  type Exchange,
  type Log,
  newId,
  openExchange,
  respondError,
  respondFault,
  respondTooLarge,
} from '@keywright/devhost'
import type { Engine } from '@keywright/engine'
import type { Bindings } from './listen.ts'
import { readBytes } from './readBytes.ts'

export interface ApiOptions {
  readonly handle: Engine['handle']
  readonly log: Log
  /** What stands between the socket and the engine; `Response.error()` breaks the connection. Default: nothing. */
  readonly around?: (exchange: Exchange, next: () => Promise<Response>) => Promise<Response>
  readonly onAnswered?: (exchange: Exchange, status: number, milliseconds: number) => void
}

/** Answers every request for a call. Never throws. */
export function createApi({ handle, around = (_, next) => next(), onAnswered, log }: ApiOptions) {
  return async (request: Request, { incoming }: Bindings): Promise<Response> => {
    const body = await readBytes(incoming, limits.bodyBytes)
    const exchange = openExchange(request, body.kind === 'bytes' ? body.bytes : new Uint8Array(), newId())
    const start = performance.now()
    const answer = async () => {
      // Whoever reads while sending may stop here.
      if (body.kind === 'too large') return respondTooLarge({ connection: 'close' })
      // Nobody is left to read this; it is for the request log.
      if (body.kind === 'incomplete') return respondMalformed('it ended too early')
      const coding = request.headers.get('content-encoding') ?? 'identity'
      if (coding !== 'identity') return respondMalformed('it is compressed, send it without content-encoding')
      return answerExchange(exchange, request, handle, log)
    }
    const response = await around(exchange, answer).catch((error: unknown) => {
      const errorId = newId()
      log({
        level: 'error',
        message: 'server fault',
        errorId,
        requestId: exchange.id,
        ...describeError(error),
      })
      return respondFault(errorId)
    })
    onAnswered?.(exchange, response.status, performance.now() - start)
    if (response.type !== 'error') return response
    incoming.socket.destroy()
    return respondFault(exchange.id)
  }
}

function respondMalformed(reason: string): Response {
  return respondError(new ApiError('BODY_MALFORMED', { reason }) as ApiError)
}
