/** What the development host takes from where it runs. */
import type { KeptRequest } from './loggedRequest.ts'

export interface Timers {
  /** Runs the task again and again until the result is called; keeps no process alive. */
  every(milliseconds: number, task: () => void): () => void
  wait(milliseconds: number): Promise<void>
}

/** Where one value is kept. */
export interface ValueHome {
  /** How people find it, for error messages: a path, a name. */
  readonly place: string
  /** What was written last, undefined when nothing was. @throws HostError when it cannot be read */
  read(): Promise<unknown>
  /** Replaces it atomically: a crash leaves the old one or the new one. */
  write(value: unknown): Promise<void>
}

export interface SnapshotEntry {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970, by the machine's clock. */
  readonly createdAt: number
}

/** Where texts are kept by name. The names given to it are good ones. */
export interface SnapshotHome {
  /** In the order of names. */
  list(): Promise<SnapshotEntry[]>
  write(name: string, text: string): Promise<void>
  /** undefined if absent */
  read(name: string): Promise<string | undefined>
  /** Whether there was one. */
  remove(name: string): Promise<boolean>
}

/** Keeps the request log across a restart. Lost lines are not an error. */
export interface RequestHome {
  /** Oldest first. */
  read(): Promise<KeptRequest[]>
  /** Writes it soon. */
  append(request: KeptRequest): void
  clear(): void
  /** Settles when everything is written. */
  idle(): Promise<void>
}

/** Everything that the host keeps outside the engine's store. */
export interface Homes {
  readonly state: ValueHome
  readonly snapshots: SnapshotHome
  readonly requests: RequestHome
}
