import type { LogEntry } from '@keywright/devhost'
import type { Engine } from '@keywright/engine'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PostgresStore } from '../store/postgres.ts'
import { type Delivering, startDelivering } from './delivering.ts'

/** What the next rounds find: organizations with messages, how many there are, and how many receivers failed. */
let found: { organizations: string[]; waiting: number; failing: number } | Error
let engine: Engine | undefined
let delivering: Delivering
const log: LogEntry[] = []
const look = () => {
  if (found instanceof Error) throw found
  return found
}
const store = {
  withMessages: async () => look().organizations,
  countMessages: async () => look().waiting,
} as unknown as PostgresStore

const NOTHING = { organizations: [], waiting: 0, failing: 0 }

beforeEach(() => {
  vi.useFakeTimers()
  log.length = 0
  found = NOTHING
  engine = { beginDelivery: async () => ({ failing: look().failing }) } as unknown as Engine
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
    // On their way, and nobody failed.
    found = { organizations: ['one'], waiting: 3, failing: 0 }
    await round()
    expect(delivering.waiting()).toBe(3)
    expect(log).toEqual([])
    found = { organizations: ['one'], waiting: 2, failing: 1 }
    await round()
    await round()
    expect(log).toEqual([{ level: 'warn', message: 'messages wait in the outbox', waiting: 2 }])
    // Between two tries.
    found = { organizations: ['one'], waiting: 2, failing: 0 }
    await round()
    found = NOTHING
    await round()
    await round()
    expect(delivering.waiting()).toBe(0)
    expect(said()).toEqual(['messages wait in the outbox', 'no message waits in the outbox'])
  })

  it('goes on after a database that was gone', async () => {
    found = new Error('gone')
    await round()
    expect(log).toMatchObject([{ level: 'error', message: 'messages could not be delivered' }])
    found = { organizations: ['one'], waiting: 1, failing: 0 }
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
