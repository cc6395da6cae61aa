/**
 * Where the beginning of a page ends: a document holds the styles of what stands above, and asks for all others here. A
 * parser waits for them at this place, so that nothing below is ever shown without its styles, and what is above is
 * painted meanwhile.
 */
import type { Comment, Element, Root, RootContent } from 'hast'
import { lengthOf, weightOf } from './markFar.ts'

/** A comment, because elements stand beside each other as if it were not there. */
const REST = '<!--rest-->'
const MARK: Comment = { type: 'comment', value: 'rest' }

/** Characters that fill a usual window. In a higher one the last lines come with the style sheet. */
const BEGINNING = 2_000

/** Characters of a block that the first frame must not wait for, though it begins in the window: the reference's calls. */
const ENDLESS = 20_000

/** An entry stands closer to the next than a block does; its last line is half full. */
const OF_ENTRY = 40

/**
 * The mark stands before a block, and before the headings of that block; or at the end of an entry of a list, where
 * the window ends within it.
 */
export function markRest({ children, ...root }: Root): Root {
  return { ...root, children: markedIn(children) }
}

function markedIn(children: readonly RootContent[]): RootContent[] {
  let above = 0
  for (const [at, child] of children.entries()) {
    if (child.type !== 'element') continue
    if (above > BEGINNING || lengthOf(child) > ENDLESS) return markedBefore(children, at)
    const list = markedList(child, above)
    if (list) return children.with(at, list)
    above += weightOf(child)
  }
  return markedBefore(children, children.length)
}

function markedBefore(children: readonly RootContent[], below: number): RootContent[] {
  let at = below
  while (at > 0 && at < children.length && isOfNext(children[at - 1]!)) at--
  return children.toSpliced(at, 0, MARK)
}

/** Steps may take several windows, with a request in three languages each. Undefined where the list ends in this one. */
function markedList(block: Element, above: number): Element | undefined {
  if (isSteps(block)) {
    const at = block.children.findIndex((child) => child.type === 'element')
    const list = at === -1 ? undefined : markedList(block.children[at] as Element, above)
    return list && { ...block, children: block.children.with(at, list) }
  }
  if (block.tagName !== 'ol') return undefined
  const last = block.children.findLastIndex((child) => child.type === 'element')
  let full = above
  for (const [at, entry] of block.children.entries()) {
    if (entry.type !== 'element' || at === last) continue
    full += weightOf(entry, OF_ENTRY)
    if (full > BEGINNING)
      return {
        ...block,
        children: block.children.with(at, { ...entry, children: [...entry.children, MARK] }),
      }
  }
  return undefined
}

const isSteps = ({ properties }: Element) => [properties['className']].flat().includes('steps')

/** A heading, or the white space after one. */
const isOfNext = (node: RootContent): boolean =>
  (node.type === 'text' && node.value.trim() === '') ||
  (node.type === 'element' && /^h\d$/.test(node.tagName))

/** The HTML above the mark: all of it where there is none. */
export const beginningOf = (main: string): string => main.split(REST, 1)[0]!

/** Of what stands in the place of the mark. */
export const REST_ID = 'rest-of-page'

/** With what stands there, for which the first frame waits. */
export const putAtRest = (main: string, html: string): string => main.replace(REST, () => html)

/** The last that the first frame waits for: a page that is short, or built without a style sheet, has no mark. */
export const frameWaitsFor = (main: string): string => (main.includes(`id="${REST_ID}"`) ? REST_ID : 'main')
