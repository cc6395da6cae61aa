/** Reads the body of a request from the socket, within bounds. */
import type { IncomingMessage } from 'node:http'
import { concatAll } from '@keywright/keys'

export type BodyRead =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'too large' }
  /** The client disconnected before it sent the whole body. */
  | { readonly kind: 'incomplete' }

/** Reads at most `limit` bytes, whatever the Content-Length. */
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
    // Copied, because chunks are views of larger socket buffers.
    incoming.on('end', () => resolve({ kind: 'bytes', bytes: concatAll(pieces) }))
    incoming.on('error', () => resolve({ kind: 'incomplete' }))
    incoming.on('close', () => resolve({ kind: 'incomplete' }))
  })
}

/** Upper bound of discarded bytes of an oversized body. */
const MAX_THROWN_AWAY_BYTES = 64 * 1024 * 1024

/**
 * Reads and discards the rest of the body. Many clients read the response only after sending everything, and would
 * otherwise find a closed connection (RFC 9112 §9.6).
 */
function throwAway(incoming: IncomingMessage): void {
  const { socket } = incoming
  let length = 0
  incoming.on('data', (piece: Buffer) => {
    length += piece.length
    if (length > MAX_THROWN_AWAY_BYTES) socket.destroy()
  })
  // Called after the response: our half is closed, and the client's half is still read.
  socket.destroySoon = () => void socket.end()
}
