/** Files for crawlers. */

import type { Page } from '../../src/config/model.ts'
import { twinAddress } from '../../src/frame/twinAddress.ts'
import { escapeHtml } from '../../src/shared/highlight/highlight.ts'

/** `sitemap.xml` (sitemaps.org 0.9) and `robots.txt`, with absolute URLs below `url` and Markdown twins as alternates. */
export function crawlerFiles(pages: readonly Page[], url: string): Record<string, string> {
  const entries = pages
    .filter((page) => !page.noindex && page.kind !== 'not-found')
    .map(({ kind, route, lastUpdated }) => {
      const date = lastUpdated === undefined ? '' : `<lastmod>${escapeHtml(lastUpdated)}</lastmod>`
      const twin = twinAddress({ kind, route })
      const alternate =
        twin &&
        `<xhtml:link rel="alternate" type="text/markdown" href="${escapeHtml(new URL(twin, url).href)}"/>`
      return `  <url><loc>${escapeHtml(new URL(route, url).href)}</loc>${date}${alternate ?? ''}</url>`
    })
  return {
    'sitemap.xml': [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
      ...entries,
      '</urlset>',
      '',
    ].join('\n'),
    'robots.txt': `User-agent: *\nAllow: /\nDisallow: /_p/\n\nSitemap: ${new URL('/sitemap.xml', url).href}\n`,
  }
}
