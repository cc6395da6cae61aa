/** Tests the protocol of a hosted assistant with a fake server. */

import { afterEach, describe, expect, it, vi } from 'vitest'
import { askAssistant } from './hostedAnswers.ts'

const origin = 'https://docs.example'

afterEach(() => void vi.unstubAllGlobals())

function ask(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response)
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  const endpoint = 'https://ask.example/v1'
  return { fetch, answer: askAssistant({ endpoint }, 'Why?', new AbortController().signal) }
}
const sourcesOf = async (...sources: readonly unknown[]) =>
  (await ask(Response.json({ text: 'x', sources })).answer).sources

describe('a hosted assistant', () => {
  it('receives only question and language', async () => {
    const { fetch, answer } = ask(Response.json({ text: 'Because.' }))
    expect(await answer).toEqual({ text: 'Because.', sources: [] })
    const [address, init] = fetch.mock.calls[0]!
    expect(address).toBe('https://ask.example/v1')
    expect(JSON.parse(String(init!.body))).toEqual({ question: 'Why?', language: 'en' })
  })

  it('has sources on this site only, each once', async () => {
    const source = { href: `${origin}/faq#a`, title: 'FAQ', heading: 'A' }
    const others = [
      { href: 'https://evil.example/', title: 'Here' },
      { href: 'javascript:alert(1)', title: 'x' },
      { href: '/faq' },
      null,
    ]
    expect(await sourcesOf(source, ...others, source)).toEqual([{ ...source, href: '/faq#a' }])
    expect(await sourcesOf({ href: `${origin}//evil.example/a`, title: 'Here' })).toEqual([
      { href: '/evil.example/a', title: 'Here', heading: '' },
    ])
  })

  it('may name null for what it has not', async () => {
    const page = { href: `${origin}/faq`, title: 'FAQ', heading: null }
    expect(await sourcesOf(page)).toEqual([{ href: '/faq', title: 'FAQ', heading: '' }])
    expect(await ask(Response.json({ text: 'x', sources: null })).answer).toEqual({ text: 'x', sources: [] })
  })

  it.each([
    ['a status', new Response('', { status: 503 }), /returned 503/],
    ['another JSON value', Response.json({ error: 'too many questions' }), /no text/],
    ['nothing', Response.json(null), /null/],
    ['something else', new Response('<html>'), /JSON/],
  ])('that returns %s fails', async (_, response, message) => {
    await expect(ask(response).answer).rejects.toThrow(message)
  })
})
