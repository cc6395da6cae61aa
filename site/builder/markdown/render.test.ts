import { describe, expect, it } from 'vitest'
import { treeToHtml } from '../../src/frame/tree.ts'
import { renderAlone } from '../../test/renderAlone.ts'
import type { RenderOptions } from './render.ts'

function render(body: string, termLinks?: RenderOptions['termLinks']) {
  const { rendered, problems } = renderAlone(body, termLinks)
  expect(problems).toEqual([])
  return { ...rendered, html: treeToHtml(rendered.body) }
}

describe('a page body', () => {
  it('gives headings ids, anchor links and contents entries', () => {
    const { html, toc } = render('## Two words\n\n### `X-Stamp` header {#stamp}\n')
    expect(html).toContain('<h2 id="two-words">Two words<a class="anchor" href="#two-words"')
    expect(html).toContain('<h3 id="stamp"><code><span class="unit">X-Stamp</span></code> header')
    expect(toc).toEqual([
      { level: 2, id: 'two-words', text: 'Two words' },
      { level: 3, id: 'stamp', text: 'X-Stamp header' },
    ])
  })

  it('links the first use of a term in running text, unless the author does', () => {
    const terms = { href: '/terms#list', terms: [/\bbundles?\b/, /\bpolic(?:y|ies)\b/, /_TK_/] }
    const body =
      '## A bundle\n\n| bundle |\n|---|\n| bundle |\n\n- Open the bundle. A bundle, with `X_TK_Y` and `X_TK_Y`.\n\nA policy; see [policies](/p).\n'
    const { html: broken, links } = render(body, terms)
    const html = broken.replaceAll('<wbr>', '')
    const [link, end] = ['<a href="/terms#list">', '</a>']
    expect(html).toContain(
      `Open the ${link}bundle${end}. A bundle, with ${link}<code>X_TK_Y</code>${end} and <code>`,
    )
    expect(html.split(link).length - 1).toBe(2)
    expect(links.map(({ href }) => href)).toEqual(['/terms#list', '/terms#list', '/p'])
  })

  it('keeps colons, times and braces in code', () => {
    const { html } = render('At 10:30 `{a}` costs a:b.\n\n```json\n{"a": {"b": 1}}\n```\n')
    expect(html).toContain('At 10:30 <code>{a}</code> costs a:b.')
    expect(html).toContain('class="code" data-lang="json"')
  })

  it('renders admonitions with a word and a shape', () => {
    const { html } = render(':::danger[Keys at risk]\nText.\n:::\n\n:::tip\nShorter.\n:::\n')
    expect(html).toContain('data-kind="danger"')
    expect(html).toContain('<span class="visually-hidden">Danger: </span>Keys at risk')
    expect(html).toMatch(/<svg class="admonition-shape"[^>]*>.*?<\/svg>Tip/)
  })

  it('renders tabs that are readable without scripts', () => {
    const { html } = render(
      '<Tabs group="g">\n<Tab label="curl">\nOne\n</Tab>\n<Tab label="CLI">\nTwo\n</Tab>\n</Tabs>\n',
    )
    expect(html).toContain('data-group="g"')
    expect(html).toContain('aria-controls="tabs-1-panel-1"')
    expect(html.match(/role="tabpanel"/g)).toHaveLength(2)
    expect(html).toContain('<p class="tab-label">CLI</p>')
    expect(html).not.toContain('hidden')
  })

  it('wraps tables in named scrolling regions', () => {
    const { html } = render('| Header | Value |\n|---|---:|\n| a | b |\n')
    expect(html).toContain(
      '<div class="table-scroll" tabindex="0" role="group" aria-label="Table: Header, Value"><table>',
    )
    expect(html).not.toContain('style=')
  })

  it('renders cards outside and facts inside paragraphs', () => {
    const { html } = render(
      '<Cards>\n<Card href="/a" title="A">One.</Card>\n<Card href="/b" title="B">Two.</Card>\n</Cards>\n',
    )
    expect(html).toMatch(/^<ul class="cards"><li class="card">/)
    expect(html).not.toContain('<p>')
    expect(render('<Fact of="pageMax" /> entries\n').html).toBe('<p>100 entries</p>')
  })

  it('renders the empty corner of a table as a data cell', () => {
    expect(render('| | A |\n|---|---|\n| b | c |\n').html).toContain('<tr><td></td><th>A</th>')
  })

  it('renders code with title, language, marks and a copy button that needs scripts', () => {
    const { html, fences } = render('```json title="Body" {2}\n{\n}\n```\n')
    expect(html).toContain('<span class="code-title">Body</span><span class="code-lang">JSON</span>')
    expect(html).toContain('<span class="line" data-mark="">')
    expect(html).toContain('<button class="copy needs-script" type="button" data-copy="">Copy</button>')
    expect(fences).toHaveLength(1)
  })

  it('renders facts of the contract inside sentences and tables', () => {
    const { html } = render(
      'Valid for <Fact of="readWriteSession" />.\n\n<Limits only="wallets" />\n\n<Fields of="Wallet" />\n\n<Errors only="OTP_INVALID" />\n',
    )
    expect(html).toContain('Valid for 15 minutes.')
    expect(html).toMatch(/<th scope="row">Wallets<\/th><td>100<\/td>/)
    expect(html).toContain('<code>walletId</code>')
    expect(html).toContain('<a href="/api-overview/errors#OTP_INVALID">OTP_INVALID</a>')
  })
})
