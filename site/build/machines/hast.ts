/** Small questions about a tree of HTML. */
import type { Element, Nodes } from 'hast'

export const classesOf = ({ properties }: Element): readonly string[] =>
  Array.isArray(properties.className) ? properties.className.map(String) : []

/** All text below a node, as it stands. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
