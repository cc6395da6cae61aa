/** A database that was put back while all processes were down is noticed by the next one that starts. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectContents, createMemoryStore } from '@keywright/engine'
import { createTestEngine } from '@keywright/engine/test'
import type { LogEntry } from '@keywright/host'
import { expect, it, onTestFinished } from 'vitest'
import { toKeys } from '../journals.ts'
import { exportHeads } from './exportingHeads.ts'

it('exports heads, and compares the database with them at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-heads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const stream = join(folder, 'heads.jsonl')
  const store = createMemoryStore()
  const engine = createTestEngine('heads', { store })
  const { root, organizationId } = await engine.organization()
  const keys = toKeys(engine.ports.rootSecret)
  const logged: LogEntry[] = []
  const startProcess = async () => {
    const heads = exportHeads(store, stream, (entry) => logged.push(entry))
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
