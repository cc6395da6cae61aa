/** libsql ends the process when it reads a text that is not UTF-8, as a damaged file has. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectContents } from '@keywright/engine'
import { type CallRefused, createTestEngine } from '@keywright/engine/test'
import Database from 'libsql'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../sqlite.ts'

const NOT_UTF8 = "CAST(x'22ff22' AS TEXT)"

/** Two organizations, the first of which gets damaged. */
async function createDamaged(statement: (organizationId: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-damaged-'))
  const file = join(folder, 'state.db')
  const store = openSqliteStore(file)
  const engine = createTestEngine('damaged text', { store })
  const organizations = [await engine.organization(), await engine.organization()]
  const sql = new Database(file)
  sql.exec(statement(organizations[0]!.organizationId))
  sql.close()
  const restarted = createTestEngine('damaged text', { store, random: engine.random })
  return {
    store,
    damaged: organizations[0]!.organizationId,
    whole: organizations[1]!.organizationId,
    /** Error codes of a write and a query of each organization, from a restarted engine. */
    codes: () =>
      Promise.all(
        organizations
          .map(({ organizationId, root }) => restarted.client(organizationId, root.stamper))
          .flatMap((client) => [
            client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] }),
            client.query('list_users'),
          ])
          .map((request) =>
            request.then(
              () => undefined,
              (error: CallRefused) => error.errorCode,
            ),
          ),
      ),
    close() {
      store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const rows = (column: string, name: string) => (organization: string) =>
  `UPDATE rows SET ${column} = ${NOT_UTF8} WHERE organization = '${organization}' AND name = '${name}'`

it('rejects a row whose value is not UTF-8, and no other organization', async () => {
  const { store, damaged, codes, close } = await createDamaged(rows('value', 'users'))
  expect(await codes()).toEqual(['ROW_ALTERED', 'ROW_ALTERED', undefined, undefined])
  await expect(collectContents(store.readAll())).rejects.toThrow(
    new RegExp(`row .+ of users in organization ${damaged} was not written by Keywright`),
  )
  close()
})

it('names the table and the organization of a row whose id is not UTF-8', async () => {
  const { store, damaged, codes, close } = await createDamaged(rows('id', 'users'))
  expect(await codes()).toEqual(['ROW_ALTERED', 'ROW_ALTERED', undefined, undefined])
  const message = `row "\ufffd" of users in organization ${damaged} was not written by Keywright`
  await expect(store.list(damaged, 'users')).rejects.toThrow(message)
  await expect(store.scan(damaged, undefined, 1_000)).rejects.toThrow(message)
  await expect(collectContents(store.readAll())).rejects.toThrow(message)
  close()
})

it('reads tables whose name is not UTF-8, and lists no organization of such a name', async () => {
  for (const column of ['name', 'organization']) {
    const { store, whole, damaged, codes, close } = await createDamaged(rows(column, 'users'))
    expect((await codes()).slice(2)).toEqual([undefined, undefined])
    expect(await store.withRows()).toEqual(expect.arrayContaining([whole, damaged]))
    expect(await store.withMessages()).toEqual([])
    await expect(collectContents(store.readAll())).rejects.toThrow('was not written by Keywright')
    close()
  }
})

it.each([
  ['version', expect.any(String)],
  ['organization', expect.any(String)],
  // The same as 0, which it is here.
  ['appends', undefined],
])('serves other organizations if the %s of one is not UTF-8', async (column, expected) => {
  const { store, whole, codes, close } = await createDamaged(
    (id) => `UPDATE organizations SET ${column} = ${NOT_UTF8} WHERE organization = '${id}'`,
  )
  const [write, , ...others] = await codes()
  expect([write, others]).toEqual([expected, [undefined, undefined]])
  expect(await store.organizations()).toContain(whole)
  expect(await store.inSnapshot((moment) => moment.version(whole))).toBeGreaterThan(0)
  close()
})
