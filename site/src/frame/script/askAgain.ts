/** Repeats presses: of controls that were pressed before this script started, and the one whose part reloaded the page. */
import type { SiteStorage, StorageSlot } from '../../shared/services.ts'
import { isOfTab, pressedControl, takePresses } from './earlyPresses.ts'

const KEY = 'asked'

/** Controls that open lazily loaded parts. */
const controls = (document: Document): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-opens], [data-search-open]'),
]

/** Stores the pressed control by its index on the page. */
export function keepAsked(tab: StorageSlot, control: HTMLElement): void {
  tab.write(KEY, `${controls(control.ownerDocument).indexOf(control)}`)
}

/** Clicks the stored control, and repeats what was pressed and typed early. A repeated press on one control counts once. */
export function askAgain(document: Document, { tab }: SiteStorage): void {
  const at = tab.read(KEY)
  if (at) tab.write(KEY, null)
  let last: HTMLElement | null | undefined = at ? controls(document)[Number(at)] : undefined
  last?.click()
  for (const event of takePresses(document)) {
    if (event instanceof KeyboardEvent) repeat(event)
    else if (pressedControl(event) !== last) {
      last = pressedControl(event)
      last?.click()
    }
  }
}

/** Keys on tabs start from the tab that the one before has selected. */
function repeat(press: KeyboardEvent): void {
  const target = press.target as Element
  const from = isOfTab(press)
    ? target.closest('[role=tablist]')!.querySelector('[aria-selected=true]')!
    : target
  from.dispatchEvent(new KeyboardEvent('keydown', press))
}
