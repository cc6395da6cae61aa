/** The store on embedded SQLite: one file, one process. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type Commit,
  type ContentParts,
  type Json,
  type Range,
  ROWS_PER_PART,
  type Row,
  StoreConflict,
  type StoreContents,
  StoreUnavailable,
  type WholeStore,
} from '@keywright/engine'
import Database from 'libsql'

/**
 * Rows are stored in insertion order with a separate index on the key: large values in the key's B-tree would make it
 * deep, and counting would read them all. Files of earlier versions keep their layout.
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

interface WaitingCommit {
  readonly changes: Commit
  done(): void
  fail(error: unknown): void
}

export interface SqliteStore extends WholeStore {
  close(): void
}

/**
 * @param file path of the database, created with its folder if missing; `:memory:` for an in-memory database
 * @throws Error if another process has locked the file
 */
export function openSqliteStore(file: string): SqliteStore {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = connect(file)
  database.exec(SCHEMA)
  addMissingColumn(database)
  const assertInPlace = file === ':memory:' ? () => undefined : createPlaceCheck(file)

  const get = database.prepare('SELECT value FROM rows WHERE organization = ? AND name = ? AND id = ?')
  const put = database.prepare(putStatement(1))
  const putMany = database.prepare(putStatement(ROWS_TOGETHER))
  const remove = database.prepare('DELETE FROM rows WHERE organization = ? AND name = ? AND id = ?')
  const versionOf = database.prepare('SELECT version, appends FROM organizations WHERE organization = ?')
  const begin = database.prepare('INSERT OR IGNORE INTO organizations (organization, version) VALUES (?, 0)')
  const raise = database.prepare(
    'UPDATE organizations SET version = version + ?, appends = appends + ? WHERE organization = ?',
  )
  const all = database.prepare(
    'SELECT organization FROM organizations WHERE version > 0 ORDER BY organization',
  )
  const up = database.prepare(listStatement('ASC'))
  const down = database.prepare(listStatement('DESC'))

  const scanFirst = database.prepare(scanStatement(''))
  const scan = database.prepare(scanStatement('AND (name, id) > (?, ?)'))
  const count = database.prepare('SELECT count(*) AS count FROM rows WHERE organization = ? AND name = ?')
  const any = database.prepare('SELECT 1 FROM organizations LIMIT 1')

  const valueAt = (organization: string, table: string, id: string): Json | undefined => {
    const row = get.get([organization, table, id]) as { value: string } | undefined
    return row && (JSON.parse(row.value) as Json)
  }
  const states = rememberStates((organization) => versionOf.get(organization) as State | undefined)
  const otherWriters = database.prepare('PRAGMA data_version')
  let seenWriters: number | undefined
  /** Another process that wrote to the file may have changed any organization. */
  function forgetIfWrittenElsewhere(): void {
    const { data_version: writers } = otherWriters.get() as { data_version: number }
    if (writers !== seenWriters) states.clear()
    seenWriters = writers
  }
  let isLookedAt = false
  /** Reads check for other writers once per turn of the event loop; commits check in their transaction. */
  function lookOnceInTurn(): void {
    if (isLookedAt) return
    isLookedAt = true
    setImmediate(() => {
      isLookedAt = false
    })
    forgetIfWrittenElsewhere()
  }
  /** Number of times that all contents were replaced. */
  let era = 0
  const momentOf = (organization: string) => {
    const { version, appends } = states.get(organization)
    return { version, facts: version - appends + era * FACTS_OF_AN_ERA }
  }

  /** @returns the conflict, if there is one, before anything is written */
  function write({ guards, rests = [], writes }: Commit): StoreConflict | undefined {
    const stale =
      guards.find(({ organization, version }) => momentOf(organization).version !== version) ??
      rests.find(({ organization, facts }) => momentOf(organization).facts !== facts)
    if (stale) return new StoreConflict(stale.organization)
    for (const { organization, version, entries = 1, appends = 0 } of guards) {
      if (version === 0) begin.run(organization)
      raise.run(entries, appends, organization)
      states.raise(organization, entries, appends)
    }
    let rows: string[] = []
    for (const { organization, table, id, value, text } of writes) {
      if (value === undefined) {
        putAll(rows)
        rows = []
        remove.run([organization, table, id])
      } else rows.push(organization, table, id, text ?? JSON.stringify(value))
    }
    putAll(rows)
    return undefined
  }

  function putAll(values: readonly string[]): void {
    let n = 0
    for (; n + VALUES_TOGETHER <= values.length; n += VALUES_TOGETHER)
      putMany.run(values.slice(n, n + VALUES_TOGETHER))
    for (; n < values.length; n += ROW_VALUES) put.run(values.slice(n, n + ROW_VALUES))
  }

  let waiting: WaitingCommit[] = []
  /** While the contents are replaced on another connection, commits wait. */
  let isReplaced = false
  /** Commits of one turn of the event loop share one sync to disk, before any of them is acknowledged. */
  function flush(): void {
    if (isReplaced) return
    const group = waiting
    waiting = []
    if (group.length === 0) return
    try {
      writeTogether(group)
    } catch (error) {
      if (group.length === 1) group[0]!.fail(error)
      // One commit may be at fault, so retry each alone.
      else for (const one of group) writeAlone(one)
    }
  }

  function writeTogether(group: readonly WaitingCommit[]): void {
    assertInPlace()
    let conflicts: (StoreConflict | undefined)[] = []
    try {
      inTransaction(database, () => {
        forgetIfWrittenElsewhere()
        conflicts = group.map(({ changes }) => write(changes))
      })
    } catch (error) {
      states.clear()
      throw error
    }
    for (const [n, { done, fail }] of group.entries()) {
      if (conflicts[n]) fail(conflicts[n])
      else done()
    }
  }

  function writeAlone(one: WaitingCommit): void {
    try {
      writeTogether([one])
    } catch (error) {
      one.fail(error)
    }
  }

  /** Another connection to the same contents. An in-memory database has only one. */
  const connectAgain = () => (file === ':memory:' ? database : connect(file))
  const disconnect = (connection: Database.Database) => {
    if (connection !== database) connection.close()
  }

  return {
    async get(organization, table, id) {
      return valueAt(organization, table, id)
    },
    // Not interrupted, because no other process uses the file.
    async read(organization, readings) {
      const answers = readings.map(({ table, id, follow }) => {
        const value = valueAt(organization, table, id)
        if (follow === undefined) return { value }
        return {
          value,
          followed: typeof value === 'string' ? valueAt(organization, follow, value) : undefined,
        }
      })
      lookOnceInTurn()
      return { ...momentOf(organization), answers }
    },
    async count(organization, table) {
      return (count.get(organization, table) as { count: number }).count
    },
    async list(organization, table, { after, before, reverse, limit }: Range = {}) {
      const found = (reverse ? down : up).all(
        organization,
        table,
        after === undefined ? 0 : 1,
        after ?? '',
        before === undefined ? 0 : 1,
        before ?? '',
        limit ?? -1,
      ) as { id: string; value: string }[]
      return found.map(({ id, value }): Row => ({ id, value: JSON.parse(value) as Json }))
    },
    async scan(organization, after, limit) {
      const found = (after === undefined ? scanFirst : scan).all(
        ...(after === undefined ? [organization, limit] : [organization, after.table, after.id, limit]),
      ) as { name: string; id: string; value: string }[]
      return found.map(({ name, id, value }) => ({ table: name, id, value: JSON.parse(value) as Json }))
    },
    async version(organization) {
      lookOnceInTurn()
      return momentOf(organization).version
    },
    commit(changes) {
      return new Promise((done, fail) => {
        waiting.push({ changes, done, fail })
        if (waiting.length === 1) setImmediate(flush)
      })
    },
    async ping() {
      try {
        assertInPlace()
        any.get()
        return true
      } catch {
        return false
      }
    },
    async organizations() {
      return (all.all() as { organization: string }[]).map((row) => row.organization)
    },
    async withMessages() {
      const found = database.prepare("SELECT DISTINCT organization FROM rows WHERE name = 'outbox'").all()
      return (found as { organization: string }[]).map((row) => row.organization)
    },
    async withRows() {
      const found = database.prepare('SELECT DISTINCT organization FROM rows ORDER BY organization').all()
      return (found as { organization: string }[]).map((row) => row.organization)
    },
    async *readAll() {
      const connection = connectAgain()
      try {
        // Closing the connection ends the transaction.
        if (connection !== database) connection.exec('BEGIN')
        yield* partsOf(connection)
      } finally {
        disconnect(connection)
      }
    },
    async replaceAll(parts) {
      flush()
      assertInPlace()
      const connection = connectAgain()
      isReplaced = true
      try {
        await replaceContents(connection, parts)
        era++
      } finally {
        disconnect(connection)
        isReplaced = false
        states.clear()
        flush()
      }
    },
    close() {
      flush()
      // The log keeps earlier versions of pages, with what was removed from them. A full disk doesn't keep it open.
      if (database.open) attempt(() => database.pragma('wal_checkpoint(TRUNCATE)'))
      database.close()
    },
  }
}

function connect(file: string): Database.Database {
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

type ContentRow = StoreContents['rows'][number]

/** Reads all contents page by page. In a transaction, they are a snapshot. */
function* partsOf(connection: Database.Database): Generator<StoreContents> {
  const organizations = connection
    .prepare(
      'SELECT organization, version FROM organizations WHERE organization > ? ORDER BY organization LIMIT ?',
    )
    .raw()
  for (let after = ''; ; ) {
    const found = organizations.all(after, ROWS_PER_PART) as [string, number][]
    if (found.length === 0) break
    yield { organizations: found, rows: [] }
    after = found.at(-1)![0]
  }
  const rows = connection
    .prepare(
      `SELECT organization, name, id, value FROM rows WHERE (organization, name, id) > (?, ?, ?)
       ORDER BY organization, name, id LIMIT ?`,
    )
    .raw()
  for (let after: readonly string[] = ['', '', '']; ; ) {
    const found = rows.all(...after, ROWS_PER_PART) as unknown as ContentRow[]
    if (found.length === 0) break
    yield { organizations: [], rows: found }
    after = found.at(-1)!.slice(0, 3)
  }
}

async function replaceContents(connection: Database.Database, parts: ContentParts): Promise<void> {
  connection.exec('BEGIN IMMEDIATE')
  try {
    connection.exec('DELETE FROM rows; DELETE FROM organizations')
    const addOrganization = connection.prepare(
      'INSERT INTO organizations (organization, version) VALUES (?, ?)',
    )
    const addRow = connection.prepare('INSERT INTO rows (organization, name, id, value) VALUES (?, ?, ?, ?)')
    for await (const { organizations, rows } of parts) {
      for (const entry of organizations) addOrganization.run(...entry)
      for (const row of rows) addRow.run(...row)
    }
    connection.exec('COMMIT')
  } catch (error) {
    attempt(() => connection.exec('ROLLBACK'))
    throw error
  }
}

/** Range of fact numbers per content of the database, so that numbers of replaced contents never match. */
const FACTS_OF_AN_ERA = 2 ** 40

interface State {
  readonly version: number
  readonly appends: number
}

const NEVER_WRITTEN: State = { version: 0, appends: 0 }

/** Upper bound of cached organizations. */
const MOST_STATES = 10_000

/**
 * Caches the versions of organizations, because each request reads them several times and other processes rarely write
 * to the file.
 */
function rememberStates(read: (organization: string) => State | undefined) {
  const known = new Map<string, State>()
  function get(organization: string): State {
    const before = known.get(organization)
    if (before) return before
    const state = read(organization) ?? NEVER_WRITTEN
    if (known.size >= MOST_STATES) known.clear()
    known.set(organization, state)
    return state
  }
  return {
    get,
    raise(organization: string, entries: number, moreAppends: number) {
      const { version, appends } = get(organization)
      known.set(organization, { version: version + entries, appends: appends + moreAppends })
    },
    clear: () => known.clear(),
  }
}

/** Files of earlier versions have no column for appends. */
function addMissingColumn(database: Database.Database): void {
  const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all('organizations')
  if ((columns as { name: string }[]).some(({ name }) => name === 'appends')) return
  database.exec('ALTER TABLE organizations ADD COLUMN appends INTEGER NOT NULL DEFAULT 0')
}

/** Runs the work in a transaction, and makes sure that a failed one does not affect the next. */
function inTransaction(database: Database.Database, work: () => void): void {
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

function attempt(task: () => unknown): void {
  try {
    task()
  } catch {}
}

/**
 * Checks that the path still leads to the open file: writes to a deleted file succeed, but are lost when it is closed.
 */
function createPlaceCheck(file: string): () => void {
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

/** Rows per statement, because a call of the binding costs about as much as writing a row. */
const ROWS_TOGETHER = 16
const ROW_VALUES = 4
const VALUES_TOGETHER = ROWS_TOGETHER * ROW_VALUES

// Not INSERT OR REPLACE, which removes the row and its entries first.
const putStatement = (rows: number) => `
  INSERT INTO rows (organization, name, id, value) VALUES ${Array(rows).fill('(?, ?, ?, ?)').join()}
  ON CONFLICT (organization, name, id) DO UPDATE SET value = excluded.value
`

const scanStatement = (after: string) =>
  `SELECT name, id, value FROM rows WHERE organization = ? ${after} ORDER BY name, id LIMIT ?`

const listStatement = (direction: 'ASC' | 'DESC') => `
  SELECT id, value FROM rows
  WHERE organization = ? AND name = ? AND (? = 0 OR id > ?) AND (? = 0 OR id < ?)
  ORDER BY id ${direction} LIMIT ?
`
