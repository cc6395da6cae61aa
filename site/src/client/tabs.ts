/** Tabs: one choice for all tabs of a group, on every page, remembered. */

import { nextTab } from './nextTab.ts'
import { readStored, writeStored } from './storage.ts'

const key = (group: string) => `tabs.${group}`

export function startTabs(): void {
  document.addEventListener('click', (event) => {
    const tab = (event.target as Element).closest<HTMLElement>('.tabs [role="tab"]')
    if (tab) choose(tab)
  })
  document.addEventListener('keydown', (event) => {
    const tab = (event.target as Element).closest?.<HTMLElement>('.tabs [role="tab"]')
    if (!tab) return
    const all = tabsOf(tab.closest('.tabs')!)
    const target = nextTab(event.key, all.indexOf(tab), all.length)
    if (target === undefined) return
    event.preventDefault()
    choose(all[target]!)
    all[target]!.focus()
  })
}

/** Shows one panel of each tabs element: the remembered one of its group, else the first. */
export function arrangeTabs(): void {
  for (const tabs of document.querySelectorAll<HTMLElement>('.tabs')) {
    const { group } = tabs.dataset
    const wanted = group ? readStored(key(group)) : null
    const all = tabsOf(tabs)
    select(tabs, all.find((tab) => labelOf(tab) === wanted) ?? all[0])
  }
}

function choose(tab: HTMLElement): void {
  const tabs = tab.closest<HTMLElement>('.tabs')!
  const { group } = tabs.dataset
  const before = tab.getBoundingClientRect().top
  select(tabs, tab)
  if (group) {
    writeStored(key(group), labelOf(tab))
    for (const other of document.querySelectorAll<HTMLElement>('.tabs')) {
      if (other === tabs || other.dataset.group !== group) continue
      const same = tabsOf(other).find((one) => labelOf(one) === labelOf(tab))
      if (same) select(other, same)
    }
  }
  // Panels further up may have changed height: the tab stays under the pointer.
  scrollBy(0, tab.getBoundingClientRect().top - before)
}

function select(tabs: HTMLElement, selected: HTMLElement | undefined): void {
  const panels = [...tabs.querySelectorAll<HTMLElement>(':scope > [role="tabpanel"]')]
  tabsOf(tabs).forEach((tab, index) => {
    const isSelected = tab === selected
    tab.setAttribute('aria-selected', String(isSelected))
    tab.tabIndex = isSelected ? 0 : -1
    const panel = panels[index]
    if (!panel) return
    panel.hidden = !isSelected
    // The stylesheet's own mark, which keeps later panels out of the first paint.
    panel.toggleAttribute('data-active', isSelected)
  })
}

function tabsOf(tabs: Element): HTMLElement[] {
  return [...tabs.querySelectorAll<HTMLElement>(':scope > [role="tablist"] > [role="tab"]')]
}

function labelOf(tab: HTMLElement): string {
  return tab.textContent?.trim() ?? ''
}
