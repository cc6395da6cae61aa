/** Whether the embedded SQLite of the development server loads on this machine. */
import { createRequire } from 'node:module'

/** Its version. @throws Error when its binary is missing */
export async function checkEmbeddedDatabase(): Promise<string> {
  const require = createRequire(import.meta.resolve('@keywright/server'))
  const Database = require('libsql') as new (path: string) => Sqlite
  const database = new Database(':memory:')
  const row = database.prepare('select sqlite_version() as version').get()
  database.close()
  return `SQLite ${row.version}`
}

interface Sqlite {
  prepare(sql: string): { get(): { version: string } }
  close(): void
}
