/** Reading and replacing all contents of a database, in parts of bounded size. */
import { join } from 'node:path'
import { collectContents, ROWS_PER_PART, type StoreContents, type WholeStore } from '@keywright/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { openTestStore } from '../../test/support/postgres.ts'
import { postgres, withPostgres } from '../../test/support/shared.ts'
import { openSqliteStore } from './sqlite.ts'

withPostgres()

const folder = temporaryFolder('contents')

const ROWS = 2 * ROWS_PER_PART + 300

async function fill(store: WholeStore): Promise<void> {
  const write = (n: number) => ({ organization: 'o', table: 't', id: `${n}`.padStart(6, '0'), value: { n } })
  await store.commit({
    guards: [{ organization: 'o', version: 0 }],
    writes: Array.from({ length: ROWS }, (_, n) => write(n)),
  })
}

describe.each([
  [
    'SQLite',
    async () => {
      const store = openSqliteStore(join(folder, 'state.db'))
      return { ...store, close: async () => store.close() }
    },
  ],
  ['PostgreSQL', async () => openTestStore(await postgres.createDatabase(), { connections: 2 })],
] as [string, () => Promise<WholeStore & { close(): Promise<void> }>][])('the contents of %s', (_, open) => {
  let store: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    store = await open()
    await fill(store)
  })
  afterAll(() => store.close())

  it('are read in parts, as of one moment, while others write', async () => {
    const sizes: number[] = []
    const rows: StoreContents['rows'][number][] = []
    for await (const part of store.readAll()) {
      sizes.push(part.rows.length + part.organizations.length)
      rows.push(...part.rows)
      await store.commit({
        guards: [],
        writes: [{ organization: 'o', table: 't', id: `later ${sizes.length}`, value: 1 }],
      })
    }
    expect(Math.max(...sizes)).toBe(ROWS_PER_PART)
    expect(rows).toHaveLength(ROWS)
    expect(await store.count('o', 't')).toBe(ROWS + sizes.length)
  })

  it('are no longer read when the reader stops', async () => {
    for await (const part of store.readAll()) if (part.rows.length > 0) break
    await store.commit({ guards: [], writes: [{ organization: 'o', table: 't', id: 'stopped', value: 1 }] })
    expect(await store.get('o', 't', 'stopped')).toBe(1)
  })

  it('stay as they are if reading the new ones fails', async () => {
    const before = await collectContents(store.readAll())
    const broken = async function* (): AsyncGenerator<StoreContents> {
      yield { organizations: [['p', 1]], rows: [['p', 't', '1', '1']] }
      throw new Error('unreadable')
    }
    await expect(store.replaceAll(broken())).rejects.toThrow('unreadable')
    expect(await collectContents(store.readAll())).toEqual(before)
    expect(await store.version('o')).toBe(1)
  })

  it('are replaced part by part, and seen only as a whole', async () => {
    const seen: unknown[] = []
    const parts = async function* (): AsyncGenerator<StoreContents> {
      yield { organizations: [['p', 3]], rows: [] }
      for (const id of ['1', '2']) {
        yield { organizations: [], rows: [['p', 't', id, id]] }
        seen.push(await store.get('p', 't', '1'), await store.version('o'))
      }
    }
    await store.replaceAll(parts())
    expect(seen).toEqual([undefined, 1, undefined, 1])
    const rows = ['1', '2'].map((id) => ['p', 't', id, id])
    expect(await collectContents(store.readAll())).toEqual({ organizations: [['p', 3]], rows })
    expect([await store.version('p'), await store.version('o')]).toEqual([3, 0])
  })

  it('are replaced before commits that were requested during the replacement', async () => {
    let later: Promise<void> | undefined
    const parts = async function* (): AsyncGenerator<StoreContents> {
      yield { organizations: [['q', 1]], rows: [['q', 't', '1', '1']] }
      later = store.commit({ guards: [], writes: [{ organization: 'q', table: 't', id: '2', value: 2 }] })
      later.catch(() => undefined)
      await new Promise((done) => setImmediate(done))
    }
    await store.replaceAll(parts())
    await later
    expect((await store.list('q', 't')).map(({ id }) => id)).toEqual(['1', '2'])
  })
})
