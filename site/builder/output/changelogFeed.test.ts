import { describe, expect, it } from 'vitest'
import { parseTree } from '../../src/frame/tree.ts'
import { examplePage } from '../../test/twoVersionSite.ts'
import { changelogFeed } from './changelogFeed.ts'

const site = { url: 'https://docs.example', title: 'Example' }
const html = [
  '<p>Policy.</p>',
  '<h2 id="v0-2-0">0.2.0, 3 December 2026</h2><p>New &amp; better, see <a href="/faq">FAQ</a>.</p>',
  '<h2 id="v0-1-0">0.1.0, 21 November 2026</h2><p>The first.</p>',
  '<h2 id="other">What the release contains</h2><p>Parts.</p>',
].join('')

describe('the feed of the changelog', () => {
  const feed = changelogFeed([examplePage('/changelog', { body: parseTree(html) })], site)['changelog.xml']!

  it('has each release once, newest first, with its date and URL', () => {
    const ids = [...feed.matchAll(/<entry>\s*<id>([^<]+)<\/id>\s*<title>([^<]+)</g)]
    expect(ids.map(([, id, title]) => [id, title])).toEqual([
      ['https://docs.example/changelog#v0-2-0', '0.2.0'],
      ['https://docs.example/changelog#v0-1-0', '0.1.0'],
    ])
    expect(feed).toContain('<updated>2026-12-03T00:00:00.000Z</updated>')
  })

  it('escapes text and makes links absolute', () => {
    expect(feed).toContain('New &amp;amp; better')
    expect(feed).toContain('href=&quot;https://docs.example/faq&quot;')
    expect(feed).not.toContain('Parts.')
  })

  it('does not exist without releases', () => {
    expect(changelogFeed([examplePage('/changelog', { body: parseTree('<p>Soon.</p>') })], site)).toEqual({})
    expect(changelogFeed([], site)).toEqual({})
  })
})
