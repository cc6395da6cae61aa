/** Decides which calls to complete, so that nothing that the reader sees moves. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isHeld, isHolding } from '../shared/hold.ts'
import { whenIdle } from '../shared/idle.ts'

/** Distance from the viewport at which calls are completed, in CSS pixels. */
const NEAR = 1200
/** How long the other calls wait after a press, because what it asked for needs the processor. */
const AFTER_PRESS_MS = 3000

/**
 * Names of the calls to complete; they stay complete. First come those near the viewport, then the others while the
 * page is idle. A call in view is completed only if nothing after it is in view, or if the reader just filtered or
 * opened it, or if a restored place is held.
 *
 * @param isReady whether the description has loaded
 * @param isAtTarget whether the page opens at a call
 */
export function useComplete(host: HTMLElement, isReady: boolean, isAtTarget: boolean): ReadonlySet<string> {
  const [complete, setComplete] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isAtTarget` matters only at the start
  useEffect(() => {
    if (!isReady) return
    const ended = new AbortController()
    const { signal } = ended
    const sections = [...host.querySelectorAll<HTMLElement>('.call')]
    const rest = new Set(sections)
    const field = host.querySelector('input')!
    let filter = ''
    let painted = scrollY
    const busyFor = watchPresses(signal)

    const add = (found: readonly HTMLElement[]) => {
      if (found.length === 0) return
      for (const section of found) rest.delete(section)
      const names = found.map(({ id }) => id)
      withAnchor(sections, () => flushSync(() => setComplete((all) => new Set([...all, ...names]))))
    }
    // Calls above the viewport follow one by one: browsers lose the anchor when many grow in one frame.
    const follow = (isFiltered: boolean) => {
      const isFree = isFiltered || isHolding()
      add(completable([...rest], NEAR, isFree).filter((section) => isFree || isBelowTop(section)))
    }
    const moved = () => {
      const isFiltered = field.value !== filter
      filter = field.value
      follow(isFiltered)
    }
    let isFilling = false
    const fill = () => {
      if (isFilling) return
      isFilling = true
      whenIdle(document, () => {
        isFilling = false
        if (busyFor() > 0) return void setTimeout(fill, busyFor())
        // A script has just scrolled. In one frame with it, browsers can't anchor what is in view.
        if (scrollY !== painted) return
        const next = signal.aborted ? [] : nextOf(rest)
        add(next)
        if (next.length > 0) fill()
      })
    }
    // A call that was in view may have left it.
    addEventListener(
      'scroll',
      () => {
        painted = scrollY
        fill()
      },
      { signal, passive: true },
    )
    // Filtering, resizing and other changes bring calls near without a scroll.
    const nearness = new IntersectionObserver(moved, { rootMargin: `${NEAR}px 0px` })
    for (const section of sections) nearness.observe(section)
    // This event doesn't bubble.
    host.addEventListener(
      'toggle',
      ({ target }) => add([...rest].filter((section) => section.contains(target as Node))),
      { signal, capture: true },
    )
    follow(isAtTarget)
    fill()
    return () => {
      ended.abort()
      nearness.disconnect()
    }
  }, [host, isReady])
  return complete
}

/** Returns for how long the processor belongs to what the reader pressed, in milliseconds. */
function watchPresses(signal: AbortSignal): () => number {
  let until = 0
  const press = () => void (until = performance.now() + AFTER_PRESS_MS)
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, press, { signal, capture: true, passive: true })
  return () => until - performance.now()
}

const isBelowTop = (section: HTMLElement) => section.getBoundingClientRect().bottom > 0

/** The next call to complete while the page is idle. */
const nextOf = (rest: ReadonlySet<HTMLElement>): HTMLElement[] =>
  completable([...rest], Number.POSITIVE_INFINITY, isHolding()).slice(0, 1)

/** The calls to complete now, of those that the filter shows. */
function completable(rest: readonly HTMLElement[], near: number, isFree: boolean): HTMLElement[] {
  return rest.filter((section) => {
    const { top, bottom, height } = section.getBoundingClientRect()
    const isNear = height > 0 && bottom > -near && top < innerHeight + near
    const endsInView = bottom > 0 && bottom < innerHeight
    return isNear && (isFree || !endsInView)
  })
}

/** Keeps the first call in view where it is, if neither the page nor the browser does. */
function withAnchor(sections: readonly HTMLElement[], change: () => void): void {
  const first =
    isHeld() || CSS.supports('overflow-anchor', 'auto')
      ? undefined
      : sections.find((section) => section.getBoundingClientRect().bottom > 0)
  const top = first?.getBoundingClientRect().top ?? 0
  change()
  if (first) scrollBy({ top: first.getBoundingClientRect().top - top, behavior: 'instant' })
}
