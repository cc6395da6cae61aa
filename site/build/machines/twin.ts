/** The Markdown twin of a page: title, description, address, then the article. */

import { sentenceOf } from '../../src/app/ranLine.ts'
import { markdownPath, normalizePath } from '../../src/app/routes.ts'
import type { Page } from '../../src/model.ts'
import { pageToMarkdown } from './toMarkdown.ts'

export interface TwinOptions {
  /** Origin of the site. */
  readonly url: string
  /** Routes that have a twin, which links between twins lead to. */
  readonly routes: ReadonlySet<string>
}

export function twinOf(page: Page, { url, routes }: TwinOptions): string {
  const linkTo = (href: string): string => {
    const [, path, hash = ''] = /^([^#]*)(#.*)?$/.exec(href)!
    const route = normalizePath(path!)
    return path !== '' && routes.has(route) ? `${markdownPath(route)}${hash}` : href
  }
  const ran = page.ran && sentenceOf(page.ran)
  const next = page.next.map(({ href, label }) => `- [${label}](${linkTo(href)})`)
  return [
    `# ${page.title}`,
    `> ${page.description}`,
    `Source: ${url}${page.route}`,
    pageToMarkdown(page.body, { linkTo }).trim(),
    ...(ran === undefined ? [] : [ran]),
    ...(next.length > 0 ? ['## Next steps', next.join('\n')] : []),
  ]
    .join('\n\n')
    .concat('\n')
}
