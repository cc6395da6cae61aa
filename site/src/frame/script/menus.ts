/**
 * Adds arrow keys to native dropdowns of the navbar and of the page header, and closes them on Escape and on a click or
 * focus outside. Switches the panels of the menu of narrow screens.
 */
import { rovingTarget } from '@keywright/ui/roving'
import type { Site } from './site.ts'

const MENU = '[data-menu]'
/** Menus in the drawer stay open. */
const DROPDOWN = `:is(.navbar-links, .page-tools) ${MENU}`

export function menus({ document }: Site): void {
  for (const type of ['pointerdown', 'focusin'])
    document.addEventListener(type, (event) => {
      for (const menu of openMenus()) if (!menu.contains(event.target as Node)) menu.open = false
    })
  document.addEventListener('keydown', (event) => {
    // An editor has handled it.
    if (event.defaultPrevented) return
    if (event.key === 'Escape') closeByKey()
    else moveFocus(event)
  })
  document.addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>('a, button')
    const menu = control?.closest<HTMLDetailsElement>(DROPDOWN)
    if (menu) menu.open = false
    const panel = control?.dataset.panelTo
    if (panel) showPanel(control.closest('.drawer')!, panel)
  })

  function closeByKey(): void {
    for (const menu of openMenus()) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')!.focus()
      menu.open = false
    }
  }

  function openMenus(): NodeListOf<HTMLDetailsElement> {
    return document.querySelectorAll(`${DROPDOWN}[open]`)
  }

  /** Arrow keys open a menu. Arrow keys, Home and End move through an open one. */
  function moveFocus(event: KeyboardEvent): void {
    const menu = (event.target as Element).closest<HTMLDetailsElement>(MENU)
    if (!menu) return
    const links = [...menu.querySelectorAll<HTMLElement>('ul :is(a, button)')]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const target = rovingTarget(event, at, links.length, 'vertical')
    if (target === undefined) return
    event.preventDefault()
    menu.open = true
    links[target]!.focus()
  }
}

function showPanel(drawer: HTMLElement, panel: string): void {
  drawer.dataset.panel = panel
  drawer.scrollTo(0, 0)
  const other = panel === 'main' ? 'secondary' : 'main'
  drawer.querySelector<HTMLElement>(`[data-panel-to="${other}"]`)!.focus()
}
