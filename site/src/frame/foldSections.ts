/**
 * Folds each section of level 3 into one line: its heading, and the title of its first code. Links, search, find-in-page
 * and print open it. Only in documents, so that the contents, the search index and the Markdown twin read plain sections.
 */
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { classesOf, find, textOf } from './hast.ts'

export function foldSections({ children, ...root }: Root): Root {
  const folded: RootContent[] = []
  for (let at = 0; at < children.length; ) {
    const heading = children[at++]!
    if (levelOf(heading) !== 3) {
      folded.push(heading)
      continue
    }
    const end = children.findIndex((one, index) => index >= at && levelOf(one) <= 3)
    const body = children.slice(at, end < 0 ? undefined : end)
    at += body.length
    folded.push(fold(heading as Element, body as ElementContent[]))
  }
  return { ...root, children: folded }
}

/** Level of a heading, or infinity. */
const levelOf = (node: RootContent): number =>
  node.type === 'element'
    ? Number(/^h(\d)$/.exec(node.tagName)?.[1] ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY

function fold(heading: Element, body: ElementContent[]): Element {
  const title = firstCodeTitle({ type: 'root', children: body })
  const note = title === undefined ? [] : [element('span', ['fold-note'], [{ type: 'text', value: title }])]
  return element(
    'details',
    ['details', 'fold'],
    [element('summary', [], [heading, ...note]), element('div', ['details-body'], body)],
  )
}

const element = (tagName: string, className: string[], children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties: className.length > 0 ? { className } : {},
  children,
})

/** Up to its colon, before which the parts of one example have the same title. */
function firstCodeTitle(body: Root): string | undefined {
  const title = find(body, (one) => classesOf(one).includes('code-title'))
  return title && textOf(title).split(':')[0]
}
