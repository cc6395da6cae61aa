/** Simulates browser tabs in Node with message ports as workers, simulated locks and a fake IndexedDB. */
import 'fake-indexeddb/auto'
import { onTestFinished } from 'vitest'
import type { WorkerLike } from '../src/page/connection.ts'
import { openSandbox, type Sandbox, type SandboxOptions } from '../src/page/openSandbox.ts'
import type { FromWorker, ToWorker } from '../src/protocol.ts'
import { openHost } from '../src/worker/host.ts'
import { type PagePort, serveSandbox } from '../src/worker/serve.ts'

type Callback = (lock: unknown) => unknown

/** The parts of Web Locks that the sandbox uses: named exclusive locks, waiting, `ifAvailable`, `steal`. */
export function createLocks(): LockManager {
  interface Holding {
    readonly promise: Promise<unknown>
    readonly fail: (error: Error) => void
  }
  const held = new Map<string, Holding>()
  const queue: (() => void)[] = []

  async function grant(name: string, callback: Callback): Promise<unknown> {
    let fail: (error: Error) => void = () => undefined
    const stolen = new Promise<never>((_, reject) => {
      fail = reject
    })
    const holding = { promise: Promise.resolve(callback({ name })), fail }
    held.set(name, holding)
    try {
      return await Promise.race([holding.promise, stolen])
    } finally {
      if (held.get(name) === holding) {
        held.delete(name)
        queue.shift()?.()
      }
    }
  }

  return {
    async request(name: string, options: LockOptions | Callback, given?: Callback) {
      const callback = (given ?? options) as Callback
      const { ifAvailable = false, steal = false } = (given ? options : {}) as LockOptions
      const current = held.get(name)
      if (current && ifAvailable) return callback(null)
      if (current && steal) {
        held.delete(name)
        current.fail(new DOMException('stolen', 'AbortError'))
      } else if (current) await new Promise<void>((done) => queue.push(done))
      return grant(name, callback)
    },
  } as never
}

export interface Tab {
  readonly createWorker: () => WorkerLike
  readonly workers: TabWorker[]
}

export interface TabWorker extends WorkerLike {
  /** Ends silently, as when the browser reclaims memory, and releases its lock. */
  die(): void
  /** Stops listening but keeps its lock. */
  freeze(): void
}

let count = 0

/** @param locks shared by all tabs, or undefined for a browser without locks */
export function openTab(locks: LockManager | undefined, patienceMs = 300_000): Tab {
  const workers: TabWorker[] = []
  return {
    workers,
    createWorker() {
      const { port1, port2 } = new MessageChannel()
      const channels: BroadcastChannel[] = []
      const releases: (() => void)[] = []
      let isFrozen = false
      const inside: PagePort = {
        postMessage: (message, transfer) => !isFrozen && port2.postMessage(message, transfer),
        onmessage: null,
      }
      port2.onmessage = (event) => !isFrozen && inside.onmessage?.(event as MessageEvent<ToWorker>)
      serveSandbox(inside, {
        openHost,
        me: `worker ${++count}`,
        patienceMs,
        locks: locks && watchLocks(locks, releases, () => isFrozen),
        openChannel(name) {
          const channel = new BroadcastChannel(name)
          channels.push(channel)
          const post = channel.postMessage.bind(channel)
          channel.postMessage = (message) => !isFrozen && post(message)
          return channel
        },
      })
      const end = () => {
        isFrozen = true
        for (const channel of channels) channel.onmessage = null
        port2.close()
      }
      const worker: TabWorker = {
        onmessage: null,
        onerror: null,
        postMessage: (message, transfer) => port1.postMessage(message, transfer),
        terminate: () => worker.die(),
        die() {
          end()
          for (const channel of channels) channel.close()
          for (const release of releases) release()
          port1.close()
        },
        freeze: end,
      }
      port1.onmessage = (event) => worker.onmessage?.(event as MessageEvent<FromWorker>)
      workers.push(worker)
      return worker
    },
  }
}

/** Opens a sandbox in a tab until the test ends. Workers may be silent for long on a slow machine. */
export async function openInTab(
  { createWorker }: Pick<Tab, 'createWorker'>,
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const sandbox = await openSandbox({ createWorker, silenceMs: 300_000, ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Releases the worker's locks when it dies. */
function watchLocks(locks: LockManager, releases: (() => void)[], isFrozen: () => boolean): LockManager {
  return {
    request: ((name: string, options: LockOptions | Callback, given?: Callback) => {
      const callback = (given ?? options) as Callback
      const watched: Callback = (lock) => {
        if (isFrozen()) return undefined
        const work = Promise.resolve(callback(lock))
        return Promise.race([work, new Promise<void>((done) => releases.push(done))])
      }
      return locks.request(name, (given ? options : {}) as LockOptions, watched as never)
    }) as LockManager['request'],
    query: () => locks.query(),
  }
}
