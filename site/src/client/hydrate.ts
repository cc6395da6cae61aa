/**
 * When React comes: the one place that decides it. The shell works without (links, menus, drawer, switch and search
 * are the platform's and this script's); what React adds is arrow keys in menus and a navbar that is rendered anew
 * for each page. So it is loaded when a reader reaches for the navbar or the menu, and not to read.
 */

import { currentModel, handOverNavbar } from './navbarState.ts'
import { mayPrefetch } from './prefetchPolicy.ts'

const REGIONS = '[data-shell]'
const INTENTS = ['pointerover', 'focusin', 'touchstart', 'keydown'] as const

/** Whether an event on this element is reason enough to load React. */
export function wantsHydration(target: EventTarget | null): boolean {
  return (target as Element | null)?.closest?.(REGIONS) != null
}

export function hydrateOnIntent(): void {
  const listen = (event: Event) => {
    if (!wantsHydration(event.target)) return
    for (const intent of INTENTS) document.removeEventListener(intent, listen)
    // Without React the shell goes on working; the next intent tries again.
    hydrate().catch(hydrateOnIntent)
  }
  for (const intent of INTENTS) document.addEventListener(intent, listen, { passive: true })
}

async function hydrate(): Promise<void> {
  // React is a comfort here, so readers who save data do without.
  if (!mayPrefetch((navigator as { connection?: object }).connection)) return
  const { hydrateShell } = await import('./shell.tsx')
  handOverNavbar(hydrateShell(currentModel()))
  document.documentElement.dataset.shell = 'hydrated'
}
