/** Ports of the development host to its platform. */
import type { KeptRequest } from './loggedRequest.ts'
import type { TextPieces } from './textPieces.ts'

export interface Timers {
  /** Runs the task periodically until the returned function is called. Must not keep the process alive. */
  every(milliseconds: number, task: () => void): () => void
  wait(milliseconds: number): Promise<void>
}

export interface ValueHome {
  readonly place: string
  /** Returns the last written value, or undefined. @throws HostError if it cannot be read */
  read(): Promise<unknown>
  /** Replaces the value atomically: a crash leaves either the old or the new one. */
  write(value: unknown): Promise<void>
}

export interface SnapshotEntry {
  readonly name: string
  readonly bytes: number
  /** Milliseconds since 1970, by the machine's clock. */
  readonly createdAt: number
}

/** Storage of named texts. Callers validate the names. */
export interface SnapshotHome {
  /** Sorted by name. */
  list(): Promise<SnapshotEntry[]>
  /** Replaces the text atomically. @returns its length in bytes */
  write(name: string, pieces: TextPieces): Promise<number>
  /** undefined if absent */
  read(name: string): Promise<TextPieces | undefined>
  /** @returns whether it existed */
  remove(name: string): Promise<boolean>
}

/** Storage of the request log. Losing lines is not an error. */
export interface RequestHome {
  /** Oldest first. */
  read(): Promise<KeptRequest[]>
  /** Schedules a write. */
  append(request: KeptRequest): void
  clear(): void
  idle(): Promise<void>
}

export interface Homes {
  readonly state: ValueHome
  readonly snapshots: SnapshotHome
  readonly requests: RequestHome
}
