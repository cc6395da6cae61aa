/** The sandbox's database in the browser, for the engine's rows and the host's own data. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Orders rows by organization and table. */
export type RowKey = [organization: string, table: string, id: string]

export interface SandboxSchema extends DBSchema {
  /** Values are JSON text, which keeps the order of members and needs no conversion for exports. */
  rows: { key: RowKey; value: string }
  /** Organization → number of guarded commits. */
  versions: { key: string; value: number }
  snapshots: { key: string; value: { text: string; createdAt: number } }
  /** The request log, oldest first. */
  requests: { key: number; value: string }
  /** `format`, `owner` and `state`. */
  meta: { key: string; value: unknown }
}

export type Database = IDBPDatabase<SandboxSchema>

/** Increment when object stores change. The browser then asks older pages to close the database. */
const SCHEMA_VERSION = 1
/** Format of the rows. Increment it on an incompatible change of the engine's rows: stored data is then deleted. */
export const STATE_FORMAT = 2

/** Why a stored state was discarded. */
export type LeftBehind = 'of another version' | 'damaged'

interface OpenedDatabase {
  readonly database: Database
  readonly leftBehind?: LeftBehind
}

/**
 * @param onTaken called if the database was closed by a newer page or deleted
 * @throws DOMException if storage is unavailable, or the database is from a newer page
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
  const leftBehind = await checkFormat(database)
  return leftBehind === undefined ? { database } : { database, leftBehind }
}

async function checkFormat(database: Database): Promise<LeftBehind | undefined> {
  const format = await database.get('meta', 'format')
  if (format === undefined && (await database.count('rows')) === 0) {
    await database.put('meta', STATE_FORMAT, 'format')
    return undefined
  }
  if (format === STATE_FORMAT) return undefined
  await forget(database, ['rows', 'versions', 'snapshots', 'requests', 'meta'])
  return Number.isSafeInteger(format) ? 'of another version' : 'damaged'
}

type StoreName = 'rows' | 'versions' | 'snapshots' | 'requests' | 'meta'

/** Another worker owns the database now. Cached data may be stale, and nothing is written. */
export class OwnershipLost extends Error {
  override readonly name = 'OwnershipLost'
}

/**
 * Clears object stores atomically.
 * @throws OwnershipLost, without changes, if another worker owns the database
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
