import { describe, expect, it } from 'vitest'
import { readBytes } from './readBytes.ts'

const ADDRESS = 'https://keywright.example/'
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request(ADDRESS, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
/** As Firefox makes them. */
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
  it('reads what was sent, in however many pieces, and nothing as nothing', async () => {
    expect(await textOf(post('{"a":1}'))).toBe('{"a":1}')
    expect(await textOf(post(inPieces('{"a"', ':', '1}')))).toBe('{"a":1}')
    expect(await textOf(new Request(ADDRESS))).toBe('')
  })

  it('reads it where the platform has no stream of a request', async () => {
    expect(await textOf(withoutStream(post('{"a":1}')))).toBe('{"a":1}')
    expect(await textOf(withoutStream(new Request(ADDRESS)))).toBe('')
  })

  it.each([
    ['one that says so', post('12345', { 'content-length': '5' })],
    ['one that does not', post(inPieces('12', '34', '5'))],
    ['one without a stream', withoutStream(post('12345'))],
  ])('refuses a body over the limit: %s', async (_name, request) => {
    await expect(readBytes(request, 4)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' })
  })
})
