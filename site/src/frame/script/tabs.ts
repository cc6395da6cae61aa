/** Tabs that share and store one choice per group across all pages. */

import { rovingTarget } from '@keywright/ui/roving'
import { select, tabsOf } from './selectTab.ts'
import type { PartHooks, Site } from './site.ts'

const key = (group: string) => `tabs.${group}`

export function tabs({ document, storage: { kept } }: Site): PartHooks {
  document.addEventListener('click', (event) => {
    const tab = (event.target as Element).closest<HTMLElement>('.tabs [role="tab"]')
    if (tab) choose(tab)
  })
  document.addEventListener('keydown', (event) => {
    const tab = (event.target as Element).closest?.<HTMLElement>('.tabs [role="tab"]')
    if (!tab) return
    const all = tabsOf(tab.closest('.tabs')!)
    const target = rovingTarget(event, all.indexOf(tab), all.length, 'horizontal')
    if (target === undefined) return
    event.preventDefault()
    choose(all[target]!)
    all[target]!.focus()
  })
  // The choice changed in another browser tab.
  addEventListener('storage', ({ key: changed }) => {
    if (changed?.startsWith(key(''))) showRemembered()
  })
  return { content: showRemembered }

  /** Shows the stored panel of each group. Groups without a stored choice stay unchanged. */
  function showRemembered(): void {
    for (const block of allTabs()) {
      const { group } = block.dataset
      const wanted = group ? kept.read(key(group)) : null
      const tab = tabsOf(block).find((one) => labelOf(one) === wanted)
      if (tab) select(block, tab)
    }
  }

  function choose(tab: HTMLElement): void {
    const block = tab.closest<HTMLElement>('.tabs')!
    const { group } = block.dataset
    const before = tab.getBoundingClientRect().top
    select(block, tab)
    if (group) {
      kept.write(key(group), labelOf(tab))
      for (const other of allTabs()) {
        if (other === block || other.dataset.group !== group) continue
        const same = tabsOf(other).find((one) => labelOf(one) === labelOf(tab))
        if (same) select(other, same)
      }
    }
    // Keep the tab under the pointer if panels above changed height.
    scrollBy(0, tab.getBoundingClientRect().top - before)
  }

  function allTabs(): NodeListOf<HTMLElement> {
    return document.querySelectorAll<HTMLElement>('.tabs')
  }
}

function labelOf(tab: HTMLElement): string {
  return tab.textContent?.trim() ?? ''
}
