import { randomUUID } from 'node:crypto'
import type { Engine } from '@keywright/engine'
import type { LogEntry } from '@keywright/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ORGANIZATIONS_PER_POLL, startDelivering } from './delivering.ts'
import type { Repeating } from './repeat.ts'

/** Result of the next poll: organizations with due messages, waiting messages, failed receivers. */
let found: { organizations: readonly string[]; messages: number; failing: number } | Error
let served: string[]
let engine: Engine | undefined
let delivering: Repeating
const log: LogEntry[] = []
const look = () => {
  if (found instanceof Error) throw found
  return found
}
const store = {
  pollOutbox: vi.fn(async (_now: number, after: string, limit: number) =>
    look()
      .organizations.filter((organization) => organization > after)
      .slice(0, limit)
      .map((organization) => ({ organization, isDue: !organization.startsWith('later') })),
  ),
  outboxState: async () => ({ messages: look().messages, firstDueAt: undefined }),
}

const NOTHING = { organizations: [], messages: 0, failing: 0 }

beforeEach(() => {
  vi.useFakeTimers()
  log.length = 0
  found = NOTHING
  served = []
  const beginDelivery = async (organizations: readonly string[]) => {
    served.push(...organizations)
    return look().failing
  }
  engine = { beginDelivery } as unknown as Engine
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

const poll = () => vi.advanceTimersByTimeAsync(1_000)

describe('startDelivering', () => {
  it('logs once when an outage begins and once when it ends', async () => {
    found = { organizations: ['one'], messages: 3, failing: 0 }
    await poll()
    expect(log).toEqual([])
    found = { organizations: ['one'], messages: 2, failing: 1 }
    await poll()
    await poll()
    expect(log).toEqual([{ level: 'warn', message: 'messages wait in the outbox', waiting: 2 }])
    // A poll between two attempts.
    found = { organizations: [], messages: 2, failing: 0 }
    await poll()
    found = NOTHING
    await poll()
    await poll()
    expect(log.map(({ message }) => message)).toEqual([
      'messages wait in the outbox',
      'the outbox is empty again',
    ])
  })

  it('reaches every organization, however many wait, and takes in a limited number per poll', async () => {
    const organizations = Array.from({ length: 3 * ORGANIZATIONS_PER_POLL }, () => randomUUID()).sort()
    const left = new Set<string>(organizations)
    while (left.size > 0) {
      found = { organizations: [...left], messages: left.size, failing: 0 }
      await poll()
      expect(served.length).toBeLessThanOrEqual(ORGANIZATIONS_PER_POLL)
      for (const organization of served.splice(0)) left.delete(organization)
    }
  })

  it('reaches one with a due message behind many that wait for their time', async () => {
    const waiting = Array.from({ length: 3 * ORGANIZATIONS_PER_POLL }, (_, n) => `later${n}`).sort()
    found = { organizations: [...waiting, 'one'], messages: 1, failing: 0 }
    for (let n = 0; n < 5; n++) await poll()
    expect(new Set(served)).toEqual(new Set(['one']))
  })

  it('reads once per poll while nothing is due, and delivers to few organizations together after that', async () => {
    const organizations = Array.from({ length: 400 }, (_, n) => `later${n}`)
    found = { organizations: organizations.sort(), messages: 0, failing: 0 }
    await poll()
    store.pollOutbox.mockClear()
    for (let n = 0; n < 5; n++) await poll()
    expect(store.pollOutbox).toHaveBeenCalledTimes(5)
    const together: number[] = []
    const left = new Set(organizations.map((id) => id.replace('later', '')))
    engine = {
      async beginDelivery(those: readonly string[]) {
        together.push(those.length)
        for (const organization of those) left.delete(organization)
        found = { organizations: [...left].sort(), messages: 0, failing: 0 }
        return 0
      },
    } as unknown as Engine
    found = { organizations: [...left].sort(), messages: 0, failing: 0 }
    await poll()
    expect(left.size).toBe(0)
    expect(Math.max(...together)).toBe(25)
  })

  it('continues when the database is back', async () => {
    found = new Error('gone')
    await poll()
    expect(log).toMatchObject([{ level: 'error', message: 'messages could not be delivered' }])
    found = { organizations: ['later', 'one'], messages: 1, failing: 0 }
    await poll()
    await poll()
    expect(new Set(served)).toEqual(new Set(['one']))
  })

  it('does nothing while the server is sealed, and nothing after the stop', async () => {
    engine = undefined
    found = new Error('asked')
    await poll()
    engine = {} as Engine
    await delivering.stop()
    await poll()
    expect(log).toEqual([])
  })
})
