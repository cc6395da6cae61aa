/** Bodies that are never in memory as a whole. */
import { bad } from './input.ts'
import type { TextPieces } from './textPieces.ts'

/** A response that is written while the client reads it. */
export function respondJson(pieces: TextPieces): Response {
  const reading = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reading.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await reading.return?.()),
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/** Reads a body in pieces of text. @throws ApiError for anything but UTF-8 */
export async function* readPieces({ body }: Request): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      throw bad('the body is not UTF-8')
    }
  }
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) break
    yield decode(value)
  }
  yield decode()
}
