/** Separates a store that can't be reached or written from a bug in the code that uses it. */
import { ApiError } from '@keywright/contract'
import { RowAltered } from './rowAltered.ts'
import type { Staging } from './staging.ts'
import { type Store, StoreConflict, type StoreReads } from './store.ts'

/** What callers may know: nothing about the machine, enough to decide whether waiting helps. */
export type UnavailableReason =
  | 'it does not respond'
  | 'it is full'
  | 'it is read-only'
  | 'it is locked'
  | 'it has no free connections'
  | 'it cannot be read or written'
  | 'its file is gone'
  | 'it is too busy'
  | 'it lost acknowledged writes'

/** The database failed without changing anything. Retrying later may work. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, cause?: unknown) {
    super(`the database is not available: ${reason}`, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}

const told = <T>(answer: Promise<T>) => answer.catch(tell)

/** The same staging, with failures of the store as `StoreUnavailable`. */
export const stagingTellingUnavailable = (staging: Staging): Staging => ({
  ...staging,
  commit: (staged) => told(staging.commit(staged)),
})

/** The same store, with failures as `StoreUnavailable`; a `StoreConflict` stays as it is. */
export function tellingUnavailable(store: Store): Store {
  return {
    ...tellingReads(store),
    commit: (changes) => told(store.commit(changes)),
    // Not what the task itself throws.
    async inSnapshot(task) {
      let isBegun = false
      const begin = (moment: StoreReads) => {
        isBegun = true
        return task(tellingReads(moment))
      }
      return store.inSnapshot(begin).catch((error: unknown) => {
        if (isBegun) throw error
        return tell(error)
      })
    },
  }
}

function tellingReads(store: StoreReads): StoreReads {
  return {
    get: (organization, table, id) => told(store.get(organization, table, id)),
    read: (organization, readings) => told(store.read(organization, readings)),
    count: (organization, table) => told(store.count(organization, table)),
    list: (organization, table, range) => told(store.list(organization, table, range)),
    scan: (organization, after, limit) => told(store.scan(organization, after, limit)),
    version: (organization) => told(store.version(organization)),
    organizations: () => told(store.organizations()),
  }
}

function tell(error: unknown): never {
  const isTold = [StoreConflict, StoreUnavailable, ApiError, RowAltered].some((kind) => error instanceof kind)
  if (isTold) throw error
  throw new StoreUnavailable(reasonOf(error), error)
}

/** SQLite result codes by prefix, PostgreSQL SQLSTATEs, names of IndexedDB exceptions, and messages of other errors. */
const REASONS: readonly (readonly [code: RegExp, reason: UnavailableReason])[] = [
  [/^(SQLITE_FULL|53100$|QuotaExceededError)/, 'it is full'],
  [/^(SQLITE_READONLY|SQLITE_PERM|25006$)/, 'it is read-only'],
  [/^(SQLITE_BUSY|SQLITE_LOCKED|55P03$)/, 'it is locked'],
  [/^53300$/, 'it has no free connections'],
  // Of pg-pool, while all connections are in use.
  [/^timeout exceeded when trying to connect$/, 'it is too busy'],
  [/^SQLITE_/, 'it cannot be read or written'],
]

function reasonOf(error: unknown): UnavailableReason {
  const { code, name, message } = Object(error) as { code?: unknown; name?: unknown; message?: unknown }
  const text = String(typeof code === 'string' ? code : name === 'Error' ? message : name)
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? 'it does not respond'
}
