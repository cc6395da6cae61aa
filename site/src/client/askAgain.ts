/** Repeats presses: of controls that were pressed before this script started, and the one whose part reloaded the page. */
import type { SiteStorage, StorageSlot } from '../shell/services.ts'
import { takePresses } from './earlyPresses.ts'

const KEY = 'asked'

/** Controls that open lazily loaded parts. */
const controls = (document: Document): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-opens], [data-search-open]'),
]

/** Stores the pressed control by its index on the page. */
export function keepAsked(tab: StorageSlot, control: HTMLElement): void {
  tab.write(KEY, `${controls(control.ownerDocument).indexOf(control)}`)
}

/** Clicks the stored control and those that `earlyPresses.ts` marked, each once. */
export function askAgain(document: Document, { tab }: SiteStorage): void {
  const at = tab.read(KEY)
  if (at) tab.write(KEY, null)
  const stored = at ? controls(document)[Number(at)] : undefined
  for (const control of new Set([...(stored ? [stored] : []), ...takePresses(document)])) control.click()
}
