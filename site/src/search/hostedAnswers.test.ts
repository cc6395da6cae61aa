/** Tests the protocol of a hosted assistant with a fake server. */

import type { Answer } from '@keywright/search'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHostedAssistant } from './hostedAnswers.ts'

const origin = 'https://docs.example'

/** Returns these bytes in small chunks. */
function standIn(text: string, init: ResponseInit = {}) {
  const bytes = new TextEncoder().encode(text)
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7))
      controller.close()
    },
  })
  return vi.fn<typeof fetch>(async () => new Response(stream, init))
}

afterEach(() => void vi.unstubAllGlobals())

async function ask(fetch: typeof globalThis.fetch) {
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  const provider = createHostedAssistant({ endpoint: 'https://ask.example/v1' })
  const answers: Answer[] = []
  for await (const answer of provider.ask('Why?', new AbortController().signal)) answers.push(answer)
  return answers
}
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

describe('a hosted assistant', () => {
  it('streams its answer regardless of chunk boundaries', async () => {
    const source = { href: `${origin}/faq#a`, title: 'FAQ', heading: 'A' }
    const text = [
      event('text', { text: 'Because ' }),
      event('text', { text: 'ü…' }).replaceAll('\n', '\r\n'),
      event('sources', { sources: [source] }),
    ].join('')
    expect(await ask(standIn(text))).toEqual([
      { text: 'Because ', sources: [] },
      { text: 'Because ü…', sources: [] },
      { text: 'Because ü…', sources: [{ ...source, href: '/faq#a' }] },
    ])
  })

  it('receives only question and language', async () => {
    const fetch = standIn(event('text', { text: 'x' }))
    await ask(fetch)
    const [address, init] = fetch.mock.calls[0]!
    expect(address).toBe('https://ask.example/v1')
    expect(JSON.parse(String(init!.body))).toEqual({
      question: 'Why?',
      conversation: [],
      language: 'en',
    })
  })

  it('ignores links to other sites and unknown events', async () => {
    const source = { href: 'https://evil.example/', title: 'Here' }
    const text = [
      event('text', { text: 'x' }),
      event('sources', { sources: [source, { href: 'javascript:alert(1)', title: 'x' }] }),
      event('html', { text: '<b>' }),
    ].join('')
    expect((await ask(standIn(text))).at(-1)).toEqual({ text: 'x', sources: [] })
  })

  it('lists a source once', async () => {
    const source = { href: `${origin}/faq`, title: 'FAQ' }
    const sources = event('sources', { sources: [source, source] })
    expect((await ask(standIn(sources + sources))).at(-1)!.sources).toHaveLength(1)
  })

  it('keeps a link whose path starts with two slashes on this site', async () => {
    const source = { href: `${origin}//evil.example/a`, title: 'Here' }
    const [answer] = await ask(standIn(event('sources', { sources: [source] })))
    expect(answer!.sources).toEqual([{ href: '/evil.example/a', title: 'Here', heading: '' }])
  })

  it.each([
    ['an error of its own', standIn(event('error', { message: 'too many questions' })), /too many questions/],
    ['a status', standIn('', { status: 503 }), /returned 503/],
    ['something else', standIn('event: text\ndata: <html>\n\n'), /JSON/],
  ])('that returns %s fails', async (_, fetch, message) => {
    await expect(ask(fetch)).rejects.toThrow(message)
  })
})
