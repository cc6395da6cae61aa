/** Reads and replaces all contents, on a connection of their own. */
import {
  type ContentParts,
  createMemoryStore,
  ROWS_PER_PART,
  type StoreContents,
  type WholeStore,
} from '@keywright/engine'
import type Database from 'libsql'
import type { Commits } from './commits.ts'
import { attempt, connect, IN_MEMORY } from './connection.ts'
import { openReads } from './reads.ts'
import { openStates, type States } from './states.ts'
import { type Bytes, textOf } from './texts.ts'

export function openContents(
  database: Database.Database,
  file: string,
  { states, commits, assertInPlace }: { states: States; commits: Commits; assertInPlace: () => void },
): Pick<WholeStore, 'inSnapshot' | 'readAll' | 'replaceAll'> {
  /** Another connection to the same contents. An in-memory database has only one. */
  const connectAgain = () => (file === IN_MEMORY ? database : connect(file))
  const disconnect = (connection: Database.Database) => {
    if (connection !== database) connection.close()
  }
  return {
    async inSnapshot(task) {
      if (file === IN_MEMORY) {
        const copy = createMemoryStore()
        await copy.replaceAll(partsOf(database))
        return task(copy)
      }
      const connection = connect(file)
      try {
        // The first read sets the moment.
        connection.exec('BEGIN; SELECT 1 FROM organizations LIMIT 1')
        return await task(openReads(connection, openStates(connection)))
      } finally {
        connection.close()
      }
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
      commits.hold()
      let connection: Database.Database | undefined
      try {
        assertInPlace()
        connection = connectAgain()
        await replaceContents(connection, parts)
        states.beginEra()
      } finally {
        if (connection) disconnect(connection)
        states.forget()
        commits.release()
      }
    },
  }
}

type ContentRow = StoreContents['rows'][number]

/** Reads all contents page by page. In a transaction, they are a snapshot. */
function* partsOf(connection: Database.Database): Generator<StoreContents> {
  const organizations = connection
    .prepare(
      `SELECT CAST(organization AS BLOB), CAST(version AS INTEGER) FROM organizations
       WHERE organization > ? ORDER BY organization LIMIT ?`,
    )
    .raw()
  for (let after = ''; ; ) {
    const found = (organizations.all(after, ROWS_PER_PART) as unknown as [Bytes, number][]).map(
      ([id, version]) => [textOf(id, [id, 'organizations', id]), version] as const,
    )
    if (found.length === 0) break
    yield { organizations: found, rows: [] }
    after = found.at(-1)![0]
  }
  const rows = connection
    .prepare(
      `SELECT CAST(organization AS BLOB), CAST(name AS BLOB), CAST(id AS BLOB), CAST(value AS BLOB)
       FROM rows WHERE (organization, name, id) > (?, ?, ?) ORDER BY organization, name, id LIMIT ?`,
    )
    .raw()
  for (let after: readonly string[] = ['', '', '']; ; ) {
    const found = (rows.all(...after, ROWS_PER_PART) as unknown as Bytes[][]).map(
      (row) => row.map((bytes) => textOf(bytes, row)) as unknown as ContentRow,
    )
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
