/** Reads the body of a request from the socket, within bounds. */
import type { IncomingMessage } from 'node:http'
import { concatAll } from '@keywright/keys'

/** `incomplete`: the client disconnected before it sent the whole body. */
type BodyEnd = 'whole' | 'too large' | 'incomplete'

export type BodyRead =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: Exclude<BodyEnd, 'whole'> }

/** Reads at most `limit` bytes, whatever the Content-Length. */
export async function readBytes(incoming: IncomingMessage, limit: number): Promise<BodyRead> {
  const pieces: Buffer[] = []
  const kind = await readEach(incoming, limit, (piece) => pieces.push(piece))
  // Copied, because chunks are views of larger socket buffers.
  return kind === 'whole' ? { kind: 'bytes', bytes: concatAll(pieces) } : { kind }
}

/** Like `readBytes`, piece by piece. @throws what `take` throws, and discards the rest */
export function readEach(
  incoming: IncomingMessage,
  limit: number,
  take: (piece: Buffer) => void,
): Promise<BodyEnd> {
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers['content-length'] ?? 0) > limit) {
      throwAway(incoming)
      return resolve('too large')
    }
    const stop = () => {
      incoming.removeAllListeners('data')
      throwAway(incoming)
    }
    let length = 0
    incoming.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > limit) {
        stop()
        return resolve('too large')
      }
      try {
        take(piece)
      } catch (error) {
        stop()
        reject(error)
      }
    })
    incoming.on('end', () => resolve('whole'))
    incoming.on('error', () => resolve('incomplete'))
    incoming.on('close', () => resolve('incomplete'))
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
