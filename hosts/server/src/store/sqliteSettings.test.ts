/** Settings of SQLite whose effect only shows on power loss. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { connections } from '../../test/crash/watchedLibsql.ts'
import { openSqliteStore } from './sqlite.ts'

vi.mock('libsql', () => import('../../test/crash/watchedLibsql.ts'))

it('commits wait for the disk, and pages are written to the file once for many commits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-settings-'))
  const store = openSqliteStore(join(folder, 'state.db'))
  const settingOf = (name: string) => (connections.at(-1)!.pragma(name) as object[])[0]
  // 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
  expect(['journal_mode', 'synchronous', 'wal_autocheckpoint'].map(settingOf)).toMatchObject([
    { journal_mode: 'wal' },
    { synchronous: 2 },
    { wal_autocheckpoint: 8_000 },
  ])
  store.close()
  rmSync(folder, { recursive: true })
})
