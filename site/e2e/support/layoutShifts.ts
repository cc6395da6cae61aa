/** Records layout shifts in words, so that failures name their cause. */
import type { Page } from '@playwright/test'

/** Used members of https://wicg.github.io/layout-instability/#sec-layout-shift. */
interface LayoutShift {
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** Run it in the page before its own scripts. */
export function recordShifts(): void {
  const shifts: string[] = []
  Object.assign(window, { shifts })
  const text = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShift[])
      for (const { node, previousRect, currentRect } of entry.sources)
        shifts.push(
          `${node instanceof Element ? node.outerHTML.slice(0, 100) : node?.textContent}: ` +
            `${text(previousRect)} → ${text(currentRect)}`,
        )
  }).observe({ type: 'layout-shift', buffered: true })
}

export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)

/** Forgets what moved while the page arrived, such as text whose font came late. */
export const forgetShifts = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    // Shifts are reported after the next frame.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    ;(window as unknown as { shifts: string[] }).shifts.length = 0
  })
