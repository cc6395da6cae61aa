/**
 * Which organizations the statements of the PostgreSQL store name, by PostgreSQL's own parser: a database that shards by
 * organization sends such a statement to the shards of these organizations only.
 */

import { readFileSync } from 'node:fs'
import { collectContents } from '@keywright/engine'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, startPostgres, type TestPostgres } from '../../test/support/postgres.ts'
import { unboundTables } from '../../test/support/unboundTables.ts'
import { withClient } from './postgres/connections.ts'
import { migrate } from './postgres/migrations.ts'
import type { PostgresStore } from './postgres.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

it.each([
  ['SELECT value FROM rows WHERE organization = $1', []],
  ['SELECT value FROM rows WHERE name = $1', ['rows']],
  ['SELECT value FROM rows WHERE organization = $1 OR id = $2', ['rows']],
  ['SELECT value FROM rows WHERE organization <> $1', ['rows']],
  ["SELECT value FROM rows WHERE organization IN ('a', 'b')", []],
  ['SELECT value FROM rows WHERE organization = id', ['rows']],
  [
    'SELECT value FROM rows r JOIN organizations o USING (organization) WHERE r.organization = $1',
    ['organizations'],
  ],
  [
    'SELECT 1 FROM rows r JOIN organizations o ON o.organization = r.organization WHERE r.organization = $1',
    [],
  ],
  ['SELECT (SELECT count(*) FROM rows) FROM organizations WHERE organization = $1', ['rows']],
  [
    'SELECT 1 FROM rows r LEFT JOIN unnest($1::text[]) a (organization) ON a.organization = r.organization',
    ['rows'],
  ],
  [
    'SELECT 1 FROM unnest($1::text[]) a (organization) LEFT JOIN rows r ON a.organization = r.organization',
    [],
  ],
  [
    'SELECT 1 FROM unnest($1::text[]) a (organization) RIGHT JOIN rows r ON a.organization = r.organization',
    ['rows'],
  ],
  ['DELETE FROM rows', ['rows']],
  ['UPDATE organizations SET version = 1 WHERE organization = $1', []],
  ['INSERT INTO rows SELECT * FROM unnest($1::text[])', []],
  ['INSERT INTO rows SELECT * FROM rows', ['rows']],
  [
    'WITH a AS (SELECT organization FROM rows) SELECT 1 FROM organizations o JOIN a ON a.organization = o.organization',
    ['rows', 'organizations'],
  ],
])('%s leaves unbound: %s', async (sql, tables) => {
  expect(await unboundTables(sql)).toEqual(tables)
})

/** Runs every method. The type makes a new method fail here until it is added. */
const CALLS: { readonly [M in keyof PostgresStore]: (store: PostgresStore) => unknown } = {
  get: (store) => store.get('a', 't', '1'),
  read: (store) => store.read('a', [{ table: 't', id: '1', follow: 'u' }]),
  count: (store) => store.count('a', 't'),
  list: async (store) => {
    await store.list('a', 't')
    await store.list('a', 't', { after: '1', before: '9', reverse: true, limit: 2 })
  },
  scan: async (store) => {
    await store.scan('a', undefined, 5)
    await store.scan('a', { table: 't', id: '1' }, 5)
  },
  version: (store) => store.version('a'),
  commit: (store) =>
    store.commit({
      guards: [{ organization: 'a', version: 0 }],
      rests: [{ organization: 'b', facts: 0 }],
      writes: [
        { organization: 'a', table: 't', id: '1', value: 1 },
        { organization: 'a', table: 't', id: '2', value: undefined },
      ],
    }),
  commitInTurn: (store) =>
    store.commitInTurn!(['a', 'b'], async ({ read }) => {
      await read('a', [{ table: 't', id: '1' }])
      return { guards: [{ organization: 'a', version: 1 }], writes: [] }
    }),
  organizations: (store) => store.organizations(),
  withRows: (store) => store.withRows(),
  inSnapshot: (store) => store.inSnapshot(({ get }) => get('a', 't', '1')),
  readAll: (store) => collectContents(store.readAll()),
  replaceAll: async (store) => store.replaceAll([await collectContents(store.readAll())]),
  withLease: (store) => store.withLease('task', async () => 1),
  takeAllowance: (store) => store.takeAllowance('a', 1, 10),
  withMessages: (store) => store.withMessages(),
  pollOutbox: (store) => store.pollOutbox(0, '', 10),
  outboxState: (store) => store.outboxState(),
  ping: (store) => store.ping(),
  heartbeat: (store) => store.heartbeat(),
  alone: (store) => store.alone(async () => 1),
  incarnation: (store) => store.incarnation(),
  sessions: (store) => store.sessions(),
  standbys: (store) => store.standbys(),
  settings: (store) => store.settings(['fsync']),
  connectionState: (store) => store.connectionState(),
  close: (store) => store.close(),
}

/** Methods that read rows of all organizations, as `hosts/server/README.md` lists them. */
const OF_ALL = [
  'organizations',
  'withRows',
  'inSnapshot',
  'readAll',
  'replaceAll',
  'withMessages',
  'pollOutbox',
  'outboxState',
]

it('every statement names its organizations, except for polls and operators', async () => {
  const store = await openTestStore(await postgres.createDatabase())
  const { query } = pg.Client.prototype
  let texts: string[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...of: unknown[]) {
    texts.push(typeof of[0] === 'string' ? of[0] : (of[0] as { text: string }).text)
    return Reflect.apply(query, this, of)
  } as typeof query
  try {
    const unbound: Record<string, string[]> = {}
    const seen = new Set<string>()
    for (const [method, call] of Object.entries(CALLS)) {
      texts = []
      await call(store)
      for (const text of texts) seen.add(text)
      const tables = (await Promise.all(texts.map(unboundTables))).flat()
      if (tables.length > 0) unbound[method] = tables
    }
    expect(Object.keys(unbound)).toEqual(OF_ALL)
    expect(seen.size).toBeGreaterThan(20)
  } finally {
    pg.Client.prototype.query = query
  }
})

it('hosts/deploy/citus.sql names every table, and the column that shards it', async () => {
  const sql = readFileSync(new URL('../../../deploy/citus.sql', import.meta.url), 'utf8')
  const distributed = [...sql.matchAll(/distributed_table\('(\w+)', 'organization'/g)].map(([, name]) => name)
  const shared = [...sql.matchAll(/reference_table\('(\w+)'/g)].map(([, name]) => name)
  const url = await postgres.createDatabase()
  await migrate(url)
  const tables = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; shards: boolean }>(
      `SELECT table_name AS name, bool_or(column_name = 'organization') AS shards
       FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`,
    )
    return rows
  })
  const named = (wanted: boolean) => tables.filter(({ shards }) => shards === wanted).map(({ name }) => name)
  expect(distributed.toSorted()).toEqual(named(true).toSorted())
  expect(shared.toSorted()).toEqual(named(false).toSorted())
})
