/** `llms.txt` (llmstxt.org) lists the Markdown twins, `llms-full.txt` contains all of them. */

import type { Page, Sidebar, SidebarItem, SiteModel } from '../../src/config/model.ts'
import { markdownPath } from '../../src/config/routes.ts'

export interface Twin {
  readonly page: Page
  readonly markdown: string
}

interface LlmsInput {
  readonly twins: readonly Twin[]
  readonly model: SiteModel
  readonly title: string
  readonly summary: string
  readonly url: string
}

/** Path below the site's root. */
export const LLMS_PATH = 'llms.txt'
export const LLMS_FULL_PATH = 'llms-full.txt'

/** Separates pages in the full file. */
const RULE = '\n---\n\n'

export function llmsFiles(input: LlmsInput): Record<string, string> {
  return {
    [LLMS_PATH]: llmsTxt(input),
    [LLMS_FULL_PATH]: input.twins.map(({ markdown }) => markdown).join(RULE),
  }
}

function llmsTxt({ twins, model, title, summary, url }: LlmsInput): string {
  const pages = new Map(twins.map(({ page }) => [page.route, page]))
  const listed = new Set<string>()
  const line = (route: string) => {
    const page = pages.get(route)
    if (!page || listed.has(route)) return []
    listed.add(route)
    return [`- [${page.title}](${url}${markdownPath(route)}): ${page.description}`]
  }
  const sections = model.sidebars.map((sidebar) => ({
    title: titleOf(sidebar),
    lines: routesOf(sidebar.items).flatMap(line),
  }))
  const rest = { title: 'More', lines: twins.flatMap(({ page }) => line(page.route)) }
  return [
    `# ${title}`,
    `> ${summary}`,
    [
      'Every page has a Markdown twin at its own address with `.md`; the links below lead there.',
      `[All pages in one file](${url}/${LLMS_FULL_PATH}), [the API description (OpenAPI 3.1)](${url}/openapi.json),`,
      `[a skill for agents](${url}/.well-known/agent-skills/keywright/SKILL.md).`,
      '`npx keywright mcp` searches these pages offline and runs calls in a throw-away engine.',
    ].join('\n'),
    ...[...sections, rest]
      .filter(({ lines }) => lines.length > 0)
      .map((section) => `## ${section.title}\n\n${section.lines.join('\n')}`),
  ]
    .join('\n\n')
    .concat('\n')
}

const titleOf = ({ name }: Sidebar) => `${name[0]!.toUpperCase()}${name.slice(1)}`

const routesOf = (items: readonly SidebarItem[]): readonly string[] =>
  items.flatMap((item) => [
    ...(item.href === undefined ? [] : [item.href]),
    ...(item.kind === 'category' ? routesOf(item.items) : []),
  ])
