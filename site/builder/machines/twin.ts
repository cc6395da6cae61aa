/** The Markdown twin of a page: title, description, URL, then the article. */

import { messages } from '../../src/config/messages.ts'
import type { Page } from '../../src/config/model.ts'
import { normalizePath } from '../../src/config/routes.ts'
import { pageToMarkdown } from './toMarkdown.ts'

export interface TwinOptions {
  /** The site's origin. */
  readonly url: string
  /** Twins by route, for links. */
  readonly twins: ReadonlyMap<string, string>
}

export function twinOf(page: Page, { url, twins }: TwinOptions): string {
  const linkTo = (href: string): string => {
    const [, path, hash = ''] = /^([^#]*)(#.*)?$/.exec(href)!
    const twin = path === '' ? undefined : twins.get(normalizePath(path!))
    return twin === undefined ? href : `${twin}${hash}`
  }
  const next = page.next.map(({ href, label }) => `- [${label}](${linkTo(href)})`)
  return [
    `# ${page.title}`,
    `> ${page.description}`,
    `Source: ${url}${page.route}`,
    pageToMarkdown(page.body, { linkTo }).trim(),
    ...(next.length > 0 ? [`## ${messages.nextSteps}`, next.join('\n')] : []),
  ]
    .join('\n\n')
    .concat('\n')
}
