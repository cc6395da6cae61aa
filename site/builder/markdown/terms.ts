/** Links the first use of a term on a page to its definition, unless the author does. */
import type { InlineCode, Link, Nodes, Parent, PhrasingContent, Root, Text } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

export interface TermLinks {
  readonly href: string
  readonly terms: readonly RegExp[]
}

/** Containers of running text. Terms in headings, tables, titles and links aren't linked. */
const RUNNING = /^(?:paragraph|list|listItem|blockquote|containerDirective|emphasis)$/
const RUNNING_ELEMENTS = /^(?:Steps|Tabs|TabItem|Details)$/

/** Changes the tree in place. */
export function linkTerms(tree: Root, { href, terms }: TermLinks): void {
  const linked: string[] = []
  visit(tree, 'link', (link) => void linked.push(textOf(link)))
  for (const term of terms) if (!linked.some((text) => term.test(text))) linkFirst(tree, term, href)
}

/** Returns whether it found the term. */
function linkFirst(parent: Parent, term: RegExp, href: string): boolean {
  for (const [at, child] of parent.children.entries()) {
    if (child.type === 'text' || child.type === 'inlineCode') {
      const match = term.exec(child.value)
      // In code, only single names, because commands that contain a term are about something else.
      if (match && (child.type === 'text' || !child.value.includes(' '))) {
        parent.children.splice(at, 1, ...linkedParts(child, match, href))
        return true
      }
    } else if (isRunning(child) && linkFirst(child as Parent, term, href)) return true
  }
  return false
}

const isRunning = (node: Nodes): boolean =>
  'name' in node && node.type.startsWith('mdxJsx')
    ? RUNNING_ELEMENTS.test(String(node.name))
    : 'children' in node && RUNNING.test(node.type)

/** Links code as a whole, and only the term in text. */
function linkedParts(node: Text | InlineCode, { 0: found, index }: RegExpExecArray, href: string) {
  const link = (child: PhrasingContent): Link => ({
    type: 'link',
    url: href,
    children: [child] as Link['children'],
    ...(node.position && { position: node.position }),
  })
  if (node.type === 'inlineCode') return [link(node)]
  const [before, after] = [node.value.slice(0, index), node.value.slice(index + found.length)]
  const text = (value: string): Text[] => (value === '' ? [] : [{ type: 'text', value }])
  return [...text(before), link({ type: 'text', value: found }), ...text(after)]
}
