import 'fake-indexeddb/auto'
import { type Commit, collectContents } from '@keywright/engine'
import { testStore } from '@keywright/engine/store/suite'
import { describe, expect, it } from 'vitest'
import { isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { forget, OwnershipLost, openDatabase, STATE_FORMAT } from './database.ts'
import { openIndexedDbStore } from './indexedDbStore.ts'

let count = 0
const newName = () => `test ${++count}`
const open = async (name = newName(), owner = 'me') => {
  const { database, leftBehind } = await openDatabase(name, () => undefined)
  return { database, leftBehind, store: await openIndexedDbStore(database, owner) }
}
const put = (value: string, version: number): Commit => ({
  guards: [{ organization: 'o', version }],
  writes: [{ organization: 'o', table: 't', id: 'i', value }],
})

const openOnce: Parameters<typeof testStore>[1] = async () => {
  const { store, database } = await open()
  return { store, close: async () => database.close() }
}
testStore('IndexedDB', openOnce, { keepsFacts: false })

/** Reopens the database without any cache. */
const openAgain: Parameters<typeof testStore>[1] = async () => {
  const { store, database } = await open()
  const fresh = () => openIndexedDbStore(database, 'me')
  return {
    store: {
      commit: store.commit,
      get: async (...words) => (await fresh()).get(...words),
      read: async (...words) => (await fresh()).read(...words),
      count: async (...words) => (await fresh()).count(...words),
      list: async (...words) => (await fresh()).list(...words),
      scan: async (...words) => (await fresh()).scan(...words),
      version: async (organization) => (await fresh()).version(organization),
      organizations: async () => (await fresh()).organizations(),
      inSnapshot: async (task) => (await fresh()).inSnapshot(task),
    },
    close: async () => database.close(),
  }
}
if (isNightly) testStore('IndexedDB, opened again for each reading', openAgain, { keepsFacts: false })

describe('IndexedDB', () => {
  it('keeps commits across a reopen', async () => {
    const name = newName()
    const first = await open(name)
    await first.store.commit(put('a', 0))
    first.database.close()
    const second = await open(name)
    expect(await second.store.get('o', 't', 'i')).toBe('a')
    expect(await second.store.version('o')).toBe(1)
    expect(second.leftBehind).toBeUndefined()
  })

  it('writes nothing when another worker owns the database', async () => {
    const { store, database } = await open()
    await store.commit(put('mine', 0))
    const other = await openIndexedDbStore(database, 'other worker')
    await other.commit(put('theirs', 1))
    await expect(store.commit(put('stale', 1))).rejects.toBeInstanceOf(OwnershipLost)
    await expect(store.replaceAll([])).rejects.toBeInstanceOf(OwnershipLost)
    await expect(forget(database, ['rows', 'meta'], 'me')).rejects.toBeInstanceOf(OwnershipLost)
    expect(await other.get('o', 't', 'i')).toBe('theirs')
    expect(await database.count('rows')).toBe(1)
  })

  it('changes nothing while the database is not writable and recovers afterwards', async () => {
    const { store } = await open()
    await store.commit(put('a', 0))
    const { put: real } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function full(this: IDBObjectStore, ...words) {
      if (this.name === 'rows') throw new DOMException('full', 'QuotaExceededError')
      return real.apply(this, words)
    }
    try {
      await expect(store.commit(put('b', 1))).rejects.toMatchObject({ name: 'QuotaExceededError' })
    } finally {
      IDBObjectStore.prototype.put = real
    }
    expect(await store.get('o', 't', 'i')).toBe('a')
    expect(await store.version('o')).toBe(1)
    await store.commit(put('c', 1))
    expect(await store.get('o', 't', 'i')).toBe('c')
  })

  it('exports and imports the whole content', async () => {
    const { store } = await open()
    await store.commit(put('a', 0))
    const contents = await collectContents(store.readAll())
    expect(contents).toEqual({ organizations: [['o', 1]], rows: [['o', 't', 'i', '"a"']] })
    await store.commit(put('b', 1))
    await store.replaceAll([contents])
    expect(await store.get('o', 't', 'i')).toBe('a')
    expect(await collectContents(store.readAll())).toEqual(contents)
    await expect(store.replaceAll([{ organizations: [], rows: [['o', 't', 'i', '{']] }])).rejects.toThrow()
    expect(await collectContents(store.readAll())).toEqual(contents)
  })

  it('remembers which organizations have messages across a restart', async () => {
    const { store, database } = await open()
    const message = (value: string | undefined) =>
      store.commit({
        guards: [{ organization: 'o', version: value === undefined ? 1 : 0 }],
        writes: [{ organization: 'o', table: 'outbox', id: 'm', value }],
      })
    await message('hello')
    expect(await store.withMessages()).toEqual(['o'])
    expect(await (await openIndexedDbStore(database, 'me')).withMessages()).toEqual(['o'])
    await message(undefined)
    expect(await store.withMessages()).toEqual([])
  })

  it.each([
    ['of another version', STATE_FORMAT + 1],
    ['damaged', 'nonsense'],
  ])('discards a state that is %s and reports it', async (reason, format) => {
    const name = newName()
    const first = await open(name)
    await first.store.commit(put('a', 0))
    await first.database.put('meta', format, 'format')
    first.database.close()
    const second = await open(name)
    expect(second.leftBehind).toBe(reason)
    expect(await second.store.get('o', 't', 'i')).toBeUndefined()
    second.database.close()
    expect((await open(name)).leftBehind).toBeUndefined()
  })
})
