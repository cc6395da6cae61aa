/**
 * The menu of narrow screens. It opens and closes without scripts. The script makes it modal, lets "back" close it, and
 * closes it when the window becomes wide. `swapPage.ts` closes it with the page, `menus.ts` switches its panels.
 */

import { menu } from '../../config/scriptWords.ts'
import { writeEntry } from '../../shared/historyEntry.ts'
import { NARROW } from '../../styles/breakpoints.ts'
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
  let letRest = () => {}

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
  return { content: (page) => (page ? close() : start()) }

  /** The reader may have opened the menu before this script, or reloaded the page while it was open. */
  function start(): void {
    if (drawer.matches(':popover-open')) opened()
    else if (isMenuEntry(history)) leaveEntry()
  }

  function opened(): void {
    if (isOpen) return
    isOpen = true
    showAsDialog(drawer, true)
    // Move the focus first, because inert elements lose it.
    drawer.querySelector<HTMLElement>('[popovertargetaction="hide"]')!.focus()
    letRest = makeRestInert(drawer)
    revealCurrentPage(document)
    if (!isLeaving) pushEntry()
  }

  /** Lets "back" close the menu and stay on the page. */
  function pushEntry(): void {
    writeEntry(history, 'push', { ...history.state, menu: true })
  }

  /** Synchronously, before the toggle event, because the caller may move the focus into the page next. */
  function close(): void {
    drawer.hidePopover()
    closed()
  }

  function closed(): void {
    if (!isOpen) return
    isOpen = false
    showAsDialog(drawer, false)
    letRest()
    drawer.dataset.panel = document.querySelector('.layout[data-sidebar]') ? 'secondary' : 'main'
    if (drawer.contains(document.activeElement) || document.activeElement === document.body)
      document.querySelector<HTMLElement>('.menu-button')?.focus()
    if (!isLeaving && isMenuEntry(history)) leaveEntry()
  }

  function leaveEntry(): void {
    isLeaving = true
    history.back()
  }
}

const isMenuEntry = ({ state }: History) => (state as EntryState | null)?.menu === true

/** Keeps the focus inside an element. Announcements are still heard. @returns a function that ends it */
function makeRestInert(element: HTMLElement): () => void {
  const rest: HTMLElement[] = []
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement)
    for (const other of at.parentElement.children)
      if (other !== at && other instanceof HTMLElement && other.role !== 'status' && !other.inert)
        rest.push(other)
  for (const other of rest) other.inert = true
  return () => {
    for (const other of rest) other.inert = false
  }
}

function showAsDialog(drawer: HTMLElement, isDialog: boolean): void {
  drawer.role = isDialog ? 'dialog' : null
  drawer.ariaModal = isDialog ? 'true' : null
  drawer.ariaLabel = isDialog ? menu : null
}
