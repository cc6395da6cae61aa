/** The tests that every store must pass. A store's own test file is one call of `testStore`. */
import { describe, expect, it } from 'vitest'
import { isNightly } from '../../../../tools/scripts/lib/tries.ts'
import { pruneJournal } from '../../src/journal/prune.ts'
import { verifyJournal } from '../../src/journal/verify.ts'
import { hashIn, journalEntry, journalId } from '../../src/store/journalEntry.ts'
import type { Json, RowKey, Store } from '../../src/store/store.ts'
import { openMac } from '../../src/vault.ts'
import { eraseUserAndSearch } from '../support/erasedUser.ts'
import { eraseAndSearch } from '../support/erasure.ts'
import { writeMacs } from '../support/vouchForAll.ts'
import { ALICE, BOB, put, testCommits } from './commits.ts'

const ACTIVITY = {
  id: 'a',
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
  votes: [{ message: '{"type":"ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2"}' }],
}

/**
 * @param name the store's name in the test report
 * @param open returns an empty store for each test; `close` runs after the test
 * @param keepsFacts whether the store counts appends separately; others count them as changes of facts, which is
 *   harmless
 */
export function testStore(
  name: string,
  open: () => Promise<{ store: Store; close?: () => Promise<void> }>,
  { keepsFacts = true } = {},
): void {
  const check = (title: string, test: (store: Store) => Promise<void>) =>
    it(title, async () => {
      const { store, close } = await open()
      try {
        await test(store)
      } finally {
        await close?.()
      }
    })

  describe(`store: ${name}`, () => {
    check('returns undefined, no rows and version 0 before the first write', async (store) => {
      expect(await store.get(ALICE, 'users', 'a')).toBeUndefined()
      expect(await store.list(ALICE, 'users')).toEqual([])
      expect(await store.version(ALICE)).toBe(0)
      expect(await store.organizations()).toEqual([])
    })

    check('shows one moment of all organizations in a snapshot, while others write', async (store) => {
      await store.commit({ guards: [{ organization: ALICE, version: 0 }], writes: [] })
      await put(store, ALICE, 'users', 'a', 'before')
      await store.inSnapshot(async (moment) => {
        await store.commit({
          guards: [ALICE, BOB].map((organization) => ({
            organization,
            version: organization === ALICE ? 1 : 0,
          })),
          writes: [],
        })
        await put(store, ALICE, 'users', 'a', 'after')
        await put(store, BOB, 'users', 'b', 'new')
        expect(await moment.get(ALICE, 'users', 'a')).toBe('before')
        const reading = { table: 'users', id: 'a' }
        expect(await moment.read(ALICE, [reading])).toMatchObject({
          version: 1,
          answers: [{ value: 'before' }],
        })
        expect(await moment.list(ALICE, 'users')).toEqual([{ id: 'a', value: 'before' }])
        expect(await moment.scan(BOB, undefined, 10)).toEqual([])
        expect(await moment.version(ALICE)).toBe(1)
        expect(await moment.organizations()).toEqual([ALICE])
      })
      expect(await store.get(ALICE, 'users', 'a')).toBe('after')
      expect(await store.organizations()).toEqual([ALICE, BOB].sort())
    })

    check('returns values as written, with members in order', async (store) => {
      const value = { z: 1, a: ['x', null, true], nested: { kéy: '… 𝔘 "quoted" \u0000' } }
      await put(store, ALICE, 'users', 'a', value)
      const found = await store.get(ALICE, 'users', 'a')
      expect(found).toEqual(value)
      expect(JSON.stringify(found)).toBe(JSON.stringify(value))
    })

    if (isNightly || name === 'memory') {
      check('holds nothing that opens a deleted secret, neither in rows nor in journals', async (store) => {
        expect(await eraseAndSearch(store)).toEqual({
          secrets: 12,
          before: 12,
          after: 0,
          verdicts: [true, true],
          isInJournal: true,
        })
      })

      check('holds nothing of an erased user, neither in rows nor in journals', async (store) => {
        expect(await eraseUserAndSearch(store)).toEqual({
          found: [4, 4, 0],
          left: {},
          verdicts: [true, true, true],
          voters: ['Ada Byron King', '[erased]'],
        })
      })
    }

    check('replaces and removes rows', async (store) => {
      await put(store, ALICE, 'users', 'a', 1)
      await put(store, ALICE, 'users', 'a', 2)
      expect(await store.get(ALICE, 'users', 'a')).toBe(2)
      const remove = { organization: ALICE, table: 'users', id: 'a', value: undefined }
      await store.commit({ guards: [], writes: [remove] })
      await store.commit({ guards: [], writes: [remove] })
      expect(await store.get(ALICE, 'users', 'a')).toBeUndefined()
      expect(await store.list(ALICE, 'users')).toEqual([])
    })

    check('keeps organizations, tables and ids apart', async (store) => {
      await put(store, ALICE, 'users', 'a', 'alice')
      await put(store, BOB, 'users', 'a', 'bob')
      await put(store, ALICE, 'users:a', '', 'suffix')
      await put(store, ALICE, 'wallets', 'a', 'wallet')
      expect(await store.get(ALICE, 'users', 'a')).toBe('alice')
      expect(await store.get(BOB, 'users', 'a')).toBe('bob')
      expect(await store.list(ALICE, 'users')).toEqual([{ id: 'a', value: 'alice' }])
      expect(await store.list(ALICE, 'users:a')).toEqual([{ id: '', value: 'suffix' }])
    })

    check('scans the rows of all tables of an organization page by page, each once', async (store) => {
      const keys = ['users', 'users-by', 'users:é', 'wallets'].flatMap((table) =>
        ['', 'a', 'b'].map((id) => ({ table, id })),
      )
      for (const { table, id } of keys) await put(store, ALICE, table, id, `${table} ${id}`)
      await put(store, BOB, 'users', 'a', 'bob')
      expect(await store.scan(ALICE, undefined, 100)).toEqual(
        keys.map((key) => ({ ...key, value: `${key.table} ${key.id}` })),
      )
      const found: RowKey[] = []
      for (let after: RowKey | undefined; ; after = found.at(-1)) {
        const page = await store.scan(ALICE, after, 5)
        expect(page.length).toBeLessThanOrEqual(5)
        if (page.length === 0) break
        found.push(...page.map(({ table, id }) => ({ table, id })))
      }
      expect(found).toEqual(keys)
      expect(await store.scan('nobody', undefined, 5)).toEqual([])
    })

    check('keeps ids apart that a collation would equate', async (store) => {
      const ids = [
        'e',
        'E',
        'é',
        'e\u0301',
        '\ufffd',
        '\uffff',
        '𝄞',
        '\u{1f600}',
        'Straße',
        'Strasse',
        'a',
        'a ',
      ]
      for (const id of ids) await put(store, ALICE, 'names', id, id)
      expect(await Promise.all(ids.map((id) => store.get(ALICE, 'names', id)))).toEqual(ids)
      expect((await store.list(ALICE, 'names')).map(({ id }) => id).sort()).toEqual([...ids].sort())
    })

    check('reads rows and version as of one moment, and follows a row that names another', async (store) => {
      const empty = await store.read(ALICE, [{ table: 'users', id: 'a' }])
      expect(empty).toMatchObject({ version: 0, answers: [{}] })
      const row = (table: string, id: string, value: Json) => ({ organization: ALICE, table, id, value })
      await store.commit({
        guards: [{ organization: ALICE, version: 0 }],
        writes: [
          row('users', 'a', { name: 'alice "a" \u0000' }),
          row('keys', 'of alice', 'a'),
          row('keys', 'of unknown', 'z'),
          row('keys', 'no text', ['a']),
          row('keys', 'an activity', ACTIVITY),
        ],
      })
      await put(store, BOB, 'users', 'z', 'of another organization')
      const alice = { name: 'alice "a" \u0000' }
      const { version, answers } = await store.read(ALICE, [
        { table: 'keys', id: 'of alice', follow: 'users' },
        { table: 'users', id: 'z' },
        { table: 'users', id: 'a' },
        { table: 'keys', id: 'of alice' },
        { table: 'keys', id: 'of unknown', follow: 'users' },
        { table: 'keys', id: 'no text', follow: 'users' },
        { table: 'keys', id: 'an activity', follow: 'users' },
        { table: 'keys', id: 'missing', follow: 'users' },
        { table: 'users', id: 'a' },
      ])
      expect(version).toBe(1)
      expect(answers.map(({ value, followed }) => [value, followed])).toEqual([
        ['a', alice],
        [undefined, undefined],
        [alice, undefined],
        ['a', undefined],
        ['z', undefined],
        [['a'], undefined],
        [ACTIVITY, undefined],
        [undefined, undefined],
        [alice, undefined],
      ])
      expect(await store.read(ALICE, [])).toMatchObject({ version: 1, answers: [] })
    })

    check('never reads rows that are older than their version', async (store) => {
      const ids = ['a', 'b']
      for (let version = 0; version < 10; version++) {
        const writing = store.commit({
          guards: [{ organization: ALICE, version }],
          writes: ids.map((id) => ({ organization: ALICE, table: 'users', id, value: version + 1 })),
        })
        const reading = Array.from({ length: 5 }, () =>
          store.read(
            ALICE,
            ids.map((id) => ({ table: 'users', id })),
          ),
        )
        for (const { version: seen, answers } of await Promise.all(reading)) {
          for (const { value } of answers) expect(value ?? 0).toBeGreaterThanOrEqual(seen)
        }
        await writing
      }
    })

    check('counts the rows of a table', async (store) => {
      for (const id of ['a', 'b', 'c', 'b']) await put(store, ALICE, 'users', id, id)
      await put(store, ALICE, 'users:a', 'd', 'another table')
      await put(store, BOB, 'users', 'e', 'another organization')
      expect(await store.count(ALICE, 'users')).toBe(3)
      const removal = { organization: ALICE, table: 'users', id: 'a', value: undefined }
      await store.commit({ guards: [], writes: [removal, removal] })
      expect(await store.count(ALICE, 'users')).toBe(2)
      expect(await store.count(BOB, 'wallets')).toBe(0)
    })

    check('lists in id order, both ways, between exclusive bounds, up to a limit', async (store) => {
      for (const id of ['c', 'a', 'e', 'b', 'd', 'B']) await put(store, ALICE, 'letters', id, id)
      const ids = async (range?: Parameters<Store['list']>[2]) =>
        (await store.list(ALICE, 'letters', range)).map((row) => row.id).join('')
      expect(await ids()).toBe('Babcde')
      await put(store, ALICE, 'letters', 'cc', 'late')
      expect(await ids()).toBe('Babcccde')
      await store.commit({
        guards: [],
        writes: [{ organization: ALICE, table: 'letters', id: 'cc', value: undefined }],
      })
      expect(await ids({ reverse: true })).toBe('edcbaB')
      expect(await ids({ after: 'b' })).toBe('cde')
      expect(await ids({ before: 'd', reverse: true, limit: 2 })).toBe('cb')
      expect(await ids({ after: 'a', before: 'e' })).toBe('bcd')
      expect(await ids({ after: 'aa', limit: 1 })).toBe('b')
      expect(await ids({ after: 'e' })).toBe('')
      expect(await ids({ after: 'd', before: 'b' })).toBe('')
      expect(await ids({ limit: 0 })).toBe('')
    })

    testCommits(check, keepsFacts)

    check('verifies a journal after its older entries are pruned', async (store) => {
      const write = async (n: number) => {
        const version = await store.version(ALICE)
        const previous = hashIn(await store.get(ALICE, 'journal', journalId(version)))
        const change = { table: 'invitations', id: `invitation ${n % 3}`, value: { n } }
        const entry = journalEntry(previous, version, [change], { activityId: null, at: n })
        await store.commit({
          guards: [{ organization: ALICE, version }],
          writes: [
            { organization: ALICE, ...change },
            { organization: ALICE, table: 'journal', ...entry },
          ],
        })
      }
      for (let n = 1; n <= 7; n++) await write(n)
      const mac = openMac(new Uint8Array(32))
      await writeMacs(store, ALICE, mac)
      expect(await pruneJournal(store, ALICE, { before: 6, now: 8, mac })).toEqual({
        removed: 5,
        sequence: 5,
      })
      await write(9)
      expect(await verifyJournal(store, ALICE)).toMatchObject({ ok: true, entries: 9 })
      expect((await store.list(ALICE, 'journal')).map(({ id }) => Number(id))).toEqual([6, 7, 8, 9])
      await put(store, ALICE, 'invitations', 'invitation 0', { n: 0 })
      expect(await verifyJournal(store, ALICE)).toMatchObject({ ok: false })
    })

    check('pages through many rows without gaps or duplicates', async (store) => {
      const id = (n: number) => String(n).padStart(6, '0')
      const writes = Array.from({ length: 2_500 }, (_, n) => ({
        organization: ALICE,
        table: 'activities',
        id: id((n * 7_919) % 2_500),
        value: n,
      }))
      await store.commit({ guards: [], writes })
      const seen: string[] = []
      for (let before: string | undefined; ; ) {
        const page = await store.list(ALICE, 'activities', { before, reverse: true, limit: 100 })
        if (page.length === 0) break
        seen.push(...page.map((row) => row.id))
        before = page.at(-1)!.id
      }
      expect(seen).toEqual(Array.from({ length: 2_500 }, (_, n) => id(2_499 - n)))
    })
  })
}
