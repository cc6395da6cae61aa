/** What moves on a page by itself, in words: a failure names its cause. */
import type { Page } from '@playwright/test'

/** https://wicg.github.io/layout-instability/#sec-layout-shift, as far as it is read here. */
interface LayoutShift {
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** To be run in the page before its own scripts. */
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
