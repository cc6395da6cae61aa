/** A small site with two docs versions, for tests of configuration and shell. */

import type { Page, SiteModel } from '../src/config/model.ts'
import { defineSite, type SiteConfig } from '../src/config/types.ts'

export const twoVersionSite: SiteModel = {
  sidebars: [
    {
      id: 'documentation',
      name: 'documentation',
      items: [
        {
          kind: 'category',
          label: 'Concepts',
          href: '/category/concepts',
          items: [
            { kind: 'link', label: 'Wallets', href: '/concepts/wallets' },
            { kind: 'link', label: 'Users', href: '/concepts/users' },
          ],
        },
        { kind: 'link', label: 'Limits', href: '/limits' },
      ],
    },
    {
      id: 'version-1.0/documentation',
      name: 'documentation',
      items: [{ kind: 'link', label: 'Wallets', href: '/1.0/concepts/wallets' }],
    },
    { id: 'hollow', name: 'hollow', items: [{ kind: 'category', label: 'Nothing', items: [] }] },
  ],
  sidebarOf: {
    '/category/concepts': 'documentation',
    '/concepts/wallets': 'documentation',
    '/concepts/users': 'documentation',
    '/limits': 'documentation',
    '/1.0/concepts/wallets': 'version-1.0/documentation',
  },
  titles: {
    '/': 'Home',
    '/faq': 'FAQ',
    '/category/concepts': 'Concepts',
    '/concepts/wallets': 'Wallets',
    '/concepts/users': 'Users',
    '/limits': 'Limits',
    '/1.0/concepts/wallets': 'Wallets',
  },
}

export const twoVersionConfig: SiteConfig = defineSite({
  title: 'Example',
  tagline: 'An example',
  url: 'https://docs.example',
  titleDelimiter: '|',
  language: 'en',
  editUrl: 'https://code.example/edit',
  announcementBar: {
    id: 'one',
    content: 'News',
    backgroundColor: '#14695C',
    textColor: 'white',
    isCloseable: true,
  },
  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true },
  navbar: {
    title: 'Example',
    logo: { alt: 'Example home' },
    hideOnScroll: true,
    items: [
      { type: 'docSidebar', sidebarId: 'documentation', label: 'Documentation' },
      { type: 'doc', docId: 'concepts/wallets' },
      { to: '/faq', label: 'FAQ' },
      { type: 'dropdown', label: 'More', items: [{ href: 'https://code.example', label: 'Code' }] },
      { type: 'docsVersionDropdown', position: 'right' },
      { type: 'localeDropdown', position: 'right' },
      { type: 'html', value: '<b>Beta</b>', position: 'right' },
      { type: 'search', position: 'right' },
    ],
  },
  footer: {
    links: [
      { label: 'FAQ', to: '/faq' },
      { label: 'Code', href: 'https://code.example' },
    ],
    copyright: '© 2024',
  },
  docs: {
    versionPersistence: 'localStorage',
    versions: [
      { name: 'current', label: 'Next', path: '' },
      { name: '1.0', label: '1.0', path: '/1.0' },
    ],
  },
  locales: [
    { code: 'en', label: 'English', href: '/' },
    { code: 'fr', label: 'Français', href: 'https://fr.docs.example/' },
  ],
  search: { searchPagePath: false, contextualSearch: true },
})

export function examplePage(route: string, changes: Partial<Page> = {}): Page {
  return {
    route,
    kind: 'doc',
    title: twoVersionSite.titles[route] ?? route,
    description: 'A page of the example site.',
    type: 'explanation',
    sidebarLabel: twoVersionSite.titles[route] ?? route,
    body: { type: 'root', children: [{ type: 'text', value: 'Text' }] },
    toc: [
      { level: 2, id: 'a', text: 'First' },
      { level: 3, id: 'b', text: 'Second' },
    ],
    next: [],
    version: route.startsWith('/1.0') ? '1.0' : 'current',
    ...changes,
  }
}
