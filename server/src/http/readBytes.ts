/** The bytes of a request's body, straight from the socket, within bounds. */
import type { IncomingMessage } from 'node:http'
import { concatAll } from '@keywright/keys'

export type BodyRead =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'too large' }
  /** The client went away before it had sent everything it announced. */
  | { readonly kind: 'incomplete' }

/** Reads at most `limit` bytes; a length that was announced is not trusted. */
export function readBytes(incoming: IncomingMessage, limit: number): Promise<BodyRead> {
  return new Promise((resolve) => {
    if (Number(incoming.headers['content-length'] ?? 0) > limit) {
      throwAway(incoming)
      return resolve({ kind: 'too large' })
    }
    const pieces: Buffer[] = []
    let length = 0
    incoming.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > limit) {
        incoming.removeAllListeners('data')
        throwAway(incoming)
        resolve({ kind: 'too large' })
      } else pieces.push(piece)
    })
    // A copy: pieces are parts of what was read from the socket at once.
    incoming.on('end', () => resolve({ kind: 'bytes', bytes: concatAll(pieces) }))
    incoming.on('error', () => resolve({ kind: 'incomplete' }))
    incoming.on('close', () => resolve({ kind: 'incomplete' }))
  })
}

/** Of a body that is too large. */
const MAX_THROWN_AWAY_BYTES = 64 * 1024 * 1024

/**
 * Reads what still comes, for nothing. Many clients look for an answer only when they have sent everything: they would
 * find a closed connection instead of the answer (RFC 9112 §9.6).
 */
function throwAway(incoming: IncomingMessage): void {
  const { socket } = incoming
  let length = 0
  incoming.on('data', (piece: Buffer) => {
    length += piece.length
    if (length > MAX_THROWN_AWAY_BYTES) socket.destroy()
  })
  // Called when the answer is out: our half is closed, the client's is read on.
  socket.destroySoon = () => void socket.end()
}
