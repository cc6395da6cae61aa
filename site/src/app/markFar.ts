/**
 * Marks what stands below the first screen of any window. The style sheet leaves it out of the layout until it comes
 * near, so that the first paint does not wait for a page's length; what is in sight must not, for its height is not
 * known before and what stands below would move.
 */
import type { Nodes, Root, RootContent } from 'hast'

/** Characters that fill a high window: some fifty lines of the text's measure. */
const FIRST_SCREEN = 4_000
/** What a block is worth besides its words: its margins. */
const MARGIN = 120
/** Much of a block may lie in tabs that are not shown: it counts as a few lines and no more. */
const MOST_OF_ONE = 800

export function markFar({ children, ...root }: Root): Root {
  let above = 0
  return {
    ...root,
    children: children.map((child) => {
      const isFar = above > FIRST_SCREEN && !/^h\d$/.test(tagOf(child))
      above += weightOf(child)
      return isFar && child.type === 'element'
        ? { ...child, properties: { ...child.properties, dataFar: '' } }
        : child
    }),
  }
}

/** Characters of running text that take as much room as a block of the page. */
const weightOf = (node: RootContent): number =>
  node.type === 'element' ? MARGIN + Math.min(MOST_OF_ONE, lengthOf(node)) : 0

const tagOf = (node: RootContent): string => (node.type === 'element' ? node.tagName : '')

function lengthOf(node: Nodes): number {
  if (node.type === 'text') return node.value.length
  // A drawing is higher than its words.
  if (node.type === 'element' && [node.properties['className']].flat().includes('diagram')) return MOST_OF_ONE
  return 'children' in node ? node.children.reduce((sum, child) => sum + lengthOf(child), 0) : 0
}
