/** Writing SQL to the database grants no authority: running and restarted servers reject the rows, and `journal verify` reports them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectContents, shareCommits, type WholeStore } from '@keywright/engine'
import { apiKeyStamper, type CallRefused, createTestEngine } from '@keywright/engine/test'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { postgres, withPostgres } from '../../test/support/shared.ts'
import { query } from '../../test/support/teamServer.ts'
import { openTeamStore } from '../serve/openTeamStore.ts'
import { openSqliteStore } from './sqlite.ts'

interface Place {
  readonly store: WholeStore
  /** Runs a statement that bypasses the store. */
  sql(statement: string): Promise<unknown>
  close(): Promise<void>
}

withPostgres()

const places: readonly (readonly [string, () => Promise<Place>])[] = [
  [
    'SQLite',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'keywright-altered-'))
      const store = openSqliteStore(join(folder, 'state.db'))
      const other = new Database(join(folder, 'state.db'))
      return {
        store,
        sql: async (statement) => other.exec(statement),
        async close() {
          other.close()
          store.close()
          rmSync(folder, { recursive: true })
        },
      }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await postgres.createDatabase()
      const store = await openTeamStore(url, { connections: 2, migrate: true })
      return { store, sql: (statement) => query(url, statement), close: store.close }
    },
  ],
]

describe.each(places)('%s', (_name, open) => {
  const insert = (organization: string, name: string, id: string, value: unknown) =>
    `INSERT INTO rows (organization, name, id, value) VALUES ('${organization}', '${name}', '${id}', '${JSON.stringify(value)}')`

  async function createSetting() {
    const place = await open()
    const ports = { store: place.store, share: shareCommits() }
    const engine = createTestEngine('altered rows', ports)
    const { organizationId, rootUserId, root, rootKey } = await engine.organization()
    let asked = 0
    /** The error of a request with a key, from the running engine and from a restarted one; undefined for success. */
    const askBoth = (key = rootKey) =>
      Promise.all(
        [engine, createTestEngine('altered rows', { ...ports, random: engine.random })].map((of) =>
          of
            .client(organizationId, apiKeyStamper(key))
            .run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `w ${asked++}`, accounts: [] })
            .then(
              () => undefined,
              (error: CallRefused) => error.errorCode,
            ),
        ),
      )
    return { ...place, engine, organizationId, rootUserId, root, askBoth }
  }
  const BOTH = ['ROW_ALTERED', 'ROW_ALTERED']

  it('gives no authority to a key that was added to a root user along with its journal entry', async () => {
    const { store, sql, close, engine, organizationId, rootUserId, askBoth } = await createSetting()
    expect(await askBoth()).toEqual([undefined, undefined])
    const key = engine.apiKey()
    const user = (await store.get(organizationId, 'users', rootUserId)) as unknown as { apiKeys: object[] }
    const apiKeys = [...user.apiKeys, { ...user.apiKeys[0], publicKey: key.publicKey }]
    await sql(
      `UPDATE rows SET value = '${JSON.stringify({ ...user, apiKeys })}' WHERE name = 'users' AND id = '${rootUserId}'`,
    )
    await sql(insert(organizationId, 'credentials-api-key', key.publicKey, rootUserId))
    expect(await askBoth(key)).toEqual(BOTH)
    expect(await engine.verifyJournal(organizationId)).toMatchObject({
      ok: false,
      reason: `row ${rootUserId} of users is not what an entry wrote`,
    })
    await close()
  })

  it('rejects a changed quorum, and earlier rows with their MACs', async () => {
    const { store, sql, close, organizationId, root, askBoth } = await createSetting()
    const before = (await collectContents(store.readAll())).rows
    await root.run('ACTIVITY_TYPE_CREATE_USER_TAG', { userTagName: 'later', userIds: [] })
    await sql(`DELETE FROM rows WHERE name NOT IN ('journal', 'heads')`)
    for (const [organization, name, id, value] of before) {
      if (name !== 'journal' && name !== 'heads') await sql(insert(organization, name, id, JSON.parse(value)))
    }
    // The cache of the running engine is still correct; only a restarted engine reads the index.
    expect((await askBoth())[1]).toBe('ROW_ALTERED')
    await sql(`DELETE FROM rows WHERE organization = '${organizationId}' AND name = 'heads'`)
    expect((await askBoth())[1]).toBe('ROW_ALTERED')
    await close()
  })

  it('lets no deleted user write, although the counter of facts was put back under a cache', async () => {
    const { store, sql, close, engine, organizationId, root } = await createSetting()
    const key = engine.apiKey()
    const { userIds } = await root.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
      users: [
        {
          userName: 'mallory',
          apiKeys: [{ apiKeyName: 'key', publicKey: key.publicKey }],
          authenticators: [],
          userTags: [],
        },
      ],
    })
    await root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
      policyName: 'everything',
      effect: 'EFFECT_ALLOW',
      condition: 'true',
      consensus: 'true',
    })
    const mallory = engine.client(organizationId, apiKeyStamper(key))
    await mallory.query('whoami')
    const elsewhere = createTestEngine('altered rows', {
      store,
      share: shareCommits(),
      random: engine.random,
    })
    await elsewhere.client(organizationId, root.stamper).run('ACTIVITY_TYPE_DELETE_USERS', { userIds })
    await sql(`UPDATE organizations SET appends = appends + 1 WHERE organization = '${organizationId}'`)
    await expect(
      mallory.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'loot', accounts: [] }),
    ).rejects.toMatchObject({ errorCode: 'ROW_ALTERED' })
    await close()
  })

  it.each([
    ['has its value without quotes', `trim(value, '"')`],
    ['is nested more deeply than a call stack', `'${'['.repeat(50_000)}${']'.repeat(50_000)}'`],
  ])('rejects a row whose text %s', async (_, value) => {
    const { sql, close, askBoth } = await createSetting()
    await sql(`UPDATE rows SET value = ${value} WHERE name = 'credentials-api-key'`)
    expect((await askBoth())[1]).toBe('ROW_ALTERED')
    await close()
  })

  it.each(["= 'macs'", "= 'heads'", "IN ('macs', 'heads')"])(
    'rejects all rows once those with a name %s are removed',
    async (names) => {
      const { sql, close, engine, organizationId, askBoth } = await createSetting()
      await sql(`DELETE FROM rows WHERE name ${names}`)
      expect((await askBoth())[1]).toBe('ROW_ALTERED')
      expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: false })
      await close()
    },
  )

  it.each([
    ['another hash', `replace(value, '"hash":"', '"hash":"0')`],
    ['a text that is not JSON', `'{"sequence'`],
    ['an open string', `'"sequence'`],
    [
      'a hash that is nested more deeply than a call stack',
      `replace(value, '"hash":', '"hash":${'['.repeat(50_000)}${']'.repeat(50_000)},"other":')`,
    ],
  ])(
    'rejects only one of the organizations that read and commit together if its rows have %s',
    async (_, value) => {
      const { store, sql, close, engine, organizationId, root } = await createSetting()
      const all = [{ organizationId, root }]
      for (let n = 0; n < 3; n++) all.push(await engine.organization())
      const start = () => {
        const other = createTestEngine('altered rows', {
          store,
          share: shareCommits(),
          random: engine.random,
        })
        return all.map((one) => other.client(one.organizationId, one.root.stamper))
      }
      const codesOf = (requests: readonly Promise<unknown>[]) =>
        Promise.all(
          requests.map((request) =>
            request.then(
              () => undefined,
              (error: CallRefused) => error.errorCode,
            ),
          ),
        )
      const only = ['ROW_ALTERED', undefined, undefined, undefined]
      // This process has read all organizations and written none, so its commit reads their heads.
      const clients = start()
      await Promise.all(clients.map((client) => client.query('whoami')))
      await sql(
        `UPDATE rows SET value = ${value}
       WHERE name IN ('heads', 'credentials-api-key') AND organization = '${organizationId}'`,
      )
      const create = { walletName: 'together', accounts: [] }
      expect(
        await codesOf(clients.map((client) => client.run('ACTIVITY_TYPE_CREATE_WALLET', create))),
      ).toEqual(only)
      expect(await codesOf(start().map((client) => client.query('whoami')))).toEqual(only)
      await close()
    },
  )
})
