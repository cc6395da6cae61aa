/** The store on embedded SQLite: one file, one process. */
import type { WholeStore } from '@keywright/engine'
import { openCommits } from './sqlite/commits.ts'
import { attempt, createPlaceCheck, openDatabase } from './sqlite/connection.ts'
import { openContents } from './sqlite/contents.ts'
import { openReads } from './sqlite/reads.ts'
import { openStates } from './sqlite/states.ts'

export interface SqliteStore extends WholeStore {
  close(): void
}

/**
 * @param file path of the database, created with its folder if missing; `:memory:` for an in-memory database
 * @throws Error if another process has locked the file
 */
export function openSqliteStore(file: string): SqliteStore {
  const database = openDatabase(file)
  const assertInPlace = createPlaceCheck(file)
  const states = openStates(database)
  const commits = openCommits(database, states, assertInPlace)
  const any = database.prepare('SELECT 1 FROM organizations LIMIT 1')
  return {
    ...openReads(database, states),
    commit: commits.commit,
    ...openContents(database, file, { states, commits, assertInPlace }),
    async ping() {
      try {
        assertInPlace()
        any.get()
        return true
      } catch {
        return false
      }
    },
    close() {
      commits.flush()
      // The log keeps earlier versions of pages, with what was removed from them. A full disk doesn't keep it open.
      if (database.open) attempt(() => database.pragma('wal_checkpoint(TRUNCATE)'))
      database.close()
    },
  }
}
