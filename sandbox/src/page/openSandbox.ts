/** The sandbox as a page sees it: a `fetch` that reaches the engine in a worker, and handles to see and move it. */
import type { SandboxStatus } from '../protocol.ts'
import { connect, type WorkerLike } from './connection.ts'
import { handlesOver, type RunHandles, type SandboxHandles } from './handles.ts'
import { openRuns } from './runs.ts'

export interface SandboxOptions {
  /** Sandboxes of different names know nothing of each other. Default: `keywright sandbox`. */
  readonly name?: string
  /** Makes keys, ids and times repeat: the clock stands until it is moved. A whole number. */
  readonly seed?: number
  /** `memory`: nothing is kept. Default: `browser`, and memory where the browser keeps nothing. */
  readonly storage?: 'browser' | 'memory'
  /** Default: the worker of this package, as the site's build serves it. */
  readonly createWorker?: () => WorkerLike
  /** How long a worker may say nothing while somebody waits, before it is started anew. Default: 30 s. */
  readonly silenceMs?: number
}

export interface Sandbox extends SandboxHandles {
  readonly status: SandboxStatus
  /** Deletes all state. Keeps snapshots by default. */
  reset(options?: { snapshots?: boolean }): Promise<void>
  /**
   * Opens a host in memory for one run. No other run sees its clock, organizations, inbox, faults and logs.
   * @throws TypeError if the browser starts no worker
   */
  openRun(): RunHandles
  /** The latest run. It stays readable after it has ended, until the next one begins. */
  readonly latestRun: RunHandles | undefined
  /** Calls the listener when a run begins. @returns how to stop listening */
  onRun(listener: () => void): () => void
  /** Where the state is, and what the reader should know about it; now and when it changes. */
  onStatus(listener: (status: SandboxStatus) => void): () => void
}

const RESTARTED: Readonly<Record<SandboxStatus['storage'], string>> = {
  browser: 'The sandbox had stopped and was started again; its state is there.',
  memory: 'The sandbox had stopped and was started again; what it had in memory is lost.',
}

/** Settles when the sandbox has said where its state is. @throws TypeError when it does not start */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { name = 'keywright sandbox', seed = null, storage = 'browser' } = options
  const statusListeners = new Set<(status: SandboxStatus) => void>()
  let status: SandboxStatus | undefined
  let wasRestarted = false
  let opened: () => void = () => undefined
  const opening = new Promise<void>((done) => {
    opened = done
  })

  function say(next: SandboxStatus): void {
    status = next
    opened()
    for (const listener of statusListeners) listener(next)
  }

  const connection = connect({
    settings: { name, seed, storage },
    createWorker: options.createWorker ?? createSiteWorker,
    ...(options.silenceMs !== undefined && { silenceMs: options.silenceMs }),
    onNews(news) {
      if (news.kind === 'event') {
        if (news.run === undefined) handles.tell(news.event)
        else runs.tell(news.run, news.event)
        return
      }
      const { notice = wasRestarted ? RESTARTED[news.status.storage] : undefined } = news.status
      wasRestarted = false
      say({ ...news.status, ...(notice !== undefined && { notice }) })
    },
    onRestart() {
      wasRestarted = true
    },
  })

  const handles = handlesOver((request) => connection.fetch(request))
  const runs = openRuns(connection)

  try {
    // The first answer says that there is an engine, wherever it is.
    await Promise.all([opening, handles.dev('GET', '/dev')])
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    ...handles,
    get status() {
      return status!
    },
    reset: ({ snapshots = false } = {}) => connection.reset({ snapshots }),
    openRun: runs.open,
    get latestRun() {
      return runs.latest()
    },
    onRun: runs.onOpen,
    onStatus(listener) {
      listener(status!)
      statusListeners.add(listener)
      return () => void statusListeners.delete(listener)
    },
    close: () => connection.close(),
  }
}

/** The form that bundlers know: the worker becomes a file of its own. */
const createSiteWorker = (): WorkerLike =>
  new Worker(new URL('../worker/main.ts', import.meta.url), { type: 'module' }) as unknown as WorkerLike
