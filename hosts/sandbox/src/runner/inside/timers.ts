/** Timers like Node's: they keep a program running, `unref` releases it, and an error in one ends the program. */
import type { Pending } from './pending.ts'

type Callback = (...given: unknown[]) => void

interface Platform {
  setTimeout(run: () => void, ms?: number): number
  clearTimeout(id: number): void
}

/** https://nodejs.org/api/timers.html#class-timeout */
class Timeout {
  static count = 0
  readonly id = ++Timeout.count
  release: (() => void) | undefined
  native = 0
  isActive = true
  readonly timers: Timers
  readonly run: () => void
  readonly ms: number
  readonly repeats: boolean

  constructor(timers: Timers, run: () => void, ms: number, repeats: boolean) {
    this.timers = timers
    this.run = run
    this.ms = ms
    this.repeats = repeats
    this.ref()
    this.refresh()
  }
  ref(): this {
    if (this.isActive) this.release ??= this.timers.pending.hold()
    return this
  }
  unref(): this {
    this.release?.()
    this.release = undefined
    return this
  }
  hasRef(): boolean {
    return this.release !== undefined
  }
  refresh(): this {
    const { platform } = this.timers
    platform.clearTimeout(this.native)
    this.native = platform.setTimeout(() => this.fire(), this.ms)
    return this
  }
  close(): this {
    this.timers.platform.clearTimeout(this.native)
    this.isActive = false
    this.timers.active.delete(this.id)
    return this.unref()
  }
  [Symbol.toPrimitive](): number {
    return this.id
  }
  private fire(): void {
    const { platform, pending } = this.timers
    // Node would have ended already, unless something starts again.
    if (!this.hasRef() && !pending.isHeld()) {
      this.native = platform.setTimeout(() => this.fire(), 1)
      return
    }
    if (this.repeats) this.refresh()
    else this.close()
    this.timers.runTask(this.run)
  }
}

interface Timers {
  readonly platform: Platform
  readonly pending: Pending
  readonly active: Map<number, Timeout>
  runTask(run: () => void): void
}

/**
 * @param nextTask runs a function in a task of its own, behind the queued ones
 * @returns the functions to install, and `nextTick` for `process`
 */
export function createTimers(platform: Platform, pending: Pending, nextTask: (run: () => void) => void) {
  const active = new Map<number, Timeout>()
  let ticks: (() => void)[] = []

  /** Runs a callback, and then the ticks before the promises, as in Node. */
  function runTask(run: () => void): void {
    try {
      run()
    } finally {
      drain()
    }
  }
  function drain(): void {
    for (let tick = ticks.shift(); tick; tick = ticks.shift()) tick()
  }
  const timers: Timers = { platform, pending, active, runTask }

  const start =
    (repeats: boolean) =>
    (run: Callback, ms = 0, ...given: unknown[]) => {
      if (typeof run !== 'function')
        throw new TypeError(`The "callback" argument must be of type function. Received ${String(run)}`)
      const timeout = new Timeout(timers, () => run(...given), ms, repeats)
      active.set(timeout.id, timeout)
      return timeout
    }
  const clear = (timer: unknown) => {
    if (timer instanceof Immediate || timer instanceof Timeout) timer.close()
    else active.get(Number(timer))?.close()
  }

  class Immediate {
    isActive = true
    release: (() => void) | undefined = pending.hold()
    ref(): this {
      if (this.isActive) this.release ??= pending.hold()
      return this
    }
    unref(): this {
      this.release?.()
      this.release = undefined
      return this
    }
    hasRef(): boolean {
      return this.release !== undefined
    }
    close(): void {
      this.isActive = false
      this.unref()
    }
  }

  return {
    globals: {
      setTimeout: start(false),
      setInterval: start(true),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
      setImmediate(run: Callback, ...given: unknown[]) {
        const immediate = new Immediate()
        nextTask(() => {
          if (!immediate.isActive) return
          immediate.close()
          runTask(() => run(...given))
        })
        return immediate
      },
    },
    nextTick(run: Callback, ...given: unknown[]): void {
      ticks = [...ticks, () => run(...given)]
      const release = pending.hold()
      nextTask(() => {
        release()
        drain()
      })
    },
  }
}
