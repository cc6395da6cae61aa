/** The rows of an earlier release, from `test/fixtures`: whole, tampered with, and on each store. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { collectContents, createMemoryStore, type WholeStore } from '@keywright/engine'
import { apiKeyStamper, createTestEngine } from '@keywright/engine/test'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportStore, toKeys } from '../journals.ts'
import { openSqliteStore, type SqliteStore } from './sqlite.ts'

const FIXTURE = new URL('../../test/fixtures/before-lookup-macs.db.gz', import.meta.url)
/** The seed of its root secret and of the key of its root user. */
const SEED = 'every row'
const ORGANIZATION = '9e567ecd-7d0b-4e09-862e-737ad2bf6643'
const SUB_ORGANIZATION = '43a3a8bc-ebe7-4440-bd0b-d3725c57120e'

let folder: string
let store: SqliteStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keywright-upgrade-'))
  writeFileSync(join(folder, 'state.db'), gunzipSync(readFileSync(FIXTURE)))
  store = openSqliteStore(join(folder, 'state.db'))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

/** A day later. */
function start(on: WholeStore = store) {
  const engine = createTestEngine(SEED, { store: on })
  const root = engine.client(ORGANIZATION, apiKeyStamper(engine.apiKey()))
  engine.clock.advance({ seconds: 86_400 })
  return { engine, root }
}

/** @returns what doesn't verify */
async function flawsOf({ engine }: ReturnType<typeof start>, on: WholeStore = store) {
  const verdicts = await Promise.all(
    (await on.organizations()).map((organization) => engine.verifyJournal(organization)),
  )
  return verdicts.filter(({ ok }) => !ok)
}

describe('a database of the release before lookups had MACs', () => {
  it('verifies as it is, and its heads can be exported', async () => {
    const versions = await Promise.all((await store.organizations()).map((id) => store.version(id)))
    expect(await flawsOf(start())).toEqual([])
    const exported = await exportStore(store, toKeys(start().engine.ports.rootSecret), {}, () => undefined)
    expect(exported.map(({ outcome }) => outcome.version)).toEqual(versions)
  })

  it('is upgraded by the first request to an organization, with one entry', async () => {
    const started = start()
    const version = await store.version(ORGANIZATION)
    const { activities } = await started.root.query('list_activities')
    expect(activities).toHaveLength(10)
    expect(await store.version(ORGANIZATION)).toBe(version + 1)
    const { walletId } = await started.root.run('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'since',
      accounts: [],
    })
    expect((await start().root.query('get_wallet', { walletId })).wallet.walletName).toBe('since')
    expect(await flawsOf(started)).toEqual([])
    expect(started.engine.faults).toEqual([])
  })

  it('is upgraded as a whole once, and finds a passkey by the parent', async () => {
    const started = start()
    await started.engine.upgrade()
    const versions = await Promise.all((await store.organizations()).map((id) => store.version(id)))
    await started.engine.upgrade()
    expect(await Promise.all((await store.organizations()).map((id) => store.version(id)))).toEqual(versions)
    expect(await flawsOf(started)).toEqual([])
    const names = (await collectContents(store.readAll())).rows.map(([, name]) => name)
    expect(names.filter((name) => name.startsWith('sub-organizations-by:PASSKEY:')).length).toBeGreaterThan(0)
  })

  it('is upgraded by two processes at once, and from a snapshot', async () => {
    const memory = createMemoryStore()
    await memory.replaceAll([await collectContents(store.readAll())])
    const all = [start(memory), start(memory), start(memory)]
    await Promise.all(all.map(({ root }) => root.query('list_wallets')))
    await Promise.all(all.map(({ engine }) => engine.upgrade()))
    expect(await flawsOf(start(memory), memory)).toEqual([])
  })

  it.each([
    ['a finished activity', 'activities', ORGANIZATION],
    ['an account that is missing', 'accounts-of', ORGANIZATION],
    ['a name', 'names', ORGANIZATION],
    ['a credential', 'credentials-api-key', ORGANIZATION],
    ['a user', 'users', SUB_ORGANIZATION],
  ])(
    'is not upgraded with %s that was altered: the organization is refused',
    async (_, name, organization) => {
      const { rows } = await collectContents(store.readAll())
      const [, table, id, text] = rows.find(([of, at]) => of === organization && at.split(':')[0] === name)!
      const value =
        name === 'accounts-of' || name.startsWith('credentials') || name === 'names'
          ? undefined
          : { ...JSON.parse(text), added: 1 }
      await store.commit({ guards: [], writes: [{ organization, table, id, value }] })
      const { engine, root } = start()
      await expect(engine.upgrade()).rejects.toMatchObject({
        name: 'RowAltered',
        organizationId: organization,
        table,
        id,
      })
      if (organization === ORGANIZATION) {
        await expect(root.query('list_wallets')).rejects.toMatchObject({ errorCode: 'ROW_ALTERED' })
      }
    },
  )

  it('is not upgraded if an earlier head was put back', async () => {
    const before = await store.get(ORGANIZATION, 'heads', 'head')
    await start().engine.upgrade()
    await store.commit({
      guards: [],
      writes: [{ organization: ORGANIZATION, table: 'heads', id: 'head', value: before }],
    })
    await expect(start().root.query('list_wallets')).rejects.toMatchObject({ errorCode: 'ROW_ALTERED' })
  })
})
