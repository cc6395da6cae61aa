/**
 * The place that the reader sees, as an element and its distance from the top of the window. Unlike a position in pixels,
 * it stays right if content above is laid out differently: later, narrower, or not yet rendered.
 */

export interface ReadingPlace {
  /** Pixels from the top of the page, for a page that no longer has the element. */
  readonly scrollY: number
  /** Id of the closest element around it, and where that starts in the window. */
  readonly id: string
  readonly idTop: number
  /** Child indexes from there, and where the element starts in the window. */
  readonly path: readonly number[]
  readonly top: number
  /** Start of its text, because the path may lead elsewhere while the page is incomplete. */
  readonly text: string
}

/** Elements of the page that the place can be in. */
const REGION = '.content-body, #main'
const TEXT_LENGTH = 60

const textOf = (element: Element) => (element.textContent ?? '').trim().slice(0, TEXT_LENGTH)
/** Ids of React change with the order of rendering. */
const idOf = ({ id }: Element) => (/^[a-z][\w.-]*$/i.test(id) ? id : '')

/** Reads the place of the element at the upper edge of the visible page. */
export function readPlace(document: Document): ReadingPlace {
  const region = document.querySelector(REGION)
  let element: Element = region ?? document.body
  const edge = lineOf(document)
  for (let next: Element | undefined = element; next; next = childAt(element, edge)) element = next
  let around: Element | null = element
  const path: number[] = []
  for (; around && !idOf(around); around = around.parentElement)
    path.unshift([...(around.parentElement?.children ?? [])].indexOf(around))
  return {
    scrollY,
    id: around ? idOf(around) : '',
    idTop: around?.getBoundingClientRect().top ?? 0,
    path: around ? path : [],
    top: element.getBoundingClientRect().top,
    text: textOf(element),
  }
}

/** Below the navbar, which covers the page. */
const lineOf = (document: Document) =>
  Math.max(0, document.querySelector('.navbar')?.getBoundingClientRect().bottom ?? 0) + 1

/** The first child at or below a line. */
function childAt(element: Element, line: number): Element | undefined {
  if (element instanceof SVGElement || element.matches('p, pre, button, select, textarea')) return undefined
  for (const child of element.children) {
    const { top, bottom, height } = child.getBoundingClientRect()
    if (height > 0 && bottom > line && top < innerHeight) return child
    // `display: contents` has no box of its own.
    if (height === 0 && getComputedStyle(child).display === 'contents') {
      const inside = childAt(child, line)
      if (inside) return inside
    }
  }
  return undefined
}

/** How far to scroll from here to the place. Approximate while the page doesn't contain its element. */
export function distanceTo(document: Document, place: ReadingPlace): number {
  const around = place.id ? document.getElementById(place.id) : null
  if (!around) return place.scrollY - scrollY
  const element = find(around, place)
  if (element) return element.getBoundingClientRect().top - place.top
  const { top, height } = around.getBoundingClientRect()
  return top - Math.max(place.idTop, lineOf(document) - height)
}

function find(around: Element, { path, text }: ReadingPlace): Element | undefined {
  let at: Element | undefined = around
  for (const index of path) at = at?.children[index]
  if (at && textOf(at) === text) return at
  return text ? [...around.querySelectorAll('*')].find((one) => textOf(one) === text) : undefined
}
