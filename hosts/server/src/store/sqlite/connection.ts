/** Opens the file and keeps its transactions safe. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreUnavailable } from '@keywright/engine'
import Database from 'libsql'

export const IN_MEMORY = ':memory:'

/**
 * Rows are stored in insertion order with a separate index on the key: large values in the key's B-tree would make it
 * deep, and counting would read them all.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS organizations (
    organization TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    appends INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rows (
    organization TEXT NOT NULL,
    name TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (organization, name, id)
  );
  CREATE INDEX IF NOT EXISTS waiting ON rows (organization) WHERE name = 'outbox';
`

/**
 * Size of the write-ahead log, in pages of 4 KB, at which it is written to the file. A large log (32 MB) writes a page
 * that changes with each commit only once for many commits.
 */
const CHECKPOINT_PAGES = 8_000

/** How long to wait for a lock, which blocks the process: long enough for another process that reads the file. */
const BUSY_TIMEOUT_MS = 1_000

/** Opens the file, created with its folder if missing, and creates missing tables. */
export function openDatabase(file: string): Database.Database {
  if (file !== IN_MEMORY) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = connect(file)
  database.exec(SCHEMA)
  return database
}

export function connect(file: string): Database.Database {
  const database = new Database(file)
  // WAL with FULL: an acknowledged commit is on disk, and readers never wait for a writer.
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  // A removed row, such as a data key, is overwritten instead of staying in a free page.
  database.pragma('secure_delete = ON')
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return database
}

/** Runs the work in a transaction, and makes sure that a failed one does not affect the next. */
export function inTransaction(database: Database.Database, work: () => void): void {
  if (database.inTransaction) database.exec('ROLLBACK')
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    // On a full disk, SQLite rolls back itself. A failed rollback is repeated before the next transaction.
    if (database.inTransaction) attempt(() => database.exec('ROLLBACK'))
    throw error
  }
}

export function attempt(task: () => unknown): void {
  try {
    task()
  } catch {}
}

/**
 * Checks that the path still leads to the open file: writes to a deleted file succeed, but are lost when it is closed.
 */
export function createPlaceCheck(file: string): () => void {
  if (file === IN_MEMORY) return () => undefined
  const inodeOf = () => statSync(file, { throwIfNoEntry: false })?.ino
  const opened = inodeOf()
  return () => {
    if (inodeOf() === opened) return
    const cause = new Error(
      `${file} was deleted or replaced while it was open: restore the file, or restart the server`,
    )
    throw new StoreUnavailable('its file is gone', cause)
  }
}
