/** The checks of a crash run find planted errors. */
import { join } from 'node:path'
import type { Json, Store } from '@keywright/engine'
import { apiKeyStamper } from '@keywright/engine/test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite.ts'
import { dev, withTestDev } from '../support/shared.ts'
import { type CrashRun, createCrashRun, type Found } from './crashRun.ts'
import { createDice } from './dice.ts'

withTestDev()
let run: CrashRun
let store: SqliteStore
beforeAll(async () => {
  const { organizationId, apiKey, url } = dev.server
  run = createCrashRun(
    organizationId,
    apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...apiKey }),
    createDice('x'),
  )
  const stop = run.load(() => [url])
  await vi.waitFor(() => expect(run.count()).toBeGreaterThan(5), { timeout: 60_000 })
  await stop()
  store = openSqliteStore(join(dev.folder, 'keywright.db'))
})
afterAll(async () => {
  store.close()
})

type Row = Record<string, Json>

/** A store that returns one table of the organization with changes. */
function changed(
  table: string,
  change: (rows: { id: string; value: Row }[]) => { id: string; value: Row }[],
): Store {
  const isOwn = (organization: string) => organization === dev.server.organizationId
  const changedRows = async () => {
    const rows = change((await store.list(dev.server.organizationId, table)) as { id: string; value: Row }[])
    return new Map<string, Json>(rows.map(({ id, value }) => [id, value]))
  }
  return {
    ...store,
    async list(organization, name, range) {
      const rows = await store.list(organization, name, range)
      return isOwn(organization) && name === table ? change(rows as { id: string; value: Row }[]) : rows
    },
    async read(organization, keys) {
      const read = await store.read(organization, keys)
      if (!isOwn(organization) || !keys.some((key) => key.table === table)) return read
      const rows = await changedRows()
      const answers = read.answers.map((answer, n) =>
        keys[n]!.table === table ? { ...answer, value: rows.get((keys[n] as { id: string }).id) } : answer,
      )
      return { ...read, answers }
    },
    async scan(organization, after, limit) {
      const page = await store.scan(organization, after, limit)
      if (!isOwn(organization)) return page
      const rows = await changedRows()
      return page.flatMap((row) => {
        if (row.table !== table) return [row]
        const value = rows.get(row.id)
        return value === undefined ? [] : [{ ...row, value }]
      })
    },
  }
}
const checked = (of: Store, received = {}): Promise<Found> => run.check(of, received)
const ownActivities = async () =>
  (await store.list(dev.server.organizationId, 'activities')).map(({ id }) => id)

it('the check finds no errors in an intact store', async () => {
  expect(await checked(store, { activities: await ownActivities() })).toMatchObject({
    lost: [],
    doubled: [],
    broken: [],
    untold: [],
    invented: [],
  })
  expect(await run.repeatAnswered([dev.server.url])).toEqual([])
})

it('the check finds a missing activity', async () => {
  const found = await checked(changed('activities', (rows) => rows.slice(1)))
  expect(found.lost).toHaveLength(1)
  expect(found.doubled).toEqual([])
  expect(found.broken.join()).toContain('activities')
})

it('the check finds an activity with another result', async () => {
  const change = (rows: { id: string; value: Row }[]) =>
    rows.map((row, n) => (n === 0 ? { ...row, value: { ...row.value, result: { other: 'x' } } } : row))
  expect((await checked(changed('activities', change))).lost).toHaveLength(1)
})

it('the check finds a duplicate execution', async () => {
  const twice = (rows: { id: string; value: Row }[]) => [...rows, { ...rows[0]!, id: '~' }]
  expect((await checked(changed('activities', twice))).doubled.length).toBeGreaterThan(0)
  expect((await checked(changed('otps', twice))).doubled).toHaveLength(1)
})

it('the check finds a missing journal entry', async () => {
  const found = await checked(changed('journal', (rows) => rows.toSpliced(2, 1)))
  expect(found.broken.length).toBeGreaterThan(0)
})

it('the check finds missing and invented messages', async () => {
  const activities = await ownActivities()
  expect(await checked(store, { activities: activities.slice(1) })).toMatchObject({
    untold: [activities[0]],
  })
  expect(await checked(store, { activities: [...activities, 'x'] })).toMatchObject({ invented: ['x'] })
  const { untold, invented } = await checked(store, { mails: ['stranger@example.com'] })
  expect(untold.length).toBeGreaterThan(0)
  expect(invented).toEqual(['stranger@example.com'])
})
