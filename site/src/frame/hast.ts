/** Helpers for HTML trees. */
import type { Element, Nodes } from 'hast'

export const classesOf = ({ properties }: Element): readonly string[] =>
  [properties.className ?? []].flat().map(String)

/** All text below a node, unchanged. */
export function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** All elements below a node, in order. A page has thousands, and `unist-util-visit` makes two functions for each. */
export function elementsIn(node: Nodes, found: Element[] = []): readonly Element[] {
  if (!('children' in node)) return found
  for (const child of node.children) {
    if (child.type === 'element') found.push(child)
    elementsIn(child, found)
  }
  return found
}

/** The first matching element below a node. */
export function find(node: Nodes, fits: (element: Element) => boolean): Element | undefined {
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const found = fits(child) ? child : find(child, fits)
    if (found) return found
  }
  return undefined
}
