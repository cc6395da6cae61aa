/** Group commit: commits of one turn of the event loop share one sync to disk. */
import { type Commit, StoreConflict, type WholeStore } from '@keywright/engine'
import type Database from 'libsql'
import { inTransaction } from './connection.ts'
import type { States } from './states.ts'

interface WaitingCommit {
  readonly changes: Commit
  done(): void
  fail(error: unknown): void
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

type Write = (changes: Commit) => StoreConflict | undefined

/** Prepares a function that writes a commit, or returns its conflict before anything is written. */
function prepareWrite(database: Database.Database, states: States): Write {
  const put = database.prepare(putStatement(1))
  const putMany = database.prepare(putStatement(ROWS_TOGETHER))
  const remove = database.prepare('DELETE FROM rows WHERE organization = ? AND name = ? AND id = ?')
  const begin = database.prepare('INSERT OR IGNORE INTO organizations (organization, version) VALUES (?, 0)')
  const raise = database.prepare(
    'UPDATE organizations SET version = version + ?, appends = appends + ? WHERE organization = ?',
  )

  function putAll(values: readonly string[]): void {
    let n = 0
    for (; n + VALUES_TOGETHER <= values.length; n += VALUES_TOGETHER)
      putMany.run(values.slice(n, n + VALUES_TOGETHER))
    for (; n < values.length; n += ROW_VALUES) put.run(values.slice(n, n + ROW_VALUES))
  }

  return ({ guards, rests = [], writes }) => {
    const stale =
      guards.find(({ organization, version }) => states.momentOf(organization).version !== version) ??
      rests.find(({ organization, facts }) => states.momentOf(organization).facts !== facts)
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
}

export interface Commits extends Pick<WholeStore, 'commit'> {
  flush(): void
  /** Commits wait until `release`: another connection replaces the contents. */
  hold(): void
  release(): void
}

/** @param assertInPlace throws if the file was deleted */
export function openCommits(database: Database.Database, states: States, assertInPlace: () => void): Commits {
  const write = prepareWrite(database, states)
  let waiting: WaitingCommit[] = []
  let isHeld = false
  /** Commits of one turn of the event loop share one sync to disk, before any of them is acknowledged. */
  function flush(): void {
    if (isHeld) return
    const group = waiting
    waiting = []
    if (group.length > 0) writeGroup(group)
  }

  function writeGroup(group: readonly WaitingCommit[]): void {
    try {
      writeTogether(group)
    } catch (error) {
      if (group.length === 1) group[0]!.fail(error)
      // One commit may be at fault, so retry each alone.
      else for (const one of group) writeGroup([one])
    }
  }

  function writeTogether(group: readonly WaitingCommit[]): void {
    assertInPlace()
    let conflicts: (StoreConflict | undefined)[] = []
    try {
      inTransaction(database, () => {
        states.forgetIfWrittenElsewhere()
        conflicts = group.map(({ changes }) => write(changes))
      })
    } catch (error) {
      states.forget()
      throw error
    }
    for (const [n, { done, fail }] of group.entries()) {
      if (conflicts[n]) fail(conflicts[n])
      else done()
    }
  }

  return {
    commit: (changes) =>
      new Promise((done, fail) => {
        waiting.push({ changes, done, fail })
        if (waiting.length === 1) setImmediate(flush)
      }),
    flush,
    hold() {
      flush()
      isHeld = true
    },
    release() {
      isHeld = false
      flush()
    },
  }
}
