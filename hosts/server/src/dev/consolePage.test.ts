import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dev, withTestDev } from '../../test/support/shared.ts'

withTestDev()

const open = async (headers: Record<string, string>) => {
  const response = await fetch(`${dev.server.url}/dev`, { headers })
  return { response, text: await response.text() }
}

describe('the page of a development server', () => {
  it('runs only its own script and style, and connects only to its server', async () => {
    const { response, text } = await open({ accept: 'text/html,*/*' })
    expect(response.headers.get('content-type')).toContain('text/html')
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toMatch(/^default-src 'none';/)
    expect(policy).not.toContain('unsafe')
    const inline = [...text.matchAll(/<(script|style)[^>]*>([\s\S]*?)<\/\1>/g)]
    expect(inline.map(([, name]) => name)).toEqual(['style', 'script'])
    for (const [, name, content] of inline) {
      const hash = createHash('sha256').update(content!).digest('base64')
      expect(policy).toContain(`${name}-src 'sha256-${hash}'`)
    }
    expect(text).not.toMatch(/<(script|link|img)[^>]*(src|href)="(?!data:)/)
  })

  it('opens at the address that the server prints, only in browsers', async () => {
    const browser = await fetch(dev.server.url, { headers: { accept: 'text/html,*/*' } })
    expect(browser.url).toBe(`${dev.server.url}/dev`)
    expect(await browser.text()).toContain('<title>')
    expect((await fetch(dev.server.url)).status).toBe(404)
  })

  it('contains no key of the server', async () => {
    const { text } = await open({ accept: 'text/html' })
    expect(text).not.toContain(dev.server.apiKey.privateKey)
    expect(text).not.toContain(dev.server.organizationId)
  })

  it('is only for browsers: other programs get JSON', async () => {
    const { text, response } = await open({ accept: '*/*' })
    expect(JSON.parse(text)).toMatchObject({ development: true, organizationId: dev.server.organizationId })
    expect(response.headers.get('vary')).toContain('accept')
  })
})
