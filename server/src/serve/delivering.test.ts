import type { Engine } from '@keywright/engine'
import type { LogEntry } from '@keywright/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Delivering, startDelivering } from './delivering.ts'

/** What the next rounds find: noted organizations, how many messages each has, and how many receivers failed. */
let found: { organizations: string[]; waiting: number; failing: number } | Error
let asked: string[][]
let removed: string[]
let engine: Engine | undefined
let delivering: Delivering
const log: LogEntry[] = []
const look = () => {
  if (found instanceof Error) throw found
  return found
}
const store = {
  notes: async () =>
    look().organizations.map((organization) => ({ organization, until: 1, isOpen: false, isOver: true })),
  removeNote: async ({ organization }: { organization: string }) => {
    removed.push(organization)
    return organization !== 'doubtful'
  },
}

const NOTHING = { organizations: [], waiting: 0, failing: 0 }

beforeEach(() => {
  vi.useFakeTimers()
  log.length = 0
  found = NOTHING
  asked = []
  removed = []
  const beginDelivery = async (organizations: readonly string[]) => {
    asked.push([...organizations])
    const { failing, waiting: messages } = look()
    const dueAt = Date.now()
    const waiting = messages === 0 ? [] : organizations.map((id) => [id, { messages, dueAt }] as const)
    return { failing, waiting: new Map(waiting) }
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

const round = () => vi.advanceTimersByTimeAsync(1_000)
const said = () => log.map(({ message }) => message)

describe('startDelivering', () => {
  it('says once that messages wait, and once that none does', async () => {
    // On their way, and nobody failed.
    found = { organizations: ['one'], waiting: 3, failing: 0 }
    await round()
    expect(delivering.waiting()).toEqual({ organizations: 1, messages: 3 })
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
    expect(delivering.waiting()).toEqual({ organizations: 0, messages: 0 })
    expect(said()).toEqual(['messages wait in the outbox', 'no message waits in the outbox'])
  })

  it('goes on after a database that was gone', async () => {
    found = new Error('gone')
    await round()
    expect(log).toMatchObject([{ level: 'error', message: 'messages could not be delivered' }])
    found = { organizations: ['one'], waiting: 1, failing: 0 }
    await round()
    expect(delivering.waiting()).toEqual({ organizations: 1, messages: 1 })
  })

  it('removes the note of an organization where nothing waits, and looks again where something does after all', async () => {
    found = { organizations: ['one', 'doubtful'], waiting: 0, failing: 0 }
    await round()
    expect(removed).toEqual(['one', 'doubtful'])
    await round()
    expect(asked).toEqual([['one', 'doubtful'], ['doubtful']])
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
