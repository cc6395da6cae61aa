/** The bytes of a request's body, straight from the socket, within bounds. */
import type { IncomingMessage } from 'node:http'

export type BodyRead =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'too large' }
  /** The client went away before it had sent everything it announced. */
  | { readonly kind: 'incomplete' }

/** Reads at most `limit` bytes; a length that was announced is not trusted. */
export function readBytes(incoming: IncomingMessage, limit: number): Promise<BodyRead> {
  return new Promise((resolve) => {
    if (Number(incoming.headers['content-length'] ?? 0) > limit) return resolve({ kind: 'too large' })
    const pieces: Buffer[] = []
    let length = 0
    incoming.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > limit) {
        incoming.removeAllListeners('data')
        // What still comes is thrown away until the connection closes with the answer.
        incoming.resume()
        resolve({ kind: 'too large' })
      } else pieces.push(piece)
    })
    incoming.on('end', () => resolve({ kind: 'bytes', bytes: new Uint8Array(Buffer.concat(pieces, length)) }))
    incoming.on('error', () => resolve({ kind: 'incomplete' }))
    incoming.on('close', () => resolve({ kind: 'incomplete' }))
  })
}
