/** Hides the navbar on scrolling down and shows it on scrolling up. Loaded only if configured. */

/** Whether to hide: after scrolling down past the navbar's height. Ignores small movements. */
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
      // Keyboard users must see the focused element.
      if (hide && !navbar.matches(':focus-within')) navbar.dataset.hidden = ''
      else if (!hide) show()
      before = scrollY
    },
    { passive: true },
  )
  navbar.addEventListener('focusin', show)
  navbar.dataset.hideOnScroll = 'ready'
}
