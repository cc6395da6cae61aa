/** Generated pages: the API reference, the search page and the not-found page. */

import { messages } from '../../src/config/messages.ts'
import type { Page } from '../../src/config/model.ts'
import type { SiteConfig } from '../../src/config/types.ts'
import { emptyTree, parseTree } from '../../src/frame/tree.ts'
import { apiOutline } from './apiOutline.tsx'
import type { BuiltPage } from './builtPage.ts'
import { NOT_FOUND_ROUTE } from './routes.ts'

/** Takes longer than a changed page and depends only on the contract. */
let outline: ReturnType<typeof apiOutline> | undefined

/** Generated pages of the latest docs version. */
export function generatedPages(config: SiteConfig): BuiltPage[] {
  const version = config.docs.versions.find(({ path }) => path === '')?.name ?? ''
  const common = { version, toc: [], next: [], type: 'reference' } as const
  const pages: Page[] = [
    { ...common, ...(outline ??= apiOutline()) },
    {
      ...common,
      route: NOT_FOUND_ROUTE,
      kind: 'not-found',
      title: 'Page not found',
      description: 'This page does not exist. Use the menu or the search to find the page you need.',
      sidebarLabel: 'Page not found',
      body: emptyTree,
      noindex: true,
    },
  ]
  const { searchPagePath } = config.search
  if (searchPagePath !== false)
    pages.push({
      ...common,
      route: searchPagePath.startsWith('/') ? searchPagePath : `/${searchPagePath}`,
      kind: 'search',
      title: messages.search,
      description: messages.searchDescription,
      sidebarLabel: messages.search,
      body: parseTree('<div data-island="search"></div>'),
      noindex: true,
    })
  return pages.map((page) => ({ page, links: [], fences: [], headLines: {} }))
}
