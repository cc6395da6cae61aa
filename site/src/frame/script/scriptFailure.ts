/**
 * What happens if the page's script can't load, which would leave buttons that do nothing. Runs before the first paint
 * (`theme.ts`).
 */
import { takePresses } from './earlyPresses.ts'

/** The id of its element. */
export const SCRIPT = 'script'

const TYPED = 'typed'

/** Loads the page again with what was typed, or, if it already was, shows it as without scripts. */
export function watchScript(document: Document): void {
  const inputs = () => document.querySelectorAll('input')
  const typed = onStorage((storage) => {
    const values = storage.getItem(TYPED)
    storage.removeItem(TYPED)
    return values
  })
  if (typed) {
    document.addEventListener('DOMContentLoaded', () => {
      for (const [i, value] of (JSON.parse(typed) as string[]).entries()) {
        const input = inputs()[i]
        if (!value || !input) continue
        input.value = value
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
  }

  const failed = ({ target }: Event) => {
    if ((target as Partial<Element>).id !== SCRIPT) return
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    // A browser that hides what kind of visit this is would load the page for ever.
    const isFirst = visit !== undefined && visit.type !== 'reload'
    if (navigator.onLine && isFirst && location.protocol !== 'file:') {
      onStorage((storage) =>
        storage.setItem(TYPED, JSON.stringify(Array.from(inputs(), ({ value }) => value))),
      )
      return location.reload()
    }
    takePresses(document)
    delete document.documentElement.dataset.js
  }
  // Errors of files don't bubble.
  addEventListener('error', failed, true)
}

/** The page may not be allowed to store anything. */
function onStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
