/** The navbar that leaves on scrolling down and comes back on scrolling up; loaded where one is configured. */

/** Whether to hide: scrolled down, beyond the navbar's own height. Small movements change nothing. */
export function shouldHide(hidden: boolean, before: number, now: number, height: number): boolean {
  if (now < height) return false
  if (Math.abs(now - before) < 4) return hidden
  return now > before
}

export function hideOnScroll(navbar: HTMLElement): void {
  let before = scrollY
  const show = () => delete navbar.dataset.hidden
  addEventListener(
    'scroll',
    () => {
      const hide = shouldHide('hidden' in navbar.dataset, before, scrollY, navbar.offsetHeight)
      // Keyboard users must see what they have focused.
      if (hide && !navbar.matches(':focus-within')) navbar.dataset.hidden = ''
      else if (!hide) show()
      before = scrollY
    },
    { passive: true },
  )
  navbar.addEventListener('focusin', show)
}
