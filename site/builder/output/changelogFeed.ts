/** The changelog's releases as an Atom feed (RFC 4287). */
import type { Element, Root, RootContent } from 'hast'
import type { Page } from '../../src/config/model.ts'
import { CHANGELOG_FEED, CHANGELOG_ROUTE } from '../../src/frame/changelogFeed.ts'
import { textOf } from '../../src/frame/hast.ts'
import { treeToHtml } from '../../src/frame/tree.ts'
import { escapeHtml } from '../../src/shared/highlight/highlight.ts'

interface Release {
  readonly id: string
  /** `0.1.0` */
  readonly version: string
  readonly date: Date
  /** HTML from the page. */
  readonly content: string
}

/** Returns the feed by path. Empty without a changelog. */
export function changelogFeed(
  pages: readonly Page[],
  { url, title }: { readonly url: string; readonly title: string },
): Record<string, string> {
  const page = pages.find(({ route }) => route === CHANGELOG_ROUTE)
  const releases = page ? releasesOf(page.body) : []
  const [newest] = releases
  if (!newest) return {}
  const address = `${url}${CHANGELOG_ROUTE}`
  return {
    [CHANGELOG_FEED.slice(1)]: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      `  <id>${escapeHtml(address)}</id>`,
      `  <title>${escapeHtml(`${title} changelog`)}</title>`,
      `  <updated>${newest.date.toISOString()}</updated>`,
      `  <author><name>${escapeHtml(title)}</name></author>`,
      `  <link rel="alternate" type="text/html" href="${escapeHtml(address)}"/>`,
      `  <link rel="self" type="application/atom+xml" href="${escapeHtml(`${url}${CHANGELOG_FEED}`)}"/>`,
      ...releases.map((release) => entryOf(release, address, url)),
      '</feed>',
      '',
    ].join('\n'),
  }
}

function entryOf({ id, version, date, content }: Release, address: string, url: string): string {
  const link = escapeHtml(`${address}#${id}`)
  // Feed readers need absolute links.
  const html = content.replaceAll('href="/', `href="${url}/`)
  return [
    '  <entry>',
    `    <id>${link}</id>`,
    `    <title>${escapeHtml(version)}</title>`,
    `    <updated>${date.toISOString()}</updated>`,
    `    <link rel="alternate" type="text/html" href="${link}"/>`,
    `    <content type="html">${escapeHtml(html)}</content>`,
    '  </entry>',
  ].join('\n')
}

/** Each heading `version, date` with its content. */
function releasesOf({ children }: Root): Release[] {
  return children.flatMap((heading, at) => {
    if (!isHeading(heading)) return []
    const [, version, date] = /^\s*(\d+\.\d+\.\d+\S*), (\d+ \w+ \d{4})/.exec(textOf(heading)) ?? []
    const { id } = heading.properties
    const time = Date.parse(`${date} UTC`)
    if (version === undefined || typeof id !== 'string' || Number.isNaN(time)) return []
    const below = children.slice(at + 1)
    const end = below.findIndex(isHeading)
    const content = treeToHtml({ type: 'root', children: end < 0 ? below : below.slice(0, end) })
    return [{ id, version, date: new Date(time), content }]
  })
}

const isHeading = (node: RootContent): node is Element => node.type === 'element' && node.tagName === 'h2'
