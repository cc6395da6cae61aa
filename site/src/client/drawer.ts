/**
 * The menu of narrow screens. It opens and closes without scripts. The script makes it modal, lets "back" close it, and
 * closes it when the window becomes wide or the page changes.
 */

import { wordOf } from '../shell/errorBoxTemplate.ts'
import { NARROW } from '../styles/breakpoints.ts'
import { writeEntry } from './historyEntry.ts'
import type { EntryState } from './scrollMemory.ts'
import { revealCurrentPage } from './sidebar.ts'
import type { PartHooks, Site } from './site.ts'

export function drawer({ document, history }: Site): PartHooks {
  const drawer = document.getElementById('menu')!
  if (!drawer.hidePopover) return {}
  const narrow = matchMedia(NARROW)
  let isOpen = false
  /** Between `history.back()` and its event, in which the reader may open the menu again. */
  let isLeaving = false

  drawer.addEventListener('toggle', (event) => {
    if (event.newState === 'open') opened()
    else closed()
  })
  narrow.addEventListener('change', () => {
    if (!narrow.matches) close()
  })
  addEventListener('popstate', () => {
    if (!isLeaving) return close()
    isLeaving = false
    if (isOpen) pushEntry()
  })
  drawer.addEventListener('click', (event) => {
    const panel = (event.target as Element).closest<HTMLElement>('[data-panel-to]')?.dataset.panelTo
    if (panel) showPanel(drawer, panel)
  })
  return { content: close }

  function opened(): void {
    if (isOpen) return
    isOpen = true
    drawer.setAttribute('role', 'dialog')
    drawer.setAttribute('aria-modal', 'true')
    drawer.setAttribute('aria-label', wordOf(document, 'menu'))
    // Move the focus first, because inert elements lose it.
    drawer.querySelector<HTMLElement>('[popovertargetaction="hide"]')!.focus()
    setRestInert(true)
    revealCurrentPage(document)
    if (!isLeaving) pushEntry()
  }

  /** Lets "back" close the menu and stay on the page. */
  function pushEntry(): void {
    writeEntry(history, 'push', { ...history.state, menu: true })
  }

  /** Synchronously, before the toggle event, because the caller may move the focus into the page next. */
  function close(): void {
    if (!drawer.matches(':popover-open')) return
    drawer.hidePopover()
    closed()
  }

  function closed(): void {
    if (!isOpen) return
    isOpen = false
    for (const attribute of ['role', 'aria-modal', 'aria-label']) drawer.removeAttribute(attribute)
    setRestInert(false)
    drawer.dataset.panel = document.querySelector('.layout[data-sidebar]') ? 'secondary' : 'main'
    if (drawer.contains(document.activeElement) || document.activeElement === document.body)
      document.querySelector<HTMLElement>('.menu-button')?.focus()
    if (isLeaving || !(history.state as EntryState | null)?.menu) return
    isLeaving = true
    history.back()
  }

  function setRestInert(inert: boolean): void {
    for (const element of document.querySelectorAll<HTMLElement>('.announcement, .navbar, .page, .footer'))
      if (!element.contains(drawer)) element.inert = inert
  }
}

function showPanel(drawer: HTMLElement, panel: string): void {
  drawer.dataset.panel = panel
  drawer.scrollTo(0, 0)
  const other = panel === 'main' ? 'secondary' : 'main'
  drawer.querySelector<HTMLElement>(`[data-panel-to="${other}"]`)!.focus()
}
