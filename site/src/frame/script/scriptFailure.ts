/**
 * What happens if the page's script can't load, which would leave buttons that do nothing. Runs before the first paint
 * (`theme.ts`).
 */
import { takePresses } from './earlyPresses.ts'

/** The id of its element. */
export const SCRIPT = 'script'

/** Loads the page again, or, if it already was or something was typed, shows it as without scripts. */
export function watchScript(document: Document): void {
  const failed = ({ target }: Event) => {
    if ((target as Partial<Element>).id !== SCRIPT) return
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const inputs = [...document.querySelectorAll('input')]
    const isUntouched = inputs.every(({ value, defaultValue }) => value === defaultValue)
    const isServed = navigator.onLine && location.protocol !== 'file:'
    // In a browser that hides what kind of visit this is, the page would never stop loading.
    if (isServed && visit && visit.type !== 'reload' && isUntouched) return location.reload()
    takePresses(document)
    delete document.documentElement.dataset.js
  }
  // Errors of files don't bubble.
  addEventListener('error', failed, true)
}
