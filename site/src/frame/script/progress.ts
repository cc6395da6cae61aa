/** The progress bar of a slow navigation. */

import * as PROGRESS from './progressRules.ts'

/** Shows a fraction, or hides the bar with `null`. */
export type ShowProgress = (fraction: number | null) => void

/** Starts at the minimum after the delay, trickles, and on `done` completes and disappears. */
export function createProgress(show: ShowProgress) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let at: number | null = null

  const next = (ms: number, run: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  const move = (to: number) => {
    at = to
    show(to)
  }
  const trickle = () => {
    move(Math.min((at ?? 0) + Math.random() * PROGRESS.trickleRate, PROGRESS.most))
    next(PROGRESS.trickleSpeed, trickle)
  }

  return {
    start() {
      next(PROGRESS.delay, () => {
        move(PROGRESS.minimum)
        next(PROGRESS.trickleSpeed, trickle)
      })
    },
    done() {
      clearTimeout(timer)
      if (at === null) return
      move(1)
      next(PROGRESS.speed, () => {
        at = null
        show(null)
      })
    },
  }
}

/** Draws progress as a line along the top edge of the window. */
export function progressLine(document: Document): ShowProgress {
  const bar = document.createElement('div')
  bar.className = 'progress'
  bar.setAttribute('aria-hidden', 'true')
  bar.style.transition = `transform ${PROGRESS.speed}ms ease`
  return (fraction) => {
    if (fraction === null) return bar.remove()
    if (!bar.isConnected) {
      bar.style.transform = 'scaleX(0)'
      document.body.append(bar)
      // Reading a size flushes styles, so the transition starts from zero.
      bar.getBoundingClientRect()
    }
    bar.style.transform = `scaleX(${fraction})`
  }
}
