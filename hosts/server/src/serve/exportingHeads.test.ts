/** A database that was put back while all processes were down is noticed by the next one that starts. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectContents, createMemoryStore } from '@keywright/engine'
import { createTestEngine } from '@keywright/engine/test'
import type { LogEntry } from '@keywright/host'
import { expect, it, onTestFinished } from 'vitest'
import { folderOfTest } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { toKeys } from '../journals.ts'
import { exportHeads } from './exportingHeads.ts'

it('exports heads, and compares the database with them at the next start', async () => {
  const folder = folderOfTest('heads')
  const stream = join(folder, 'heads.jsonl')
  const store = createMemoryStore()
  const engine = createTestEngine('heads', { store })
  const { root, organizationId } = await engine.organization()
  const keys = toKeys(engine.ports.rootSecret)
  const logged: LogEntry[] = []
  const startProcess = async () => {
    const heads = exportHeads(store, stream, { log: (entry) => void logged.push(entry), clock: engine.clock })
    expect(heads.problems()).toBeUndefined()
    await heads.start(keys)
    await heads.stop()
    return heads.problems()
  }
  const earlier = await collectContents(store.readAll())
  await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'later', accounts: [] })
  expect(await startProcess()).toBe(0)
  expect(readFileSync(stream, 'utf8').trim().split('\n')).toHaveLength(2)
  expect(logged).toEqual([])

  await store.replaceAll([earlier])
  expect(await startProcess()).toBe(1)
  expect(logged).toMatchObject([
    { level: 'error', audit: true, organizationId, problem: 'entry 2: rolled back', stream },
  ])
})

it('keeps the time of the last export when the file can no longer be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-heads-'))
  const store = createMemoryStore()
  const engine = createTestEngine('heads', { store })
  await engine.organization()
  const keys = toKeys(engine.ports.rootSecret)
  const logged: LogEntry[] = []
  let now = 1_000
  const ports = { log: (entry: LogEntry) => void logged.push(entry), clock: () => now }
  const heads = exportHeads(store, join(folder, 'heads.jsonl'), ports)
  onTestFinished(() => heads.stop())
  await heads.start(keys)
  expect(heads.exportedAt()).toBe(1_000)
  rmSync(folder, { recursive: true })
  now = 2_000
  for (const _ of [1, 2]) await heads.start(keys)
  expect(heads.exportedAt()).toBe(1_000)
  // One line per outage.
  expect(logged).toMatchObject([{ level: 'error', message: 'heads not exported' }])
})
