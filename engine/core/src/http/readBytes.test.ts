import { describe, expect, it } from 'vitest'
import { readBytes } from './readBytes.ts'

const ADDRESS = 'https://keywright.example/'
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request(ADDRESS, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
/** Requests as Firefox creates them. */
const withoutStream = (request: Request) => Object.defineProperty(request, 'body', { value: undefined })
const inPieces = (...pieces: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
const textOf = async (request: Request, limit = 100) =>
  new TextDecoder().decode(await readBytes(request, limit))

describe('readBytes', () => {
  it('reads a body in any number of chunks, and an empty one', async () => {
    expect(await textOf(post('{"a":1}'))).toBe('{"a":1}')
    expect(await textOf(post(inPieces('{"a"', ':', '1}')))).toBe('{"a":1}')
    expect(await textOf(new Request(ADDRESS))).toBe('')
  })

  it('reads a body on platforms without request streams', async () => {
    expect(await textOf(withoutStream(post('{"a":1}')))).toBe('{"a":1}')
    expect(await textOf(withoutStream(new Request(ADDRESS)))).toBe('')
  })

  it.each([
    ['with a content length', post('12345', { 'content-length': '5' })],
    ['without a content length', post(inPieces('12', '34', '5'))],
    ['without a stream', withoutStream(post('12345'))],
  ])('rejects a body over the limit: %s', async (_name, request) => {
    await expect(readBytes(request, 4)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  })
})
