/** Verifies that the checks of a crash run find planted errors. */
import { join } from 'node:path'
import type { Json, Store } from '@keywright/engine'
import { apiKeyStamper } from '@keywright/engine/test'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite.ts'
import { startTestDev, type TestDev } from '../support/devServer.ts'
import { type CrashRun, createCrashRun, type Found } from './crashRun.ts'
import { createDice } from './dice.ts'

let dev: TestDev
let run: CrashRun
let store: SqliteStore
beforeAll(async () => {
  dev = await startTestDev()
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
  await dev.close()
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

describe('the check', () => {
  it('finds no errors in an intact store', async () => {
    expect(await checked(store, { activities: await ownActivities() })).toMatchObject({
      lost: [],
      doubled: [],
      broken: [],
      untold: [],
      invented: [],
    })
    expect(await run.repeatAnswered([dev.server.url])).toEqual([])
  })

  it('finds a missing activity', async () => {
    const found = await checked(changed('activities', (rows) => rows.slice(1)))
    expect(found.lost).toHaveLength(1)
    expect(found.doubled).toEqual([])
    expect(found.broken.join()).toContain('activities')
  })

  it('finds an activity with another result', async () => {
    const change = (rows: { id: string; value: Row }[]) =>
      rows.map((row, n) => (n === 0 ? { ...row, value: { ...row.value, result: { other: 'x' } } } : row))
    expect((await checked(changed('activities', change))).lost).toHaveLength(1)
  })

  it('finds a duplicate execution', async () => {
    const twice = (rows: { id: string; value: Row }[]) => [...rows, { ...rows[0]!, id: '~' }]
    expect((await checked(changed('activities', twice))).doubled.length).toBeGreaterThan(0)
    expect((await checked(changed('otps', twice))).doubled).toHaveLength(1)
  })

  it('finds a missing journal entry', async () => {
    const found = await checked(changed('journal', (rows) => rows.toSpliced(2, 1)))
    expect(found.broken.length).toBeGreaterThan(0)
  })

  it('finds missing and invented messages', async () => {
    const activities = await ownActivities()
    expect(await checked(store, { activities: activities.slice(1) })).toMatchObject({
      untold: [activities[0]],
    })
    expect(await checked(store, { activities: [...activities, 'x'] })).toMatchObject({ invented: ['x'] })
    const { untold, invented } = await checked(store, { mails: ['stranger@example.com'] })
    expect(untold.length).toBeGreaterThan(0)
    expect(invented).toEqual(['stranger@example.com'])
  })
})

describe('the check of a restored store', () => {
  // The check marks missing requests as unanswered. The server still has them and answers again.
  afterEach(() => run.repeatUnanswered([dev.server.url]))
  const sound = { lost: [], doubled: [], broken: [], invented: [] }

  it('finds no errors in a complete backup', async () => {
    const backup = run.beginBackup()
    backup.end()
    expect(await run.checkRestored(store, backup, {})).toEqual(sound)
  })

  it('reports requests acknowledged before the backup, and marks later ones as unanswered', async () => {
    const early = run.beginBackup()
    early.end()
    const emptied = changed('activities', (rows) => rows.filter(({ value }) => value['status'] !== DONE))
    const before = run.count()
    const { lost } = await run.checkRestored(emptied, early, {})
    expect(lost).toHaveLength(before)
    expect(run.count()).toBe(0)
    await run.repeatUnanswered([dev.server.url])
    expect(run.count()).toBe(before)
  })

  it('finds requests posted after the end of the backup', async () => {
    const backup = run.beginBackup()
    backup.posted = 1
    const { invented, ...others } = await run.checkRestored(store, backup, {})
    expect(others).toEqual({ lost: [], doubled: [], broken: [] })
    expect(invented).toContain('code-2@example.com')
    expect(invented.join()).toContain('for 1 bodies')
  })

  it('ignores messages sent before the restore', async () => {
    const backup = run.beginBackup()
    backup.end()
    const activities = [...(await ownActivities()), 'taken back']
    expect(await checked(store, { activities })).toMatchObject({ invented: ['taken back'] })
    expect(await run.checkRestored(store, backup, { activities })).toEqual(sound)
    expect(await checked(store, { activities })).toMatchObject({ invented: [], untold: [] })
    expect(await checked(store, { activities: [...activities, 'x'] })).toMatchObject({ invented: ['x'] })
  })
})

const DONE = 'ACTIVITY_STATUS_COMPLETED'
