/** The parts of Node's `process` that programs use to write, to end, and to hear of their end. */

type Listener = (...given: unknown[]) => void

/** Thrown by `process.exit`, so that the code after it doesn't run. */
export class Exit {
  readonly code: number
  constructor(code: number) {
    this.code = code
  }
}

interface Host {
  readonly write: Readonly<Record<'stdout' | 'stderr', (text: string) => void>>
  readonly nextTick: (run: Listener, ...given: unknown[]) => void
  /** Ends the program. */
  readonly exit: (code: number) => void
}

export function createProcess({ write, nextTick, exit }: Host) {
  const listeners = new Map<string, Listener[]>()
  const startedAt = performance.now()

  /** Returns whether anything listened. */
  function emit(name: string, ...given: unknown[]): boolean {
    const called = listeners.get(name) ?? []
    for (const listener of called) listener(...given)
    return called.length > 0
  }
  function on(name: string, listener: Listener): object {
    listeners.set(name, [...(listeners.get(name) ?? []), listener])
    return process
  }
  function off(name: string, listener: Listener): object {
    listeners.set(
      name,
      (listeners.get(name) ?? []).filter((one) => one !== listener),
    )
    return process
  }
  function once(name: string, listener: Listener): object {
    const first: Listener = (...given) => {
      off(name, first)
      listener(...given)
    }
    return on(name, first)
  }
  function end(given?: number): never {
    const code = given ?? process.exitCode ?? 0
    process.exitCode = code
    emit('exit', code)
    exit(code)
    throw new Exit(code)
  }
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY: false,
    write(text: unknown) {
      write[name](String(text))
      return true
    },
  })
  const process = {
    exitCode: undefined as number | undefined,
    env: {} as Record<string, string>,
    argv: ['node', 'example.ts'],
    platform: 'sandbox',
    versions: {},
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    nextTick,
    uptime: () => (performance.now() - startedAt) / 1000,
    on,
    off,
    once,
    addListener: on,
    removeListener: off,
    emit,
    exit: end,
  }
  return process
}

export type NodeProcess = ReturnType<typeof createProcess>
