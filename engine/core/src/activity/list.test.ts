import { expect, it, vi } from 'vitest'
import type { ReadRows } from '../store/rows.ts'
import { listActivities } from './list.ts'
import { LOOKUP } from './record.ts'

it('combines each type with each status once, however often a filter names them', async () => {
  const byType = vi.spyOn(LOOKUP, 'byType')
  const rows = { entries: async () => [] } as unknown as ReadRows
  const filter = {
    statuses: Array(100).fill('ACTIVITY_STATUS_FAILED'),
    types: Array(100).fill('ACTIVITY_TYPE_OAUTH'),
  }
  expect(await listActivities(rows, filter, { limit: 1 })).toEqual([])
  expect(byType).toHaveBeenCalledTimes(1)
})
