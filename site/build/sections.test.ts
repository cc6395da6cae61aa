import { describe, expect, it } from 'vitest'
import type { Page } from '../src/model.ts'
import { sectionsOf } from './sections.ts'

const page: Page = {
  route: '/a',
  kind: 'doc',
  title: 'A',
  description: 'About A.',
  type: 'reference',
  sidebarLabel: 'A',
  html:
    '<p>First &amp; <code>ACTIVITY_<wbr/>TYPE</code>.</p><h2 id="b">B<a class="anchor" href="#b">#</a></h2>' +
    '<table><tr><td>one</td><td>two</td></tr></table><h3 id="c">C</h3>' +
    '<figure><svg><title>no</title><desc>the alternative</desc><path d="M0 0"/><text><tspan>no</tspan></text></svg></figure>' +
    '<button class="copy" hidden="">Copy</button><p>last</p>',
  toc: [],
  next: [],
  version: 'current',
}

describe('sections', () => {
  it('cut a page at its headings and keep words apart', () => {
    expect(sectionsOf(page).map(({ heading, anchor, text }) => [heading, anchor, text])).toEqual([
      ['', '', 'About A. First & ACTIVITY_TYPE.'],
      ['B', 'b', 'one two'],
      ['C', 'c', 'the alternative last'],
    ])
  })

  it('are none for pages that are not to be found', () => {
    expect(sectionsOf({ ...page, noindex: true })).toEqual([])
    expect(sectionsOf({ ...page, kind: 'not-found' })).toEqual([])
  })
})
