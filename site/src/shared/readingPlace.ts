/**
 * The place that the reader sees, as an element and its distance from the top of the window. Unlike a position in pixels,
 * it stays right if content above is laid out differently: later, narrower, or not yet rendered.
 */

import { idOfHash } from '../config/routes.ts'

export interface ReadingPlace {
  /** Pixels from the top of the page, for a page that no longer has the elements. */
  readonly scrollY: number
  /** Where the element starts in the window. */
  readonly top: number
  readonly tag: string
  /** Start of its text, because a path may lead elsewhere while the page is incomplete. */
  readonly text: string
  /** The elements with an id around it, innermost first. */
  readonly around: readonly Around[]
  /** Whether a filter hid the target of the URL, so that the page showed less than when the reader came. */
  readonly withoutTarget?: boolean
}

interface Around {
  readonly id: string
  /** Where it starts in the window. */
  readonly top: number
  /** Child indexes from there to the element. */
  readonly path: readonly number[]
}

const TEXT_LENGTH = 60
/** Shorter texts, such as labels of buttons, occur more than once. */
const DISTINCT_LENGTH = 20

/** Content of closed details. */
const CLOSED = 'details:not([open]) > :not(summary)'

const textOf = (element: Element) => (element.textContent ?? '').trim().slice(0, TEXT_LENGTH)
/** Ids of React change with the order of rendering. */
const hasStableId = ({ id }: Element) => /^[a-z][\w.-]*$/i.test(id)

/** Reads the place of the element at the upper edge of the visible page, which has the URL's hash. */
export function readPlace(document: Document, hash: string): ReadingPlace {
  const edge = edgeOf(document)
  let element: Element = document.getElementById('main') ?? document.body
  for (let next: Element | undefined = element; next; next = childAt(element, edge)) element = next
  const around: Around[] = []
  const path: number[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (hasStableId(at)) around.push({ id: at.id, top: topOf(at), path: [...path] })
    path.unshift([...(at.parentElement?.children ?? [])].indexOf(at))
  }
  const withoutTarget = isFilteredAway(document, hash)
  return { scrollY, top: topOf(element), tag: element.tagName, text: textOf(element), around, withoutTarget }
}

const topOf = (element: Element) => element.getBoundingClientRect().top

/** Below the navbar, which covers the page. */
const edgeOf = (document: Document) =>
  Math.max(0, document.querySelector('.navbar')?.getBoundingClientRect().bottom ?? 0) + 1

/** The first child at or below a line, with enough text to recognize it. */
function childAt(element: Element, line: number): Element | undefined {
  for (const child of element.children) {
    if (textOf(child).length < DISTINCT_LENGTH || child.matches(CLOSED)) continue
    const { display, position } = getComputedStyle(child)
    // These don't move with the page.
    if (position === 'sticky' || position === 'fixed') continue
    const { top, bottom, height } = child.getBoundingClientRect()
    // `display: contents` has no box of its own.
    const found = display === 'contents' ? childAt(child, line) : child
    if (found && (found !== child || (height > 0 && bottom > line && top < innerHeight))) return found
  }
  return undefined
}

/** Whether the target of a hash is on the page and hidden by a filter. */
const isFilteredAway = (document: Document, hash: string): boolean =>
  hash !== '' && Boolean(document.getElementById(idOfHash(hash))?.closest('[hidden]'))

/** Opens the details around the place, which were open when the reader left. */
export function openAround(document: Document, place: ReadingPlace): void {
  const closed = () => elementOf(document, place)?.closest(CLOSED)
  for (let at = closed(); at; at = closed()) (at.parentElement as HTMLDetailsElement).open = true
}

/** How far to scroll from here to the place. Approximate while the page lacks its element, 0 while a filter hides it. */
export function distanceTo(document: Document, place: ReadingPlace): number {
  const element = elementOf(document, place)
  if (element) return element.closest('[hidden]') ? 0 : topOf(element) - place.top
  const [closest] = presentAround(document, place)
  if (!closest) return place.scrollY - scrollY
  // Some of the closest element must be visible, so that the rest of its content arrives.
  const { top, height } = closest.element.getBoundingClientRect()
  return top - Math.max(closest.top, edgeOf(document) - height + 1)
}

/** The element of the place, if the page has it: at its path, or elsewhere in the closest element. */
function elementOf(document: Document, place: ReadingPlace): Element | undefined {
  const present = presentAround(document, place)
  for (const { element, path } of present) {
    let at: Element | undefined = element
    for (const index of path) at = at?.children[index]
    if (at && isSame(at, place)) return at
  }
  return [...(present[0]?.element.getElementsByTagName(place.tag) ?? [])].find((one) => isSame(one, place))
}

const presentAround = (document: Document, { around }: ReadingPlace) =>
  around.flatMap(({ id, ...rest }) => {
    const element = document.getElementById(id)
    return element ? [{ element, ...rest }] : []
  })

const isSame = (element: Element, { tag, text }: ReadingPlace): boolean =>
  element.tagName === tag && textOf(element) === text
