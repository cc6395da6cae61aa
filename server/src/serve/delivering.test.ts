import type { LogEntry } from '@keywright/devhost'
import type { Engine } from '@keywright/engine'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PostgresStore } from '../store/postgres.ts'
import { type Delivering, startDelivering } from './delivering.ts'

/** What the next rounds find: organizations with messages, and how many of these stay. */
let found: { organizations: string[]; waiting: number } | Error
let engine: Engine | undefined
let delivering: Delivering
const log: LogEntry[] = []
const store = {
  withMessages: async () => {
    if (found instanceof Error) throw found
    return found.organizations
  },
} as unknown as PostgresStore

beforeEach(() => {
  vi.useFakeTimers()
  log.length = 0
  found = { organizations: [], waiting: 0 }
  engine = { deliver: async () => ({ waiting: (found as { waiting: number }).waiting }) } as unknown as Engine
  delivering = startDelivering(
    store,
    () => engine,
    (entry) => void log.push(entry),
  )
})
afterEach(async () => {
  await delivering.stop()
  vi.useRealTimers()
})

const round = () => vi.advanceTimersByTimeAsync(1_000)
const said = () => log.map(({ message }) => message)

describe('startDelivering', () => {
  it('says once that messages wait, and once that none does', async () => {
    await round()
    found = { organizations: ['one'], waiting: 2 }
    await round()
    await round()
    expect(delivering.waiting()).toBe(2)
    expect(log).toEqual([{ level: 'warn', message: 'messages wait in the outbox', waiting: 2 }])
    found = { organizations: [], waiting: 0 }
    await round()
    await round()
    expect(delivering.waiting()).toBe(0)
    expect(said()).toEqual(['messages wait in the outbox', 'no message waits in the outbox'])
  })

  it('does not take messages that another process is at for gone', async () => {
    found = { organizations: ['one'], waiting: 2 }
    await round()
    found = { organizations: ['one'], waiting: 0 }
    await round()
    expect(delivering.waiting()).toBe(2)
  })

  it('goes on after a database that was gone', async () => {
    found = new Error('gone')
    await round()
    expect(log).toMatchObject([{ level: 'error', message: 'messages could not be delivered' }])
    found = { organizations: ['one'], waiting: 1 }
    await round()
    expect(delivering.waiting()).toBe(1)
  })

  it('leaves everything alone while the server is sealed, and after the stop', async () => {
    engine = undefined
    found = new Error('asked')
    await round()
    engine = {} as Engine
    await delivering.stop()
    await round()
    expect(log).toEqual([])
  })
})
