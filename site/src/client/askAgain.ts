/** A click that the page reloads for is done again in the document that comes: its reader need not know that it was lost. */
import type { SiteStorage, StorageSlot } from '../shell/services.ts'

const KEY = 'asked'

/** What opens something that may have to be loaded. */
const controls = (document: Document): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-opens], [data-search-open]'),
]

/** Keeps which control was pressed, by its place in the page. */
export function keepAsked(tab: StorageSlot, control: HTMLElement): void {
  tab.write(KEY, `${controls(control.ownerDocument).indexOf(control)}`)
}

/** Presses the control that was kept, once. */
export function askAgain(document: Document, { tab }: SiteStorage): void {
  const at = tab.read(KEY)
  if (!at) return
  tab.write(KEY, null)
  controls(document)[Number(at)]?.click()
}
