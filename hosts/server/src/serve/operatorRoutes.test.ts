import type { LogEntry } from '@keywright/host'
import { expect, it } from 'vitest'
import type { TeamParts } from './apiRoutes.ts'
import { operatorRoutes } from './operatorRoutes.ts'

it.each([
  ['while the database does not respond', false, 503, 'STORE_UNAVAILABLE', 'store unavailable'],
  ['with a bug', true, 500, 'INTERNAL', 'operator fault'],
])('names the log line of a request that failed %s', async (_, ping, status, errorCode, message) => {
  const log: LogEntry[] = []
  const parts = {
    losses: { losses: () => Promise.reject(new Error('connect ECONNREFUSED')) },
    store: { ping: async () => ping },
    log: (entry: LogEntry) => log.push(entry),
  }
  const headers = { host: 'localhost' }
  const response = await operatorRoutes(parts as unknown as TeamParts).request('/losses', { headers })
  expect(response.status).toBe(status)
  const body = (await response.json()) as { message: string }
  expect(body).toMatchObject({ details: [{ errorCode }] })
  expect(log).toMatchObject([{ level: 'error', message, error: 'Error: connect ECONNREFUSED' }])
  expect('stack' in log[0]!).toBe(ping)
  expect(body.message).toContain(log[0]!['errorId'])
})
