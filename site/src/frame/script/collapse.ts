/** Animates `<details>`, longer for taller content. */
import type { Site } from './site.ts'

const LONGEST_MS = 150
const HALFWAY_PX = 100
/** A hand isn't quite still while it clicks. */
const DRAG_PX = 3

/** Grows with the height up to a maximum. 1 ms with reduced motion. */
export function collapseDuration(height: number, reducedMotion: boolean): number {
  if (reducedMotion) return 1
  return Math.round((LONGEST_MS * height) / (height + HALFWAY_PX))
}

export function collapse({ document }: Site): void {
  let down: MouseEvent | undefined
  document.addEventListener('pointerdown', (event) => {
    down = event
  })
  document.addEventListener('click', (event) => {
    const target = event.target as Element
    const summary = target.closest('summary')
    const details = summary?.parentElement
    // Controls inside the summary handle their own clicks.
    if (target.closest('summary :is(a, button, input)')) return
    const selection = getSelection()
    if (
      summary &&
      selects(event, down) &&
      selection?.type === 'Range' &&
      selection.containsNode(summary, true)
    )
      return event.preventDefault()
    if (event.defaultPrevented || !(details instanceof HTMLDetailsElement) || 'menu' in details.dataset)
      return
    event.preventDefault()
    animate(details, details.open && !('closing' in details.dataset))
  })
}

/** Whether a click ends a drag, or is the second one of a double click, both of which may select text. */
const selects = ({ detail, clientX, clientY }: MouseEvent, down: MouseEvent | undefined): boolean =>
  detail > 1 ||
  (detail === 1 && !!down && Math.hypot(clientX - down.clientX, clientY - down.clientY) > DRAG_PX)

/** Opens with the animation. */
export function openAnimated(details: HTMLDetailsElement): void {
  if (!details.open || 'closing' in details.dataset) animate(details, false)
}

function animate(details: HTMLDetailsElement, closing: boolean): void {
  const from = details.offsetHeight
  for (const running of details.getAnimations()) running.cancel()
  // Measure both states, because borders, padding and the summary affect the height.
  details.open = !closing
  const to = details.offsetHeight
  details.open = true
  if (closing) details.dataset.closing = ''
  else delete details.dataset.closing
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const animation = details.animate(
    { height: [`${from}px`, `${to}px`], overflow: ['clip', 'clip'] },
    { duration: collapseDuration(Math.abs(to - from), reducedMotion), easing: 'ease-out' },
  )
  animation.onfinish = () => {
    if (closing) details.open = false
    delete details.dataset.closing
  }
}
