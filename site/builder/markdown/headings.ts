/** Headings: ids, table of contents and rules. */
import GithubSlugger from 'github-slugger'
import type { Nodes, Root as Tree } from 'hast'
import type { Root, RootContent } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'
import type { Heading } from '../../src/config/model.ts'
import { elementsIn } from '../../src/frame/hast.ts'
import { SHELL_IDS } from '../../src/frame/shellIds.ts'
import type { Reporter } from '../problems.ts'

export interface HeadingOptions {
  /** Reference pages may use level 4. */
  readonly deepest: 3 | 4
}

/**
 * Sets heading ids from `{#id}` or else a slug of the text. Checks levels and duplicates, including the shell's own ids.
 */
export function numberHeadings(tree: Root, report: Reporter, { deepest }: HeadingOptions): void {
  const slugger = new GithubSlugger()
  const taken = new Set<string>(SHELL_IDS)
  let above = 1
  visit(tree, 'heading', (heading) => {
    const line = heading.position?.start.line
    checkLevel(heading.depth, above, deepest, line, report)
    above = heading.depth
    const explicit = takeExplicitId(heading)
    const text = textOf(heading)
    const id = explicit ?? slugger.slug(text)
    if (id === '') report.error('heading without text for an id: add `{#id}`', line)
    if (taken.has(id)) {
      const cure = explicit === undefined ? ', give this heading its own `{#id}`' : ''
      report.error(`duplicate id \`${id}\`${cure}`, line)
    }
    taken.add(id)
    heading.data = { ...heading.data, hProperties: { id } }
  })
}

/** The headings of levels 2 and 3 of a rendered page, in order, also those that its elements render. */
export function contentsOf(page: Tree): Heading[] {
  return elementsIn(page).flatMap(({ tagName, properties: { id }, children }): Heading[] =>
    (tagName === 'h2' || tagName === 'h3') && typeof id === 'string'
      ? [{ level: tagName === 'h2' ? 2 : 3, id, text: children.map(shownText).join('').trim() }]
      : [],
  )
}

/** Without the anchor of a heading. */
function shownText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element' || [node.properties['className']].flat().includes('anchor')) return ''
  return node.children.map(shownText).join('')
}

function checkLevel(
  depth: number,
  above: number,
  deepest: number,
  line: number | undefined,
  report: Reporter,
): void {
  if (depth === 1) report.error('heading of level 1 is reserved for the page title: start with `##`', line)
  else if (depth > deepest)
    report.error(`heading of level ${depth}: level ${deepest} is the deepest here`, line)
  else if (depth > above + 1) report.error(`heading skips from level ${above} to level ${depth}`, line)
}

const EXPLICIT_ID = /\s*\{#([^\s{}]+)\}$/

/** Removes `{#id}` from the end of a heading or a cell and returns the id. */
export function takeExplicitId(holder: { readonly children: RootContent[] }): string | undefined {
  const last = holder.children.at(-1)
  if (last?.type !== 'text') return undefined
  const id = EXPLICIT_ID.exec(last.value)?.[1]
  if (id !== undefined) last.value = last.value.replace(EXPLICIT_ID, '')
  return id
}
