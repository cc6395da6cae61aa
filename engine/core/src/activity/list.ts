/** Lists activities by status and type: reads one page of each list that a filter names, and merges the pages. */

import type { ReadRows } from '../store/rows.ts'
import type { Range } from '../store/store.ts'
import type { ActivityStatus, StoredActivityRow } from '../store/tables.ts'
import { whole } from './compact.ts'
import { LOOKUP } from './record.ts'

const STATUSES: readonly ActivityStatus[] = [
  'ACTIVITY_STATUS_CREATED',
  'ACTIVITY_STATUS_PENDING',
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_COMPLETED',
  'ACTIVITY_STATUS_FAILED',
  'ACTIVITY_STATUS_REJECTED',
]

export interface ActivityFilter {
  /** Any of these; empty means all. */
  readonly statuses: readonly string[]
  /** Any of these; empty means all. */
  readonly types: readonly string[]
}

/** Activities within the range and in its direction. The cost grows with the page, not with the list. */
export async function listActivities(
  rows: ReadRows,
  filter: ActivityFilter,
  range: Range & { readonly limit: number },
): Promise<StoredActivityRow[]> {
  if (filter.statuses.length === 0 && filter.types.length === 0) {
    return (await rows.list('activities', range)).map(whole)
  }
  // Before each type is combined with each status: lists of a long body would have a million pairs.
  const [statuses, types] = [[...new Set(filter.statuses)], [...new Set(filter.types)]]
  const lookups =
    types.length === 0
      ? statuses.map(LOOKUP.byStatus)
      : types.flatMap((type) =>
          (statuses.length === 0 ? STATUSES : statuses).map((status) => LOOKUP.byType(type, status)),
        )
  const pages = await Promise.all(lookups.map((lookup) => rows.lookupAll(lookup, range)))
  const ids = pages.flat().map((entry) => entry.id)
  ids.sort()
  if (range.reverse) ids.reverse()
  const found = await Promise.all(ids.slice(0, range.limit).map((id) => rows.get('activities', id)))
  return found.flatMap((row) => (row ? [whole(row)] : []))
}
