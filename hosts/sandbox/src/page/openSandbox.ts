/** Opens the sandbox: a `fetch` that reaches the engine in a worker, and handles to inspect and control it. */
import type { SandboxStatus } from '../protocol.ts'
import { connect, type WorkerLike } from './connection.ts'
import { handlesOver, type RunHandles, type SandboxHandles } from './handles.ts'
import { openRuns } from './openRuns.ts'

export interface SandboxOptions {
  /** Sandboxes with different names are independent. Default: `keywright sandbox`. */
  readonly name?: string
  /** An integer that makes keys, ids and times deterministic. The clock is frozen until you move it. */
  readonly seed?: number
  /** `memory` stores nothing. Default: `browser`, or memory if the browser can't store data. */
  readonly storage?: 'browser' | 'memory'
  /** Default: this package's worker, as the site's build serves it. */
  readonly createWorker?: () => WorkerLike
  /** How long a worker may stay silent while a request waits, before it is restarted. Default: 30 s. */
  readonly silenceMs?: number
}

export interface Sandbox extends SandboxHandles {
  readonly status: SandboxStatus
  /** Deletes all state. Keeps snapshots by default. */
  reset(options?: { snapshots?: boolean }): Promise<void>
  /**
   * Opens an in-memory host for one run. Its clock, organizations, inbox, faults and logs are isolated from other runs.
   * @throws TypeError if the browser can't start a worker
   */
  openRun(): RunHandles
  /** Prepares the host of the next run, so it starts faster. @throws TypeError if the browser can't start a worker */
  readyRun(): void
  /** The latest run. Stays readable after it ends, until the next one begins. */
  readonly latestRun: RunHandles | undefined
  /** Calls the listener when a run begins. @returns a function that stops listening */
  onRun(listener: () => void): () => void
  /** Calls the listener with the status of the storage, now and on each change. */
  onStatus(listener: (status: SandboxStatus) => void): () => void
}

/** A worker that can host runs. It opens the sandbox itself on demand, because runs don't need it. */
export interface SandboxWorker extends Pick<Sandbox, 'openRun' | 'readyRun'> {
  /** Resolves when the sandbox is ready and knows where its state is stored. @throws TypeError if it can't start */
  open(): Promise<Sandbox>
}

const RESTARTED: Readonly<Record<SandboxStatus['storage'], string>> = {
  browser: 'The sandbox stopped and was restarted. Its state is intact.',
  memory: 'The sandbox stopped and was restarted. Its in-memory state is lost.',
}

/** @throws TypeError if it can't start */
export const openSandbox = async (options?: SandboxOptions): Promise<Sandbox> => startSandbox(options).open()

/** @throws TypeError if the browser can't start a worker */
export function startSandbox(options: SandboxOptions = {}): SandboxWorker {
  const { name = 'keywright sandbox', seed = null, storage = 'browser' } = options
  const reports = createStatusReports()
  const connection = connect({
    settings: { name, seed, storage },
    createWorker: options.createWorker ?? createSiteWorker,
    ...(options.silenceMs !== undefined && { silenceMs: options.silenceMs }),
    onNews(news) {
      if (news.kind === 'status') reports.add(news.status)
      else if (news.run === undefined) handles.tell(news.event)
      else runs.tell(news.run, news.event)
    },
    onRestart() {
      reports.noteRestart()
      runs.unready()
    },
  })

  const handles = handlesOver((request) => connection.fetch(request))
  const runs = openRuns(connection)

  async function open(): Promise<Sandbox> {
    try {
      // The first response proves that an engine runs, in this tab or another.
      await Promise.all([reports.first, handles.dev('GET', '/dev')])
    } catch (error) {
      connection.close()
      throw error
    }
    return {
      ...handles,
      get status() {
        return reports.latest()
      },
      reset: ({ snapshots = false } = {}) => connection.reset({ snapshots }),
      openRun: runs.open,
      readyRun: runs.ready,
      get latestRun() {
        return runs.latest()
      },
      onRun: runs.onOpen,
      onStatus: reports.listen,
      close: () => connection.close(),
    }
  }
  return { openRun: runs.open, readyRun: runs.ready, open }
}

/** The status of the storage as the worker reports it, with a notice after a restart. */
function createStatusReports() {
  const listeners = new Set<(status: SandboxStatus) => void>()
  let latest: SandboxStatus | undefined
  let wasRestarted = false
  let settle: () => void
  return {
    /** Resolves with the first report. */
    first: new Promise<void>((done) => {
      settle = done
    }),
    latest: (): SandboxStatus => latest!,
    noteRestart(): void {
      wasRestarted = true
    },
    add(status: SandboxStatus): void {
      latest = { ...(wasRestarted && { notice: RESTARTED[status.storage] }), ...status }
      wasRestarted = false
      settle()
      for (const listener of listeners) listener(latest)
    },
    listen(listener: (status: SandboxStatus) => void): () => void {
      listener(latest!)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Bundlers recognize this form and build the worker as a separate file. */
const createSiteWorker = (): WorkerLike =>
  new Worker(new URL('../worker/main.ts', import.meta.url), { type: 'module' }) as unknown as WorkerLike
