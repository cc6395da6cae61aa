/**
 * The menu of narrow screens. The platform opens and closes it, with or without scripts; this makes it modal, lets
 * "back" close it, and closes it when the window grows beyond narrow.
 */

import type { EntryState } from './scrollMemory.ts'
import { revealCurrentPage } from './sidebar.ts'

/** Windows of this width and narrower have the menu. */
export const MOBILE_BREAKPOINT = 996

export function startDrawer(): void {
  const drawer = document.getElementById('menu')!
  if (!drawer.hidePopover) return
  const narrow = matchMedia(`(max-width: ${MOBILE_BREAKPOINT}px)`)

  drawer.addEventListener('toggle', (event) => {
    if (event.newState === 'open') opened(drawer)
    else closed(drawer)
  })
  narrow.addEventListener('change', () => {
    if (!narrow.matches) closeDrawer()
  })
  addEventListener('popstate', closeDrawer)
  drawer.addEventListener('click', (event) => {
    const panel = (event.target as Element).closest<HTMLElement>('[data-panel-to]')?.dataset.panelTo
    if (panel) showPanel(drawer, panel)
  })
}

export function closeDrawer(): void {
  const drawer = document.getElementById('menu')!
  if (drawer.matches(':popover-open')) drawer.hidePopover()
}

function opened(drawer: HTMLElement): void {
  drawer.setAttribute('role', 'dialog')
  drawer.setAttribute('aria-modal', 'true')
  drawer.setAttribute('aria-label', 'Menu')
  // Focus first: it would be lost with what becomes inert.
  drawer.querySelector<HTMLElement>('[popovertargetaction="hide"]')!.focus()
  setRestInert(drawer, true)
  revealCurrentPage()
  // An entry of its own, so that "back" closes the menu and stays on the page.
  history.pushState({ ...history.state, menu: true }, '')
}

function closed(drawer: HTMLElement): void {
  for (const attribute of ['role', 'aria-modal', 'aria-label']) drawer.removeAttribute(attribute)
  setRestInert(drawer, false)
  drawer.dataset.panel = document.querySelector('.layout[data-sidebar]') ? 'secondary' : 'main'
  if (drawer.contains(document.activeElement) || document.activeElement === document.body)
    document.querySelector<HTMLElement>('.menu-button')?.focus()
  if ((history.state as EntryState | null)?.menu) history.back()
}

function showPanel(drawer: HTMLElement, panel: string): void {
  drawer.dataset.panel = panel
  drawer.scrollTo(0, 0)
  const other = panel === 'main' ? 'secondary' : 'main'
  drawer.querySelector<HTMLElement>(`[data-panel-to="${other}"]`)!.focus()
}

function setRestInert(drawer: HTMLElement, inert: boolean): void {
  for (const element of document.querySelectorAll<HTMLElement>('.announcement, .navbar, .page, .footer'))
    if (!element.contains(drawer)) element.inert = inert
}
