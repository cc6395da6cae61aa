/** Files for crawlers. */
import type { Page } from '../../src/model.ts'
import { escapeHtml } from '../highlight/highlight.ts'

/** `sitemap.xml` (sitemaps.org 0.9) and `robots.txt`, with absolute addresses below `url`. */
export function crawlerFiles(pages: readonly Page[], url: string): Record<string, string> {
  const entries = pages
    .filter((page) => !page.noindex && page.kind !== 'not-found')
    .map(({ route, lastUpdated }) => {
      const date = lastUpdated === undefined ? '' : `<lastmod>${escapeHtml(lastUpdated)}</lastmod>`
      return `  <url><loc>${escapeHtml(new URL(route, url).href)}</loc>${date}</url>`
    })
  return {
    'sitemap.xml': [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      '</urlset>',
      '',
    ].join('\n'),
    'robots.txt': `User-agent: *\nAllow: /\nDisallow: /_p/\n\nSitemap: ${new URL('/sitemap.xml', url).href}\n`,
  }
}
