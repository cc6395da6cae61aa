/** Records layout shifts in words, so that failures name their cause. Each begins with its value, 0 if the reader caused it. */
import type { Page } from '@playwright/test'

/** Used members of https://wicg.github.io/layout-instability/#sec-layout-shift. */
interface LayoutShift {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** What `recordShifts` leaves in the page. */
type Recording = typeof globalThis & { shifts: () => string[] }

/** Run it in the page before its own scripts. */
export function recordShifts(): void {
  const shifts: string[] = []
  const text = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
  const add = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as unknown as LayoutShift[]) {
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node instanceof Element ? node.outerHTML.slice(0, 100) : node?.textContent}: ` +
          `${text(previousRect)} → ${text(currentRect)}`,
      )
      shifts.push(`${hadRecentInput ? 0 : value}: ${moved.join(' | ')}`)
    }
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  Object.assign(window, {
    shifts: () => {
      // A busy browser delivers entries later.
      add(observer.takeRecords())
      return shifts
    },
  })
}

export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as Recording).shifts())

/** Forgets what moved while the page arrived, such as text whose font came late. */
export const forgetShifts = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    // Shifts are reported after the next frame.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    ;(globalThis as Recording).shifts().length = 0
  })
