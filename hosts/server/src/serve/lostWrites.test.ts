import {
  collectContents,
  createMemoryStore,
  StoreUnavailable,
  UNREADABLE,
  type WholeStore,
} from '@keywright/engine'
import { SERVER } from '@keywright/host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watchForLosses } from './lostWrites.ts'

const ORGANIZATION = 'organization-1'

/** A database that can lose what was written since a moment, and processes on it. */
function startDatabase() {
  const store = createMemoryStore()
  let incarnation = 1
  let isDown = false
  const database = {
    ...store,
    async incarnation() {
      if (isDown) throw new Error('down')
      return String(incarnation)
    },
  }
  return {
    store,
    startProcess() {
      const said: Record<string, unknown>[] = []
      const watch = watchForLosses(database, {
        log: (entry) => said.push(entry),
        clock: Date.now,
        intervalMs: 5,
      })
      onTestFinished(() => watch.stop())
      return { ...watch, alarms: () => said.filter(({ level }) => level === 'error') }
    },
    async remember() {
      const contents = await collectContents(store.readAll())
      return async ({ notice = true } = {}) => {
        await store.replaceAll([contents])
        if (notice) incarnation++
      }
    },
    setDown(value: boolean) {
      isDown = value
    },
  }
}

type Process = ReturnType<ReturnType<typeof startDatabase>['startProcess']>

async function write({ store }: { store: Process['store'] | WholeStore }, activity: string): Promise<void> {
  const { version } = await store.read(ORGANIZATION, [])
  await store.commit({
    guards: [{ organization: ORGANIZATION, version }],
    writes: [{ organization: ORGANIZATION, table: 'activities', id: activity, value: {} }],
  })
}

describe('lost writes', () => {
  it('reports a database that is behind on the next read, and stops writes of all processes', async () => {
    const database = startDatabase()
    const [one, other] = [database.startProcess(), database.startProcess()]
    await write(one, 'kept')
    const lose = await database.remember()
    await write(one, 'lost')
    await lose({ notice: false })

    await expect(write(one, 'next')).rejects.toThrow(StoreUnavailable)
    await expect.poll(one.alarms).toMatchObject([
      {
        audit: true,
        organizationId: ORGANIZATION,
        knownVersion: 2,
        foundVersion: 1,
        missingActivities: ['lost'],
      },
    ])
    await expect.poll(other.count).toBe(1)
    await expect(write(other, 'next')).rejects.toThrow(StoreUnavailable)
    expect(await other.losses()).toMatchObject([{ missingActivities: ['lost'] }])
  })

  it('finds the loss after a failover although another process has written since', async () => {
    const database = startDatabase()
    const one = database.startProcess()
    const lose = await database.remember()
    await write(one, 'lost')
    await lose()
    await write(database, 'of another process')
    await write(database, 'of another process, again')
    await expect
      .poll(one.alarms)
      .toMatchObject([{ knownVersion: 1, foundVersion: 2, missingActivities: ['lost'] }])
    await expect(write(one, 'next')).rejects.toThrow(StoreUnavailable)
  })

  it('checks everything after an outage', async () => {
    const database = startDatabase()
    const one = database.startProcess()
    const lose = await database.remember()
    await write(one, 'lost')
    database.setDown(true)
    await lose({ notice: false })
    await write(database, 'of another process')
    database.setDown(false)
    await expect.poll(one.alarms).toMatchObject([{ missingActivities: ['lost'] }])
  })

  it('allows writes again after an operator accepts the loss, in each process', async () => {
    const database = startDatabase()
    const [one, other] = [database.startProcess(), database.startProcess()]
    const lose = await database.remember()
    await write(one, 'lost by one')
    await write(other, 'lost by the other')
    await lose()
    const missing = async () =>
      (await one.losses()).flatMap(({ missingActivities }) => missingActivities).sort()
    await expect.poll(missing).toEqual(['lost by one', 'lost by the other'])

    expect(await other.accept(ORGANIZATION)).toHaveLength(2)
    expect(await other.accept(ORGANIZATION)).toEqual([])
    await expect.poll(() => [one.count(), other.count()]).toEqual([0, 0])
    await write(one, 'next')
    await write(other, 'last')
    expect(one.alarms()).toHaveLength(1)
  })

  it.each([[UNREADABLE], [null], [{}], [{ organizationId: 'other' }]])(
    'stays in force if its row is damaged: %j',
    async (value) => {
      const database = startDatabase()
      const id = `${ORGANIZATION}/process`
      await database.store.commit({
        guards: [],
        writes: [{ organization: SERVER, table: 'losses', id, value }],
      })
      const restarted = database.startProcess()
      await expect.poll(restarted.count).toBe(1)
      await expect(write(restarted, 'next')).rejects.toThrow(StoreUnavailable)
      expect(await restarted.losses()).toEqual([{ organizationId: ORGANIZATION }])
      expect(await restarted.accept(ORGANIZATION)).toEqual([{ organizationId: ORGANIZATION }])
      await expect.poll(restarted.count).toBe(0)
      await write(restarted, 'next')
    },
  )

  it('stays silent while nothing is lost', async () => {
    const database = startDatabase()
    const [one, other] = [database.startProcess(), database.startProcess()]
    const again = await database.remember()
    await again()
    for (let n = 0; n < 20; n++) {
      await write(n % 2 ? one : other, `activity ${n}`)
      if (n % 5 === 0) await (await database.remember())()
    }
    expect([one.count(), other.count(), one.alarms(), other.alarms()]).toEqual([0, 0, [], []])
  })
})
