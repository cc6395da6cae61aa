import { idOfHash } from '../../config/routes.ts'
import { selectPanel } from './selectTab.ts'

/** Elements that can hide a part of a page. */
const HIDING = 'details, .tabs > [role="tabpanel"]'

/** Finds the target of a hash, and opens the details and selects the tab that contain it. */
export function revealTarget(document: Document, hash: string): HTMLElement | null {
  const target = hash ? document.getElementById(idOfHash(hash)) : null
  for (let at = target?.closest(HIDING); at; at = at.parentElement!.closest(HIDING))
    if (at instanceof HTMLDetailsElement) at.open = true
    else selectPanel(at)
  return target
}

/** The id that a hash means if it differs from one in letter case, or in punctuation that was copied with it. */
export function meantId(document: Document, hash: string): string | undefined {
  const id = idOfHash(hash)
  if (!id || document.getElementById(id)) return undefined
  return [...document.querySelectorAll('main [id]')].find((one) => bare(one.id) === bare(id))?.id
}

const bare = (id: string) => id.toLowerCase().replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, '')

/** Moves the starting point for Tab here. Makes the element focusable until it loses the focus. */
export function focusWithoutScroll(element: HTMLElement): void {
  const own = element.getAttribute('tabindex')
  if (own === null && element.tabIndex < 0) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}
