/** Archived entries, other archives and the database are one chain. */
import { createMemoryStore, type JournalEntry, pruneJournal, type WholeStore } from '@keywright/engine'
import { type Client, createTestEngine, type TestEngine } from '@keywright/engine/test'
import { beforeEach, expect, it } from 'vitest'
import { archiveEntries, archiveProblems } from './journalArchive.ts'
import { toKeys } from './journals.ts'

let store: WholeStore
let engine: TestEngine
let root: Client
let organizationId: string
beforeEach(async () => {
  store = createMemoryStore()
  engine = createTestEngine('archive', { store })
  ;({ root, organizationId } = await engine.organization())
})

const add = (walletName: string) => root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
async function archive(): Promise<string[]> {
  const lines: string[] = []
  await archiveEntries(store, [organizationId], Number.POSITIVE_INFINITY, async (all) => {
    for await (const line of all) lines.push(line)
  })
  return lines
}
async function* toLines(lines: readonly string[]) {
  yield* lines
}
const problems = async (...archives: string[][]) => [
  ...(await archiveProblems(store, archives.map(toLines))).values(),
]
const prune = (upTo?: number) => {
  const { mac } = toKeys(engine.ports.rootSecret).vault
  engine.clock.advance({ seconds: 1 })
  return pruneJournal(store, organizationId, {
    before: Number.POSITIVE_INFINITY,
    upTo,
    now: engine.clock(),
    mac,
  })
}

it('finds an archive that is missing, altered, or of another database', async () => {
  await add('first')
  const first = await archive()
  await prune()
  await add('second')
  const second = await archive()
  await prune()
  expect(await problems(first, second)).toEqual([])
  expect(await problems(first)).toMatchObject([{ reason: 'the archive of entry 3 is missing' }])
  expect(await problems(second)).toMatchObject([{ reason: 'archived entry 1 is missing' }])
  const altered = first.map((line) => line.replace('"at":', '"at":1'))
  expect(await problems(altered, second)).toMatchObject([{ reason: 'the archived entry was altered' }])
  const without = first.filter((line) => !line.includes('"sequence":2,'))
  expect(await problems(without, second)).toMatchObject([{ reason: 'archived entry 2 is missing' }])
  const forged = second.map((line) => line.replace(/"previous":"[^"]+"/, `"previous":"${'0'.repeat(64)}"`))
  expect(await problems(first, forged)).toMatchObject([
    { reason: 'the archived entry does not follow the one before' },
  ])
  await expect(problems(first.slice(1))).rejects.toMatchObject({ code: 'ARCHIVE_MALFORMED' })
  await expect(problems([first[0]!, '{"half'])).rejects.toMatchObject({ code: 'ARCHIVE_MALFORMED' })
})

it('finds a database that does not go on from the archive', async () => {
  const first = await archive()
  await prune()
  expect(await problems(first)).toEqual([])
  store = createMemoryStore()
  expect(await problems(first)).toMatchObject([{ reason: expect.stringContaining('missing') }])
})

it('accepts entries that an interrupted prune archived twice', async () => {
  const first = await archive()
  await add('second')
  const again = await archive()
  await prune()
  expect(await problems(first, again)).toEqual([])
})

it('loses no entry that was written after the archive', async () => {
  const first = await archive()
  const { entry } = JSON.parse(first.at(-1)!) as { entry: JournalEntry }
  await add('after the archive')
  expect(await prune(entry.sequence)).toMatchObject({ sequence: entry.sequence })
  expect(await problems(first)).toEqual([])
  expect((await engine.verifyJournal(organizationId)).ok).toBe(true)
})
