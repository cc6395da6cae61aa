/** Checks that the embedded SQLite of the development server loads on this machine. */
import Database from 'libsql'

/** Returns the SQLite version. Importing this file throws if the binary is missing. */
export async function checkEmbeddedDatabase(): Promise<string> {
  const database = new Database(':memory:')
  const row = database.prepare('select sqlite_version() as version').get() as { version: string }
  database.close()
  return `SQLite ${row.version}`
}
