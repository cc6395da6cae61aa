/** Repeats a click after the page reload that it caused. */
import type { SiteStorage, StorageSlot } from '../shell/services.ts'

const KEY = 'asked'

/** Controls that open lazily loaded parts. */
const controls = (document: Document): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-opens], [data-search-open]'),
]

/** Stores the pressed control by its index on the page. */
export function keepAsked(tab: StorageSlot, control: HTMLElement): void {
  tab.write(KEY, `${controls(control.ownerDocument).indexOf(control)}`)
}

/** Clicks the stored control, once. */
export function askAgain(document: Document, { tab }: SiteStorage): void {
  const at = tab.read(KEY)
  if (!at) return
  tab.write(KEY, null)
  controls(document)[Number(at)]?.click()
}
