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
    ['another JSON value', Response.json({ error: 'too many questions' })],
    ['nothing', Response.json(null)],
    ['an array', Response.json([{ text: 'x' }])],
    ['a number', Response.json(5)],
    ['a page', new Response('<!doctype html><title>Sign in</title>')],
    ['an empty body', new Response('')],
    ['a text that is none', Response.json({ text: { value: 'x' } })],
    ['neither text nor sources', Response.json({ text: ' ', sources: [{ href: 'https://evil.example' }] })],
    ['sources that are no list', Response.json({ text: 'x', sources: { href: '/faq' } })],
    ['sources that are a text', Response.json({ text: 'x', sources: '/faq' })],
    ['a huge text', Response.json({ text: 'x'.repeat(20_001) })],
    [
      'bytes that are no UTF-8',
      new Response(new Uint8Array([...Buffer.from('{"text":"'), 0xc3, 0x28, 0x22, 0x7d])),
    ],
  ])('that returns %s fails', async (_, response) => {
    await expect(ask(response).answer).rejects.toThrow(
      "The service returned something that this site can't read.",
    )
  })

  it('that returns an error fails with its status', async () => {
    await expect(ask(new Response('', { status: 503 })).answer).rejects.toThrow('the status 503')
  })

  it('shows texts only, and as many sources as fit', async () => {
    const page = { href: `${origin}/faq`, title: 'FAQ', heading: { deep: [['x']] }, unknown: '<b>' }
    const blob = { href: `blob:${origin}/5d4f`, title: 'Here' }
    expect(await sourcesOf(page, blob, { ...page, href: '/b', title: ['B'] })).toEqual([
      { href: '/faq', title: 'FAQ', heading: '' },
    ])
    const many = Array.from({ length: 1_000 }, (_, at) => ({ ...page, href: `/${at}` }))
    expect(await sourcesOf(...many)).toHaveLength(20)
  })
})
