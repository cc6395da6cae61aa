/** Generated pages: the API reference, the search page and the not-found page. */
import { emptyTree, parseTree } from '../../src/app/tree.ts'
import type { SiteConfig } from '../../src/config/types.ts'
import { messagesOf } from '../../src/messages/languages.ts'
import type { Page } from '../../src/model.ts'
import { apiOutline } from './apiOutline.tsx'
import type { BuiltPage } from './builtPage.ts'
import { NOT_FOUND_ROUTE } from './routes.ts'

/** Generated pages of the latest docs version. */
export function generatedPages(config: SiteConfig): BuiltPage[] {
  const version = config.docs.versions.find(({ path }) => path === '')?.name ?? ''
  const common = { version, toc: [], next: [], type: 'reference' } as const
  const pages: Page[] = [
    { ...common, ...apiOutline() },
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
  const search = generatedSearchPage(config)
  return [...pages.map(asBuilt), ...(search ? [search] : [])]
}

const asBuilt = (page: Page): BuiltPage => ({ page, links: [], fences: [], headLines: {} })

/** The search page in the configuration's language, if configured. */
export function generatedSearchPage({ search, docs, language, locales }: SiteConfig): BuiltPage | undefined {
  const { searchPagePath } = search
  if (searchPagePath === false) return undefined
  const words = messagesOf(language)
  return asBuilt({
    route: searchPagePath.startsWith('/') ? searchPagePath : `/${searchPagePath}`,
    kind: 'search',
    title: words.search,
    description: words.searchDescription,
    type: 'reference',
    sidebarLabel: words.search,
    version: docs.versions[0]?.name ?? '',
    toc: [],
    next: [],
    body: parseTree('<div data-island="search"></div>'),
    noindex: true,
    ...(locales.some(({ code, path }) => code === language && path !== '') && { language }),
  })
}
