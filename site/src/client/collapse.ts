/** Opening and closing of `<details>`, animated for as long as their content is high. */
import type { Site } from './site.ts'

const LONGEST_MS = 150
const HALFWAY_PX = 100

/** Grows with the height towards the longest; 1 ms for readers who want no motion. */
export function collapseDuration(height: number, reducedMotion: boolean): number {
  if (reducedMotion) return 1
  return Math.round((LONGEST_MS * height) / (height + HALFWAY_PX))
}

export function collapse({ document }: Site): void {
  document.addEventListener('click', (event) => {
    const target = event.target as Element
    const details = target.closest('summary')?.parentElement
    // A control inside the summary does its own thing.
    if (target.closest('summary :is(a, button, input)')) return
    if (event.defaultPrevented || !(details instanceof HTMLDetailsElement) || 'menu' in details.dataset)
      return
    event.preventDefault()
    animate(details, details.open && !('closing' in details.dataset))
  })
}

/** Opens as a click would. */
export function openAnimated(details: HTMLDetailsElement): void {
  if (!details.open || 'closing' in details.dataset) animate(details, false)
}

function animate(details: HTMLDetailsElement, closing: boolean): void {
  const from = details.offsetHeight
  for (const running of details.getAnimations()) running.cancel()
  // Measured both ways, because borders, padding and summaries beside their link all have a say.
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
