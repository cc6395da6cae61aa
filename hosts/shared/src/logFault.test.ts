import { StoreConflict, StoreUnavailable } from '@keywright/engine'
import { expect, it } from 'vitest'
import { logFault } from './exchange.ts'
import type { LogEntry } from './log.ts'

function lines(error: unknown): LogEntry[] {
  const logged: LogEntry[] = []
  logFault((entry) => logged.push(entry), 'an-id', error, { call: 'whoami' })
  return logged
}

it('logs a database that is down in one line without a stack', () => {
  expect(lines(new StoreUnavailable('it does not respond', new Error('connect ECONNREFUSED')))).toEqual([
    {
      level: 'error',
      message: 'store unavailable',
      errorId: 'an-id',
      call: 'whoami',
      error: 'StoreUnavailable: the database is not available: it does not respond',
      cause: 'Error: connect ECONNREFUSED',
    },
  ])
})

it('logs lost races for an organization without a stack', () => {
  expect(lines(new StoreConflict('org'))[0]).not.toHaveProperty('stack')
})

it('logs a bug with its stack', () => {
  const bug = new Error('a bug')
  expect(lines(bug)).toMatchObject([{ message: 'engine fault', error: 'Error: a bug', stack: bug.stack }])
})
