/** The sandbox as a page sees it: a `fetch` that reaches the engine in a worker, and handles to see and move it. */
import type { DevEvent, DevOrganization, Letter, SnapshotEntry } from '@keywright/devhost'
import { SANDBOX_URL, type SandboxStatus } from '../protocol.ts'
import { connect, type WorkerLike } from './connection.ts'

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

export interface SandboxClock {
  now(): Promise<number>
  /** Moves ahead; what is due then is delivered. @returns the new time, milliseconds since 1970 */
  advance(milliseconds: number): Promise<number>
  freeze(): Promise<number>
  resume(): Promise<number>
}

export interface Sandbox {
  /** The base URL that clients are given. */
  readonly url: string
  /**
   * In place of the platform's: answers requests to `url` and nothing else, without a network.
   * @throws TypeError for other addresses, and when a fault broke the connection; the signal's reason when aborted
   */
  readonly fetch: typeof globalThis.fetch
  readonly status: SandboxStatus
  /** Organizations that were made here, newest first, with the keys of their root users. */
  organizations(): Promise<DevOrganization[]>
  /** A fresh organization with one root user and one API key: what each run of an example begins with. */
  createOrganization(organizationName?: string): Promise<DevOrganization>
  /** Everything as at first. Snapshots stay unless told otherwise. */
  reset(options?: { snapshots?: boolean }): Promise<void>
  /** Keeps the whole state under a name of up to 64 letters, digits, `-` and `_`. */
  snapshot(name: string): Promise<void>
  restore(name: string): Promise<void>
  snapshots(): Promise<SnapshotEntry[]>
  readonly clock: SandboxClock
  readonly inbox: { list(filter?: { to?: string }): Promise<Letter[]>; clear(): Promise<void> }
  /** Any route under `/dev`: the answer's JSON. @throws Error with the answer's message */
  dev<T>(method: 'GET' | 'POST' | 'DELETE', path: `/dev${string}`, body?: unknown): Promise<T>
  /** What happens inside, live. @returns how to stop listening */
  onEvent(listener: (event: DevEvent) => void): () => void
  /** Where the state is, and what the reader should know about it; now and when it changes. */
  onStatus(listener: (status: SandboxStatus) => void): () => void
  close(): void
}

const RESTARTED: Readonly<Record<SandboxStatus['storage'], string>> = {
  browser: 'The sandbox had stopped and was started again; its state is there.',
  memory: 'The sandbox had stopped and was started again; what it had in memory is lost.',
}

/** Settles when the sandbox has said where its state is. @throws TypeError when it does not start */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { name = 'keywright sandbox', seed = null, storage = 'browser' } = options
  const eventListeners = new Set<(event: DevEvent) => void>()
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
        for (const listener of eventListeners) listener(news.event)
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

  const fetchSandbox: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, SANDBOX_URL) : input, init)
    if (new URL(request.url).origin !== SANDBOX_URL) {
      throw new TypeError(
        `The sandbox reaches nothing but itself: ${new URL(request.url).origin} is elsewhere.`,
      )
    }
    return connection.fetch(request)
  }

  async function dev<T>(method: string, path: string, body?: unknown): Promise<T> {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await fetchSandbox(path, init)
    const answer = response.status === 204 ? undefined : await response.json()
    if (!response.ok) throw new Error(Object(answer).message ?? `the sandbox answered ${response.status}`)
    return answer as T
  }
  const time = async (method: 'GET' | 'POST', path: string, body?: unknown) =>
    (await dev<{ now: number }>(method, path, body)).now

  try {
    // The first answer says that there is an engine, wherever it is.
    await Promise.all([opening, dev('GET', '/dev')])
  } catch (error) {
    connection.close()
    throw error
  }
  return {
    url: SANDBOX_URL,
    fetch: fetchSandbox,
    get status() {
      return status!
    },
    organizations: async () =>
      (await dev<{ organizations: DevOrganization[] }>('GET', '/dev/organizations')).organizations,
    createOrganization: (organizationName) =>
      dev('POST', '/dev/organizations', organizationName === undefined ? {} : { organizationName }),
    reset: ({ snapshots = false } = {}) => connection.reset({ snapshots }),
    snapshot: async (name) => void (await dev('POST', `/dev/snapshots/${encodeURIComponent(name)}`)),
    restore: async (name) => void (await dev('POST', `/dev/snapshots/${encodeURIComponent(name)}/restore`)),
    snapshots: async () => (await dev<{ snapshots: SnapshotEntry[] }>('GET', '/dev/snapshots')).snapshots,
    clock: {
      now: () => time('GET', '/dev/clock'),
      advance: (milliseconds) => time('POST', '/dev/clock/advance', { milliseconds }),
      freeze: () => time('POST', '/dev/clock/freeze'),
      resume: () => time('POST', '/dev/clock/resume'),
    },
    inbox: {
      async list({ to } = {}) {
        const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
        return (await dev<{ messages: Letter[] }>('GET', `/dev/inbox${query}`)).messages
      },
      clear: () => dev('DELETE', '/dev/inbox'),
    },
    dev,
    onEvent: (listener) => addTo(eventListeners, listener),
    onStatus(listener) {
      listener(status!)
      return addTo(statusListeners, listener)
    },
    close: () => connection.close(),
  }
}

function addTo<T>(set: Set<T>, one: T): () => void {
  set.add(one)
  return () => void set.delete(one)
}

/** The form that bundlers know: the worker becomes a file of its own. */
const createSiteWorker = (): WorkerLike =>
  new Worker(new URL('../worker/main.ts', import.meta.url), { type: 'module' }) as unknown as WorkerLike
