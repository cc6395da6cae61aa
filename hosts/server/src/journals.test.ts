/** Journal commands on a database that clients keep writing to: a verdict comes from one moment. */
import { join } from 'node:path'
import type { Snapshot, WholeStore } from '@keywright/engine'
import { addSubOrganization, addUser, createTestEngine } from '@keywright/engine/test'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../tools/scripts/lib/temporaryFolder.ts'
import { openTestStore } from '../test/support/postgres.ts'
import { postgres, withPostgres } from '../test/support/shared.ts'
import { eraseIn, exportStore, pruneStore, toKeys, verifyStore } from './journals.ts'
import { openSqliteStore } from './store/sqlite.ts'

withPostgres()
const folder = temporaryFolder('journals')

/** Commits of other clients during a command: enough that each of its walks meets some. */
const WRITES = 12

const READS = ['get', 'read', 'count', 'list', 'scan', 'version', 'organizations', 'withRows'] as const

function whileWriting<S extends Snapshot>(reads: S, write: () => Promise<unknown>): S {
  const disturbed = READS.map((name) => {
    const call = reads[name] as (...args: unknown[]) => Promise<unknown>
    const afterWrite = async (...args: unknown[]) => {
      await write()
      return call(...args)
    }
    return [name, afterWrite]
  })
  return { ...reads, ...Object.fromEntries(disturbed) }
}

const stores: readonly (readonly [string, () => Promise<WholeStore & { close?(): unknown }>])[] = [
  ['SQLite', async () => openSqliteStore(join(folder, 'state.db'))],
  ['PostgreSQL', async () => openTestStore(await postgres.createDatabase(), { connections: 3 })],
]

describe.each(stores)('on %s', (_name, open) => {
  async function createSetting() {
    const store = await open()
    const engine = createTestEngine('moving', { store })
    const { root, organizationId } = await engine.organization()
    const { userId } = await addUser(engine, root, 'ada')
    await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [userId] })
    let written = 0
    let left = 0
    const write = async () => {
      if (left-- <= 0) return
      const n = written++
      if (n % 3 === 0) await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: `w${n}`, accounts: [] })
      else if (n % 3 === 1) await addUser(engine, root, `u${n}`)
      else await addSubOrganization(engine, root)
    }
    const busy: WholeStore = {
      ...whileWriting(store, write),
      inSnapshot: (task) => store.inSnapshot((moment) => task(whileWriting(moment, write))),
    }
    const close = async () => void (await store.close?.())
    const whileBusy = async <T>(task: (on: WholeStore) => Promise<T>): Promise<T> => {
      left = WRITES
      const result = await task(busy)
      expect(left).toBeLessThan(WRITES - 5)
      return result
    }
    return { store, whileBusy, keys: toKeys(engine.ports.rootSecret), organizationId, userId, close }
  }

  it('verifies, exports, prunes and erases while a client writes before every read', async () => {
    const { store, whileBusy, keys, organizationId, userId, close } = await createSetting()
    const wrongIn = async (on: WholeStore) =>
      (await verifyStore(on, keys)).filter(({ verdict }) => !verdict.ok)
    expect(await whileBusy(wrongIn)).toEqual([])
    const exported = await whileBusy((on) => exportStore(on, keys, {}, () => undefined))
    expect(exported.filter(({ outcome }) => 'problem' in outcome)).toEqual([])
    const erased = await whileBusy((on) => eraseIn(on, keys, { organizationId, userId }))
    expect(erased).toMatchObject({ verdict: { ok: true }, erased: { activities: 1 } })
    const before = Number.POSITIVE_INFINITY
    const [pruned] = await whileBusy((on) => pruneStore(on, keys, { organizationId, before }))
    expect(pruned).toMatchObject({ verdict: { ok: true } })
    expect(pruned!.pruned!.removed).toBeGreaterThan(WRITES)
    expect(await wrongIn(store)).toEqual([])
    await close()
  })
})

it('lets one command at a time change the journals of a database', async () => {
  const url = await postgres.createDatabase()
  const [one, other] = await Promise.all([1, 2].map(() => openTestStore(url, { connections: 2 })))
  expect(await one!.alone(() => other!.alone(async () => 'both'))).toEqual({ result: undefined })
  await expect(one!.alone(() => Promise.reject(new Error('interrupted')))).rejects.toThrow('interrupted')
  expect(await other!.alone(async () => 'next')).toEqual({ result: 'next' })
  await Promise.all([one!.close(), other!.close()])
})
