/** Which requests of a connection still wait for their answer. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'

/**
 * Looks on at a transport that is connected.
 * @returns waits until all that was asked so far is answered or cancelled
 */
export function watchAnswers(transport: Transport): () => Promise<void> {
  const waiting = new Set<RequestId>()
  let tell = () => {}
  const settle = (id: RequestId) => {
    waiting.delete(id)
    if (waiting.size === 0) tell()
  }
  const take = transport.onmessage
  transport.onmessage = (message, extra) => {
    if ('method' in message && 'id' in message) waiting.add(message.id)
    const cancelled = cancelledBy(message)
    if (cancelled !== undefined) settle(cancelled)
    take?.(message, extra)
  }
  const send = transport.send.bind(transport)
  transport.send = async (message, options) => {
    await send(message, options)
    if (!('method' in message) && message.id !== undefined) settle(message.id)
  }
  return () =>
    new Promise((done) => {
      tell = done
      if (waiting.size === 0) done()
    })
}

/** A request that is cancelled gets no answer. */
function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  return message.params?.['requestId'] as RequestId | undefined
}
