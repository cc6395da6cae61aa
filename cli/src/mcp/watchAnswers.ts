/** Tracks pending requests of an MCP connection. */
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js'

/**
 * Observes a connected transport.
 * @returns a function that waits until no request is pending: all are answered or canceled
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
    const canceled = canceledBy(message)
    if (canceled !== undefined) settle(canceled)
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

/** The ID of the request that a message cancels: it gets no response. */
function canceledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined
  return message.params?.['requestId'] as RequestId | undefined
}
