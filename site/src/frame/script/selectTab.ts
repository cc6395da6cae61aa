/** Which tab of a block of tabs is selected. */

/** Selects the tab of a panel that contains the URL's target, without storing the choice. */
export function selectPanel(panel: Element): void {
  const block = panel.closest<HTMLElement>('.tabs')!
  select(
    block,
    tabsOf(block).find(({ id }) => id === panel.getAttribute('aria-labelledby')),
  )
}

export function select(block: HTMLElement, selected: HTMLElement | undefined): void {
  const panels = [...block.querySelectorAll<HTMLElement>(':scope > [role="tabpanel"]')]
  tabsOf(block).forEach((tab, index) => {
    const isSelected = tab === selected
    tab.setAttribute('aria-selected', String(isSelected))
    tab.tabIndex = isSelected ? 0 : -1
    // For the style sheet. `hidden` would also hide panels in print.
    panels[index]?.toggleAttribute('data-active', isSelected)
  })
}

export function tabsOf(block: Element): HTMLElement[] {
  return [...block.querySelectorAll<HTMLElement>(':scope > [role="tablist"] > [role="tab"]')]
}
