/**
 * Marks content below the first screen of any window. The style sheet defers its layout until it comes near, so the
 * first paint doesn't depend on the page length. Visible content must not be deferred, because its height is unknown
 * and later content would shift.
 */
import type { Nodes, Root, RootContent } from 'hast'
import { classesOf } from './hast.ts'

/** Characters that fill a tall window, about fifty lines. */
const FIRST_SCREEN = 4_000
/** Margins of a block, in characters. */
const MARGIN = 120
/** Upper bound per block, because hidden tabs may contain most of its text. */
const MOST_OF_ONE = 800

export function markFar({ children, ...root }: Root): Root {
  let above = 0
  return {
    ...root,
    children: children.map((child) => {
      const isFar = above > FIRST_SCREEN && !isHeading(child)
      above += weightOf(child)
      return isFar && child.type === 'element'
        ? { ...child, properties: { ...child.properties, dataFar: '' } }
        : child
    }),
  }
}

/** Height of a block, in characters of running text. */
const weightOf = (node: RootContent): number =>
  node.type === 'element' ? MARGIN + Math.min(MOST_OF_ONE, lengthOf(node)) : 0

/** The contents need the position of headings, also of those that stand for a folded section. */
const isHeading = (node: RootContent): boolean =>
  node.type === 'element' && (/^h\d$/.test(node.tagName) || classesOf(node).includes('fold'))

function lengthOf(node: Nodes): number {
  if (node.type === 'text') return node.value.length
  // A diagram is taller than its text.
  if (node.type === 'element' && classesOf(node).includes('diagram')) return MOST_OF_ONE
  return 'children' in node ? node.children.reduce((sum, child) => sum + lengthOf(child), 0) : 0
}
