/** The sandbox's database in the browser: the engine's rows, and what the host keeps beside them. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Rows by (organization, table, id), so that all rows of an organization or of a table lie together. */
export type RowKey = [organization: string, table: string, id: string]

export interface SandboxSchema extends DBSchema {
  /** Values are JSON text: members keep their order, and an export needs no conversion. */
  rows: { key: RowKey; value: string }
  /** Organization → how many guarded commits it has seen. */
  versions: { key: string; value: number }
  snapshots: { key: string; value: { text: string; createdAt: number } }
  /** The request log, oldest first. */
  requests: { key: number; value: string }
  /** `format`, `owner` and `state`. */
  meta: { key: string; value: unknown }
}

export type Database = IDBPDatabase<SandboxSchema>

/** Raised when object stores change. An older page that still has the database open is asked to close it. */
const SCHEMA_VERSION = 1
/**
 * What the rows mean. Raised with a change of the engine's rows that older ones do not fit; then add to `MIGRATIONS`
 * how to bring them along, or they are left behind.
 */
export const STATE_FORMAT = 1

/** From a format to the next one; what has no entry begins anew. */
const MIGRATIONS: Readonly<Record<number, (database: Database) => Promise<void>>> = {}

/** Why a stored state was left behind, for the reader. */
export type LeftBehind = 'older' | 'newer' | 'damaged'

export interface OpenedDatabase {
  readonly database: Database
  readonly leftBehind?: LeftBehind
}

/**
 * @param onTaken the database was closed under us: a newer page wants to change it, or somebody deleted it
 * @throws DOMException when the browser has no storage for us, or a newer page's database stands in its place
 */
export async function openDatabase(name: string, onTaken: () => void): Promise<OpenedDatabase> {
  const database = await openDB<SandboxSchema>(name, SCHEMA_VERSION, {
    upgrade(upgraded) {
      for (const store of Array.from(upgraded.objectStoreNames)) upgraded.deleteObjectStore(store)
      upgraded.createObjectStore('rows')
      upgraded.createObjectStore('versions')
      upgraded.createObjectStore('snapshots')
      upgraded.createObjectStore('requests', { autoIncrement: true })
      upgraded.createObjectStore('meta')
    },
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      onTaken()
    },
    terminated: onTaken,
  })
  const leftBehind = await bringAlong(database)
  return leftBehind === undefined ? { database } : { database, leftBehind }
}

async function bringAlong(database: Database): Promise<LeftBehind | undefined> {
  let format = await database.get('meta', 'format')
  if (format === undefined && (await database.count('rows')) === 0) {
    await database.put('meta', STATE_FORMAT, 'format')
    return undefined
  }
  if (!Number.isSafeInteger(format)) return leaveBehind(database, 'damaged')
  for (; (format as number) < STATE_FORMAT; format = (format as number) + 1) {
    const migrate = MIGRATIONS[format as number]
    if (!migrate) return leaveBehind(database, 'older')
    await migrate(database)
    await database.put('meta', (format as number) + 1, 'format')
  }
  return (format as number) > STATE_FORMAT ? leaveBehind(database, 'newer') : undefined
}

async function leaveBehind(database: Database, reason: LeftBehind): Promise<LeftBehind> {
  await forget(database, ['rows', 'versions', 'snapshots', 'requests', 'meta'])
  return reason
}

type StoreName = 'rows' | 'versions' | 'snapshots' | 'requests' | 'meta'

/** The database belongs to somebody else by now: what is known here may be old, and nothing is written. */
export class OwnershipLost extends Error {
  override readonly name = 'OwnershipLost'
}

/**
 * Empties object stores at once.
 * @throws OwnershipLost when the database is no longer this owner's; nothing is gone then
 */
export async function forget(
  database: Database,
  stores: readonly StoreName[],
  owner?: string,
): Promise<void> {
  const transaction = database.transaction([...new Set([...stores, 'meta' as const])], 'readwrite')
  const isOurs = owner === undefined || (await transaction.objectStore('meta').get('owner')) === owner
  if (isOurs) {
    await Promise.all(stores.map((store) => transaction.objectStore(store).clear()))
    await transaction.objectStore('meta').put(STATE_FORMAT, 'format')
  }
  await transaction.done
  if (!isOurs) throw new OwnershipLost()
}
