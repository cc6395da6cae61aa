/**
 * Where the beginning of a page ends: a document holds the styles of what stands above, and asks for all others here. A
 * parser waits for them at this place, so that nothing below is ever shown without its styles, and what is above is
 * painted meanwhile.
 */
import type { Root, RootContent } from 'hast'
import { weightOf } from './markFar.ts'

/** A comment, because elements stand beside each other as if it were not there. */
const REST = '<!--rest-->'

/** Characters that fill a usual window. In a higher one the last lines come with the style sheet. */
const BEGINNING = 2_000

/** The mark stands before a block, and before the headings of that block. */
export function markRest({ children, ...root }: Root): Root {
  const at = firstBelow(children)
  const mark: RootContent = { type: 'comment', value: 'rest' }
  return { ...root, children: [...children.slice(0, at), mark, ...children.slice(at)] }
}

function firstBelow(children: readonly RootContent[]): number {
  let above = 0
  let at = children.findIndex((child) => {
    const isBelow = above > BEGINNING && child.type === 'element'
    above += weightOf(child)
    return isBelow
  })
  if (at === -1) return children.length
  while (at > 0 && isOfNext(children[at - 1]!)) at--
  return at
}

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
