import { describe, expect, it } from 'vitest'
import { twoVersionConfig, twoVersionSite } from '../../test/twoVersionSite.ts'
import { type ResolvedItem, resolveNavbar } from './resolveNavbar.ts'
import type { NavbarItem } from './types.ts'

const at = (route: string, version = 'current') =>
  resolveNavbar(twoVersionConfig, twoVersionSite, { route, version })
const menu = (items: readonly ResolvedItem[], purpose: string) => {
  const found = items.find((item) => item.kind === 'menu' && item.purpose === purpose)
  if (found?.kind !== 'menu') throw new Error(`no menu for ${purpose}`)
  return found
}

describe('resolveNavbar', () => {
  it('links a sidebar item to the first page of its sidebar', () => {
    expect(at('/faq').left[0]).toMatchObject({ kind: 'link', href: '/category/concepts' })
    expect(at('/faq').left[0]).not.toHaveProperty('current')
  })

  it('marks the sidebar of the page', () => {
    expect(at('/concepts/users').left[0]).toMatchObject({ current: 'true' })
    const marked = ({ left, right }: ReturnType<typeof at>) =>
      [...left, ...right].filter((item) => 'current' in item)
    for (const route of ['/concepts/users', '/category/concepts']) expect(marked(at(route))).toHaveLength(1)
    expect(at('/category/concepts').left[0]).toMatchObject({ current: 'page' })
  })

  it('labels a doc item with the title of its page', () => {
    expect(at('/').left[1]).toMatchObject({ label: 'Wallets', href: '/concepts/wallets' })
  })

  it('keeps the docs version of the page', () => {
    const { left } = at('/1.0/concepts/wallets', '1.0')
    expect(left[0]).toMatchObject({ href: '/1.0/concepts/wallets' })
    expect(left[1]).toMatchObject({ href: '/1.0/concepts/wallets', current: 'page' })
  })

  it('links to the same page in another version, or to its first page', () => {
    const hrefs = (route: string) =>
      menu(at(route).right, 'Docs version').items.map((item) => item.kind === 'link' && item.href)
    expect(hrefs('/concepts/wallets')).toEqual(['/concepts/wallets', '/1.0/concepts/wallets'])
    expect(hrefs('/limits')).toEqual(['/limits', '/1.0/concepts/wallets'])
  })

  it('offers the site in every language', () => {
    const { label, items } = menu(at('/faq').right, 'Language')
    expect(label).toBe('English')
    expect(items[1]).toMatchObject({ href: 'https://fr.docs.example/', lang: 'fr', external: true })
  })

  it('folds the last links into a menu if the items do not fit, in the same order', () => {
    const labels = ['Documentation', 'Quickstart', 'Solutions', 'SDK Reference', 'API Reference', 'Changelog']
    const links = labels.map((label) => ({ label, to: `/${label}` }))
    const more = { type: 'dropdown', label: 'Community', items: [{ to: '/faq', label: 'FAQ' }] } as const
    const rest = [
      more,
      { type: 'html', value: '<strong>Beta</strong>', position: 'right' },
      { type: 'docsVersionDropdown', position: 'right' },
      { type: 'localeDropdown', position: 'right' },
      { href: 'https://code.example', label: 'Code', position: 'right' },
      { href: 'https://code.example', label: 'Dashboard', position: 'right' },
    ] as const
    const leftOf = (items: readonly NavbarItem[]) =>
      resolveNavbar({ ...twoVersionConfig, navbar: { ...twoVersionConfig.navbar, items } }, twoVersionSite, {
        route: '/Changelog',
        version: 'current',
      }).left
    expect(leftOf([...links, more])).toHaveLength(7)
    const left = leftOf([...links, ...rest])
    const menus = left.filter((item) => item.kind === 'menu')
    expect(menus.map(({ label }) => label)).toEqual(['More', 'Community'])
    expect(menus[0]).toMatchObject({ current: 'true' })
    const all = left.flatMap((item): readonly ResolvedItem[] => (item.kind === 'menu' ? item.items : [item]))
    expect(all.map((item) => item.kind === 'link' && item.label)).toEqual([...labels, 'FAQ'])
  })

  it('leads to the same page of a language that has it', () => {
    const hrefOf = (routes: 'all' | string[], route: string) => {
      const [own, other] = twoVersionConfig.locales
      const config = { ...twoVersionConfig, locales: [own!, { ...other!, routes }] }
      const { right } = resolveNavbar(config, twoVersionSite, { route, version: 'current' })
      return menu(right, 'Language').items.map((item) => item.kind === 'link' && item.href)[1]
    }
    expect(hrefOf('all', '/concepts/wallets')).toBe('https://fr.docs.example/concepts/wallets')
    expect(hrefOf(['/limits'], '/limits')).toBe('https://fr.docs.example/limits')
    expect(hrefOf(['/limits'], '/concepts/wallets')).toBe('https://fr.docs.example/')
    // The page that is shown for unknown URLs has no counterpart.
    expect(hrefOf('all', '/unknown')).toBe('https://fr.docs.example/')
  })

  it('names the configuration of an invalid item, with the cause', () => {
    const items = [{ type: 'docSidebar', sidebarId: 'nope', label: 'X' }] as const satisfies NavbarItem[]
    const config = { ...twoVersionConfig, navbar: { ...twoVersionConfig.navbar, items } }
    const resolve = () => resolveNavbar(config, twoVersionSite, { route: '/', version: 'current' })
    expect(resolve).toThrow(
      'navbar item failed to render: {"type":"docSidebar","sidebarId":"nope","label":"X"}',
    )
    try {
      resolve()
    } catch (error) {
      expect((error as Error & { cause: Error }).cause.message).toBe('sidebar id `nope` not found')
    }
  })
})
