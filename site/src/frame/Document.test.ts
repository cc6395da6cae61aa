// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { examplePage, twoVersionConfig, twoVersionSite } from '../../test/twoVersionSite.ts'
import { type Page, pageStyles, type Sidebar } from '../config/model.ts'
import type { SiteConfig } from '../config/types.ts'
import { renderFragment, renderPage } from './Document.tsx'
import { emptyTree, parseTree } from './tree.ts'

const assets = {
  styles: pageStyles(() => ({ text: 'body{color:red}' })),
  theme: { text: 'void 0' },
  boot: '/boot.js',
}
const site = twoVersionSite

function open(page: Page, config: SiteConfig = twoVersionConfig): Document {
  return new DOMParser().parseFromString(renderPage({ page, site, config, assets }).document, 'text/html')
}

const wallets = examplePage('/concepts/wallets', {
  source: 'site/content/concepts/wallets.mdx',
  lastUpdated: '2024-11-20',
  next: [{ href: '/faq', label: 'FAQ' }],
})

describe('renderPage', () => {
  const document = open(wallets)
  const text = (selector: string) => document.querySelector(selector)?.textContent?.trim()

  it('gives the page its title, description and canonical address', () => {
    expect(document.title).toBe('Wallets | Example')
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(
      wallets.description,
    )
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      'https://docs.example/concepts/wallets',
    )
  })

  it('starts with a link that skips to the main content', () => {
    expect(document.body.firstElementChild?.textContent).toBe('Skip to main content')
    expect(document.body.firstElementChild?.getAttribute('href')).toBe('#main')
    expect(document.querySelectorAll('main#main')).toHaveLength(1)
  })

  it('has only the style sheet and the theme script inline, allowed by their hashes', () => {
    expect(document.querySelectorAll('[style], [onclick]')).toHaveLength(0)
    expect([...document.querySelectorAll('style')].map((style) => style.textContent)).toEqual([
      'body{color:red}',
    ])
    const inline = [...document.querySelectorAll('script:not([src], [type="application/json"])')]
    expect(inline.map((script) => script.textContent)).toEqual(['void 0'])
    expect(document.querySelectorAll('link[rel=preload], link[rel=stylesheet]')).toHaveLength(0)
  })

  it('gives the theme script the fonts to preload', () => {
    const built = { ...assets, fonts: ['/text.woff2', '/code.woff2'] }
    const { document } = renderPage({ page: wallets, site, config: twoVersionConfig, assets: built })
    expect(document).toMatch(/^<!doctype html><html lang="en" data-font-files="\/text.woff2 \/code.woff2"/)
  })

  it('inlines the style sheet of its kind and links the other styles below the text', () => {
    const styles = pageStyles((name) => ({ text: `.${name}{}` }))
    const lateStyles = pageStyles((name) => `/${name}-late.css`)
    const built = { ...assets, styles, lateStyles }
    const shown = (kind: Page['kind']) =>
      renderPage({ page: { ...wallets, kind }, site, config: twoVersionConfig, assets: built }).document
    for (const [kind, sheet] of [
      ['home', 'home'],
      ['reference', 'reference'],
      ['doc', 'page'],
    ] as const) {
      expect(shown(kind).match(/<style>(.*?)<\/style>/)?.[1]).toBe(`.${sheet}{}`)
      expect(shown(kind).split('</main>')[1]).toContain(
        `<link rel="stylesheet" href="/${sheet}-late.css"/><footer`,
      )
    }
  })

  it('opens the categories around the page and marks it in the sidebar', () => {
    expect(document.querySelector('.sidebar details')?.hasAttribute('open')).toBe(true)
    expect(text('.sidebar [aria-current=page]')).toBe('Wallets')
  })

  it('shows breadcrumbs and next steps', () => {
    const crumbs = [...document.querySelectorAll('.breadcrumbs li')].map((step) => step.textContent)
    expect(crumbs).toEqual(['Home', 'Concepts', 'Wallets'])
    expect(text('.pager [rel=prev]')).toBe('PreviousConcepts')
    expect(text('.pager [rel=next]')).toBe('NextUsers')
    expect(text('.next-steps a')).toBe('FAQ')
    expect(text('.article-footer a')).toBe('Edit this page')
    const report = document.querySelector('.article-footer a:nth-of-type(2)')?.getAttribute('href') ?? ''
    const { searchParams } = new URL(report)
    expect(searchParams.get('title')).toBe('Docs: Wallets')
    expect(searchParams.get('body')).toMatch(
      /^Page: https:\/\/docs.example\/concepts\/wallets\nVersion: .+\nLast updated: 2024-11-20\S*\n\nSection:\n/,
    )
    // The limit of code hosts.
    expect(report.length).toBeLessThan(8_000)
    expect(text('.page-type')).toMatch(/, 1 min read$/)
    expect(text('.article-footer time')).toBe('20 November 2024')
  })

  it('computes reading time from prose without code', () => {
    const page = (html: string) =>
      open({ ...wallets, body: parseTree(html) }).querySelector('.page-type')?.textContent ?? ''
    expect(page(`<p>${'word '.repeat(600)}</p>`)).toMatch(/, 3 min read$/)
    expect(page(`<p>word</p><pre><code>${'<span>word</span> '.repeat(600)}</code></pre>`)).toMatch(
      /, 1 min read$/,
    )
  })

  it('lists the headings next to the text and, collapsed, above it', () => {
    expect(document.querySelectorAll('.toc a')).toHaveLength(2)
    expect(document.querySelectorAll('.toc-folded a')).toHaveLength(2)
  })

  it('gives landmarks of the same kind unique names', () => {
    const names = [...document.querySelectorAll('nav')].map((nav) => nav.getAttribute('aria-label'))
    expect(new Set(names).size).toBe(names.length)
  })

  it('renders footer links in one row with dots or in columns with titles', () => {
    expect(document.querySelectorAll('.footer-row a')).toHaveLength(2)
    expect(document.querySelectorAll('.footer-row .dot')).toHaveLength(1)
    const columns = open(wallets, {
      ...twoVersionConfig,
      footer: { links: [{ title: 'Guides', items: [{ label: 'FAQ', to: '/faq' }] }] },
    })
    expect(columns.querySelector('.footer-columns h2')?.textContent).toBe('Guides')
  })

  it('escapes embedded data', () => {
    const hostile = open(wallets, { ...twoVersionConfig, title: '</script><img src=x>' })
    expect(hostile.querySelectorAll('img')).toHaveLength(0)
  })

  it('shows the not-found page without a canonical address', () => {
    const missing = open(
      examplePage('/404', { kind: 'not-found', title: 'Page not found', body: emptyTree, toc: [] }),
    )
    expect(missing.querySelector('link[rel=canonical]')).toBeNull()
    expect(missing.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(missing.querySelector('main a[href="/"]')).not.toBeNull()
  })

  it('names a navbar item that it can’t render', () => {
    const navbar = { ...twoVersionConfig.navbar, items: [{ type: 'doc', docId: 'nope' }] as const }
    expect(() => open(wallets, { ...twoVersionConfig, navbar })).toThrow(
      'navbar item failed to render: {"type":"doc","docId":"nope"}',
    )
  })
})

describe('the label of a sidebar', () => {
  const label = (page: Page, items: SiteConfig['navbar']['items']) => {
    const config = { ...twoVersionConfig, navbar: { ...twoVersionConfig.navbar, items } }
    const endsAlike = { id: 'tation', name: 'tation', items: [{ kind: 'link', label: 'FAQ', href: '/faq' }] }
    const sidebars = [...site.sidebars, endsAlike as Sidebar]
    return renderFragment({ page, site: { ...site, sidebars }, config }).sidebar?.label
  }
  const other = { type: 'docSidebar', sidebarId: 'tation', label: 'Another' } as const
  const own = { type: 'docSidebar', sidebarId: 'documentation', label: 'Documentation' } as const

  it('is the label of this sidebar’s navbar item, in any version and in a dropdown', () => {
    expect(label(wallets, [other, own])).toBe('Documentation')
    expect(label(examplePage('/1.0/concepts/wallets'), [other, own])).toBe('Documentation')
    expect(label(wallets, [other, { type: 'dropdown', label: 'More', items: [own] }])).toBe('Documentation')
  })

  it('is its name without a navbar item', () => {
    expect(label(wallets, [other])).toBe('documentation')
  })
})

describe('renderFragment', () => {
  it('has the same content as the document', () => {
    const document = open(wallets)
    const fragment = renderFragment({ page: wallets, site, config: twoVersionConfig })
    const parsed = new DOMParser().parseFromString(`<main>${fragment.main}</main>`, 'text/html')
    expect(parsed.querySelector('main')!.innerHTML).toBe(document.querySelector('main')!.innerHTML)
    expect(fragment.sidebar).toMatchObject({ id: 'documentation', label: 'Documentation' })
    expect(renderFragment({ page: examplePage('/faq'), site, config: twoVersionConfig }).sidebar).toBeNull()
  })
})
