import { describe, expect, it } from 'vitest'
import type { Page } from '../src/config/model.ts'
import { parseTree } from '../src/frame/tree.ts'
import { sectionsOf } from './sections.ts'

const page: Page = {
  route: '/a',
  kind: 'doc',
  title: 'A',
  description: 'About A.',
  type: 'reference',
  sidebarLabel: 'A',
  body: parseTree(
    '<p>First &amp; <code>ACTIVITY_<wbr/>TYPE</code>.</p><h2 id="b">B<a class="anchor" href="#b">#</a></h2>' +
      '<table><tr><td>one</td><td>two</td></tr></table><h3 id="c">C</h3>' +
      '<figure><svg><title>no</title><desc>the alternative</desc><path d="M0 0"/><text><tspan>no</tspan></text></svg></figure>' +
      '<button class="copy" hidden="">Copy</button><p>last</p>',
  ),
  toc: [],
  next: [],
  version: 'current',
}

describe('sections', () => {
  it('split a page at its headings into whole sentences and rows', () => {
    expect(sectionsOf(page).map(({ heading, anchor, passages }) => [heading, anchor, ...passages])).toEqual([
      ['', '', 'About A.', 'First & ACTIVITY_TYPE.'],
      ['B', 'b', 'one · two'],
      ['C', 'c', 'the alternative', 'last'],
    ])
  })

  it('have one section per anchored disclosure, named like its first code', () => {
    const body = parseTree(
      '<h2 id="api">API</h2><details id="Client.send"><summary><span><code>send</code> Sends a request.</span></summary>' +
        '<p>Returns the body.</p></details><p>After.</p>',
    )
    const sections = sectionsOf({ ...page, body }).map(({ heading, anchor, passages }) => [
      heading,
      anchor,
      ...passages,
    ])
    expect(sections).toEqual([
      ['', '', 'About A.'],
      ['API', 'api', 'After.'],
      ['send', 'Client.send', 'send Sends a request.', 'Returns the body.'],
    ])
  })

  it('omit generated parts such as recorded responses', () => {
    const body = parseTree(
      '<p>Text.</p><div class="generated"><details><summary>Show the answer</summary><pre>{}</pre></details></div>',
    )
    expect(sectionsOf({ ...page, body }).flatMap(({ passages }) => passages)).toEqual(['About A.', 'Text.'])
  })

  it.each([
    ['<p>One thing. Another, e.g. this one? Yes.</p>', ['One thing.', 'Another, e.g. this one?', 'Yes.']],
    [
      '<ul><li>first <b>bold</b>ly</li><li><p>second</p><p>third</p></li></ul>',
      ['first boldly', 'second', 'third'],
    ],
    [
      '<table><thead><tr><th>Name</th><th>Limit</th></tr></thead><tbody><tr><td><p>Tag</p></td><td>a<br>b</td><td></td></tr></tbody></table>',
      ['Name · Limit', 'Tag · a b'],
    ],
    ['<pre><code>const a = <b>1</b>\n\nrun(a)</code></pre>', ['const a = 1', 'run(a)']],
    [
      'loose <a href="#x">text</a> before<p>a block</p>and after',
      ['loose text before', 'a block', 'and after'],
    ],
    [
      '<table><tr><th><code>must be 24</code><span>LENGTH, HTTP 400</span></th><td>some <b>bold</b>ly <i>x</i></td></tr></table>',
      ['must be 24 · LENGTH, HTTP 400 · some boldly x'],
    ],
    ['<dl><dt>Term</dt><dd>Meaning.</dd></dl>', ['Term', 'Meaning.']],
  ])('%s', (html, passages) => {
    expect(sectionsOf({ ...page, description: '', body: parseTree(html) })[0]!.passages).toEqual(passages)
  })

  it('of the reference are calls, with fields and errors as rows', () => {
    const sections = sectionsOf({ ...page, kind: 'reference', route: '/api/' })
    const wallet = sections.find(({ anchor }) => anchor === 'create_wallet')!
    expect(
      wallet.passages.some((passage) => passage.startsWith('mnemonicLength · integer · optional · ')),
    ).toBe(true)
    expect(wallet.passages.some((passage) => passage.startsWith('MNEMONIC_LENGTH_INVALID · '))).toBe(true)
    expect(wallet.words).toContain('mnemonicLength')
    expect(wallet.passages.join()).not.toContain('`')
  })

  it('are empty for pages that must not be indexed', () => {
    expect(sectionsOf({ ...page, noindex: true })).toEqual([])
    expect(sectionsOf({ ...page, kind: 'not-found' })).toEqual([])
  })
})
