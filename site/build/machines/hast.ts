/** Small questions about a tree of HTML. */
import type { Element, Nodes } from 'hast'
import { visit } from 'unist-util-visit'

export const classesOf = ({ properties }: Element): readonly string[] =>
  Array.isArray(properties.className) ? properties.className.map(String) : []

/** All text below a node, as it stands. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** The first element of this name below a node. */
export function find(node: Nodes, tagName: string): Element | undefined {
  let found: Element | undefined
  visit(node, 'element', (element) => {
    if (element !== node && element.tagName === tagName) found ??= element
  })
  return found
}
