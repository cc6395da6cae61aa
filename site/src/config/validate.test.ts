import { describe, expect, it } from 'vitest'
import siteConfig from '../../site.config.ts'
import { twoVersionConfig, twoVersionSite } from '../../test/twoVersionSite.ts'
import { siteConfig as shape, shapeProblems } from './schema.ts'
import type { NavbarItem, SiteConfig } from './types.ts'
import { validateSiteConfig } from './validate.ts'

/** As the build does: references are checked only in a configuration of the right shape. */
function check(config: SiteConfig) {
  const problems = shapeProblems(shape, config)
  return problems.length > 0 ? problems : validateSiteConfig(config, twoVersionSite)
}
const withItem = (item: unknown) =>
  check({ ...twoVersionConfig, navbar: { ...twoVersionConfig.navbar, items: [item as NavbarItem] } })

describe('validateSiteConfig', () => {
  it('accepts a valid configuration', () => {
    expect(check(twoVersionConfig)).toEqual([])
  })

  it.each([
    ['an unknown type', { type: 'carousel', label: 'x' }, /unknown navbar item type `carousel`/],
    [
      'an unknown sidebar',
      { type: 'docSidebar', sidebarId: 'nope', label: 'x' },
      /sidebar id `nope` not found/,
    ],
    [
      'a hollow sidebar',
      { type: 'docSidebar', sidebarId: 'hollow', label: 'x' },
      /`hollow` has nothing to link to/,
    ],
    ['an unknown doc', { type: 'doc', docId: 'concepts/nope' }, /doc id `concepts\/nope` not found/],
    ['an unknown route', { to: '/nope', label: 'x' }, /route `\/nope` not found/],
    ['a link to two places', { to: '/faq', href: 'https://a.example', label: 'x' }, /either `to` or `href`/],
    ['a link without a label', { to: '/faq' }, /is missing/],
    ['an empty dropdown', { type: 'dropdown', label: 'x', items: [] }, /no items/],
    [
      'a dropdown in a dropdown',
      { type: 'dropdown', label: 'x', items: [{ type: 'dropdown' }] },
      /not allowed in a dropdown/,
    ],
    ['an unknown docs plugin', { type: 'docsVersionDropdown', docsPluginId: 'api' }, /docs plugin `api`/],
    ['an unknown position', { to: '/faq', label: 'x', position: 'top' }, /must be `left` or `right`/],
    ['raw HTML without a value', { type: 'html', value: '' }, /must not be empty/],
  ])('names the item of %s', (_name, item, message) => {
    const [problem, ...others] = withItem(item)
    expect(others).toEqual([])
    expect(problem!.message).toMatch(message)
    expect(problem!.path).toMatch(/^navbar\.items\[0\]/)
  })

  it('names the item within a dropdown', () => {
    const [problem] = withItem({ type: 'dropdown', label: 'x', items: [{ to: '/nope', label: 'y' }] })
    expect(problem).toMatchObject({ path: 'navbar.items[0].items[0]', item: '{"to":"/nope","label":"y"}' })
  })

  it.each([
    [
      'footer.links',
      {
        footer: {
          links: [
            { label: 'FAQ', to: '/faq' },
            { title: 'x', items: [] },
          ],
        },
      },
    ],
    ['footer.links[0]', { footer: { links: [{ label: 'x', to: '/nope' }] } }],
    [
      'docs.versions[1].path',
      {
        docs: {
          ...twoVersionConfig.docs,
          versions: [
            { name: 'a', label: 'a', path: '' },
            { name: 'b', label: 'b', path: 'b/' },
          ],
        },
      },
    ],
    [
      'announcementBar.textColor',
      { announcementBar: { id: 'a', content: 'b', isCloseable: true, textColor: 'red;}' } },
    ],
    ['colorMode.defaultMode', { colorMode: { ...twoVersionConfig.colorMode, defaultMode: 'sepia' } }],
    ['search', { search: { ...twoVersionConfig.search, appId: 'A' } }],
    ['search.externalUrlRegex', { search: { ...twoVersionConfig.search, externalUrlRegex: '(' } }],
    ['url', { url: 'docs' }],
    ['locales', { language: 'de' }],
  ])('reports %s', (path, changes) => {
    const problems = check({ ...twoVersionConfig, ...(changes as unknown as SiteConfig) })
    expect(problems.map((problem) => problem.path)).toContain(path)
  })

  it('keeps the navbar order of this site', () => {
    const labels = siteConfig.navbar.items.flatMap((item) => ('label' in item ? item.label : []))
    expect(labels.slice(0, 6)).toEqual([
      'Documentation',
      'Quickstart',
      'Solutions',
      'SDK Reference',
      'API Reference',
      'Changelog',
    ])
  })
})
