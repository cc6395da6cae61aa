/** Handles to a sandbox host: send requests, inspect its state and move its clock. */
import type { DevEvent, DevOrganization, Letter, SnapshotEntry } from '@keywright/devhost'
import { SANDBOX_URL } from '../protocol.ts'

export interface SandboxClock {
  now(): Promise<number>
  /** Advances the clock and delivers everything that falls due. @returns the new time in milliseconds since 1970 */
  advance(milliseconds: number): Promise<number>
  freeze(): Promise<number>
  resume(): Promise<number>
}

export interface SandboxHandles {
  /** Base URL for clients. */
  readonly url: string
  /**
   * Replaces the platform's `fetch` for requests to `url`, without a network.
   * @throws TypeError for other URLs and if a fault resets the connection, or the signal's reason if aborted
   */
  readonly fetch: typeof globalThis.fetch
  /** Organizations created here, newest first, with the keys of their root users. */
  organizations(): Promise<DevOrganization[]>
  /** Creates an organization with one root user and one API key. */
  createOrganization(organizationName?: string): Promise<DevOrganization>
  /** Stores the whole state under a name of up to 64 letters, digits, `-` and `_`. */
  snapshot(name: string): Promise<void>
  restore(name: string): Promise<void>
  snapshots(): Promise<SnapshotEntry[]>
  readonly clock: SandboxClock
  readonly inbox: { list(filter?: { to?: string }): Promise<Letter[]>; clear(): Promise<void> }
  /** Calls any route under `/dev` and returns its JSON. @throws Error with the response's message */
  dev<T>(method: 'GET' | 'POST' | 'DELETE', path: `/dev${string}`, body?: unknown): Promise<T>
  /** Listens to live events. @returns a function that stops listening */
  onEvent(listener: (event: DevEvent) => void): () => void
  close(): void
}

/** The host of one run. */
export interface RunHandles extends SandboxHandles {
  /** Starts at 1. */
  readonly number: number
  /** Creates the run's organization, once. */
  begin(): Promise<RunStart>
}

export interface RunStart {
  readonly organization: DevOrganization
  readonly signerPublicKey: string
}

/** Handles of a host. `tell` passes a host event to the listeners. */
export type OpenHandles = Omit<SandboxHandles, 'close'> & { tell(event: DevEvent): void }

/** @param send sends a request to the host */
export function handlesOver(send: (request: Request) => Promise<Response>): OpenHandles {
  const listeners = new Set<(event: DevEvent) => void>()

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, SANDBOX_URL) : input, init)
    const { origin } = new URL(request.url)
    if (origin !== SANDBOX_URL) throw new TypeError(`The sandbox can't reach ${origin}. Use ${SANDBOX_URL}.`)
    return send(request)
  }

  async function dev<T>(method: string, path: string, body?: unknown): Promise<T> {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await fetch(path, init)
    const answer = response.status === 204 ? undefined : await response.json()
    if (!response.ok) throw new Error(Object(answer).message ?? `The sandbox returned ${response.status}.`)
    return answer as T
  }
  const time = async (method: 'GET' | 'POST', path: string, body?: unknown) =>
    (await dev<{ now: number }>(method, path, body)).now

  return {
    url: SANDBOX_URL,
    fetch,
    organizations: async () =>
      (await dev<{ organizations: DevOrganization[] }>('GET', '/dev/organizations')).organizations,
    createOrganization: (organizationName) =>
      dev('POST', '/dev/organizations', organizationName === undefined ? {} : { organizationName }),
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
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(event) {
      for (const listener of listeners) listener(event)
    },
  }
}
