/** Reads the bytes of a request's body up to a limit. */
import { ApiError } from '@keywright/contract'
import { concatAll } from '@keywright/keys'

/** @param limit maximum number of bytes, whether or not a length is declared @throws ApiError `BODY_TOO_LARGE` */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new ApiError('BODY_TOO_LARGE', { limit })
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  // Firefox has no request streams (https://fetch.spec.whatwg.org/#dom-body-body); the body is in memory at this
  // point.
  if (request.body === undefined) {
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.length > limit) throw tooLarge()
    return bytes
  }
  if (request.body === null) return new Uint8Array()
  // Read in chunks, because the declared length may be absent or wrong.
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limit) {
      await reader.cancel()
      throw tooLarge()
    }
    pieces.push(value)
  }
  return pieces.length === 1 ? pieces[0]! : concatAll(pieces)
}
