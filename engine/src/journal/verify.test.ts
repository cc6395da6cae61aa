import { beforeEach, describe, expect, it } from 'vitest'
import { hashOf, type JournalEntry, journalId } from '../store/journalEntry.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { Json, Store } from '../store/store.ts'
import { createTestEngine, type TestEngine } from '../testing/index.ts'
import { readJournal } from './replay.ts'
import { verifyJournal } from './verify.ts'

let store: Store
let engine: TestEngine
let organizationId: string

beforeEach(async () => {
  store = createMemoryStore()
  engine = createTestEngine('journal', { store })
  const setting = await engine.organization()
  organizationId = setting.organizationId
  for (const walletName of ['first', 'second', 'third']) {
    await setting.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
  }
})

const entriesOf = async () => {
  const entries: JournalEntry[] = []
  for await (const entry of readJournal(store, organizationId)) entries.push(entry)
  return entries
}
/** Writes around the engine, as anyone with access to the database could. */
const tamper = (table: string, id: string, value: unknown) =>
  store.commit({
    guards: [],
    writes: [{ organization: organizationId, table, id, value: value as Json | undefined }],
  })
const alter = async (sequence: number, change: Partial<JournalEntry>) => {
  const entry = (await entriesOf())[sequence - 1]!
  await tamper('journal', journalId(sequence), { ...entry, ...change })
}
const verdict = () => verifyJournal(store, organizationId)

describe('verifyJournal', () => {
  it('accepts a journal that the engine wrote', async () => {
    const entries = await entriesOf()
    expect(entries.map((entry) => entry.sequence)).toEqual([1, 2, 3, 4])
    expect(await verdict()).toEqual({ ok: true, entries: 4, head: entries.at(-1)!.hash })
    expect(await engine.verifyJournal(organizationId)).toEqual(await verdict())
  })

  it.each([
    ['changes', { changes: [] }],
    ['the time', { at: 0 }],
    ['the activity', { activityId: 'another' }],
    ['the hash', { hash: '0'.repeat(64) }],
  ])('names the entry with an altered %s', async (_what, change) => {
    await alter(2, change)
    expect(await verdict()).toEqual({ ok: false, sequence: 2, reason: 'was altered' })
  })

  it('reports the entry after one that was altered and rehashed', async () => {
    const entry = (await entriesOf())[1]!
    const forged = { ...entry, at: 0 }
    await tamper('journal', journalId(2), { ...forged, hash: hashOf(forged) })
    expect(await verdict()).toEqual({ ok: false, sequence: 3, reason: 'does not follow the entry before' })
  })

  it('reports an entry that is missing from the middle or the end', async () => {
    const last = (await entriesOf())[3]
    await tamper('journal', journalId(4), undefined)
    expect(await verdict()).toEqual({ ok: false, sequence: 4, reason: 'is missing' })
    await tamper('journal', journalId(4), last)
    await tamper('journal', journalId(2), undefined)
    expect(await verdict()).toEqual({ ok: false, sequence: 2, reason: 'entry 2 is missing' })
  })

  it('reports an appended entry', async () => {
    const last = (await entriesOf())[3]!
    const forged = { sequence: 5, activityId: null, at: 0, changes: [], previous: last.hash }
    await tamper('journal', journalId(5), { ...forged, hash: hashOf(forged) })
    expect(await verdict()).toMatchObject({ ok: false })
  })

  it.each(['users', 'wallets', 'activities', 'organization'])(
    'reports rows of %s that were changed, added or removed without the journal',
    async (table) => {
      const [row] = await store.list(organizationId, table)
      const broken = (reason: string) => ({ ok: false, sequence: 4, reason })
      await tamper(table, row!.id, { ...(row!.value as object), createdAt: 1 })
      expect(await verdict()).toEqual(broken(`row ${row!.id} of ${table} is not what an entry wrote`))
      await tamper(table, row!.id, undefined)
      expect(await verdict()).toEqual(broken(`row ${row!.id} of ${table} is missing`))
      await tamper(table, row!.id, row!.value)
      expect(await verdict()).toMatchObject({ ok: true })
      await tamper(table, 'another', row!.value)
      expect(await verdict()).toEqual(broken(`row another of ${table} is not what an entry wrote`))
    },
  )
})
