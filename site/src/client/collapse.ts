/** Opening and closing of `<details>`, animated for as long as their content is high. */

const LONGEST_MS = 150
const HALFWAY_PX = 100

/** Grows with the height towards the longest; 1 ms for readers who want no motion. */
export function collapseDuration(height: number, reducedMotion: boolean): number {
  if (reducedMotion) return 1
  return Math.round((LONGEST_MS * height) / (height + HALFWAY_PX))
}

export function startCollapse(): void {
  document.addEventListener('click', (event) => {
    const summary = (event.target as Element).closest('summary')
    const details = summary?.parentElement
    if (event.defaultPrevented || !(details instanceof HTMLDetailsElement) || 'menu' in details.dataset)
      return
    event.preventDefault()
    toggle(details, summary!)
  })
}

function toggle(details: HTMLDetailsElement, summary: Element): void {
  const closing = details.open && !('closing' in details.dataset)
  const from = details.offsetHeight
  for (const running of details.getAnimations()) running.cancel()
  details.open = true
  if (closing) details.dataset.closing = ''
  else delete details.dataset.closing
  // A summary that stands beside its link is out of the flow and takes no room.
  const closed = getComputedStyle(summary).position === 'absolute' ? 0 : (summary as HTMLElement).offsetHeight
  const to = closing ? closed + (details.offsetHeight - details.clientHeight) : details.offsetHeight
  const animation = details.animate(
    { height: [`${from}px`, `${to}px`], overflow: ['clip', 'clip'] },
    {
      duration: collapseDuration(Math.abs(to - from), matchMedia('(prefers-reduced-motion: reduce)').matches),
      easing: 'ease-out',
    },
  )
  animation.onfinish = () => {
    if (closing) details.open = false
    delete details.dataset.closing
  }
}
