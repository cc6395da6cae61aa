/** Lists activities by status and type: reads one page of each list that a filter names, and merges the pages. */

import { nextStatuses } from '@keywright/contract'
import type { Unproven, UnprovenLookup } from '../store/lookups.ts'
import { RowAltered } from '../store/rowAltered.ts'
import type { ReadRows } from '../store/rows.ts'
import type { Range } from '../store/store.ts'
import type { ActivityStatus, StoredActivityRow } from '../store/tables.ts'
import { expand } from './compact.ts'
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
  if (filter.statuses.length === 0 && filter.types.length === 0) return listAll(rows, range)
  // Before each type is combined with each status: lists of a long body would have a million pairs.
  const [statuses, types] = [[...new Set(filter.statuses)], [...new Set(filter.types)]]
  const lookups =
    types.length === 0
      ? statuses.map(LOOKUP.byStatus)
      : types.flatMap((type) =>
          (statuses.length === 0 ? STATUSES : statuses).map((status) => LOOKUP.byType(type, status)),
        )
  const pages = await Promise.all(
    lookups.map(async (lookup) => (await rows.entries(lookup, range)).map((found) => ({ lookup, ...found }))),
  )
  const found = pages.flat().sort((a, b) => (a.id < b.id ? -1 : 1) * (range.reverse ? -1 : 1))
  const activities = await Promise.all(found.slice(0, range.limit).map((one) => activityOf(rows, one)))
  return activities.filter((activity) => activity !== undefined)
}

interface Found {
  readonly lookup: UnprovenLookup
  readonly id: string
  readonly entry: Unproven
}

/** Undefined if the activity has changed since the list was read, so that it is in another one. */
async function activityOf(
  rows: ReadRows,
  { lookup, id, entry }: Found,
): Promise<StoredActivityRow | undefined> {
  const [found] = await entry.provenBy(async (value) => {
    const row = await rows.get('activities', id)
    const isOf =
      row && [LOOKUP.byStatus(row.status), LOOKUP.byType(row.type, row.status)].includes(lookup as never)
    if (value === null && isOf) return [expand(row)]
    return (await rows.hasNow(lookup, id)) ? undefined : []
  })
  return found
}

/** Also reads which activities are pending: the list can't lack one of them. */
async function listAll(
  rows: ReadRows,
  range: Range & { readonly limit: number },
): Promise<StoredActivityRow[]> {
  const pending = STATUSES.filter((status) => nextStatuses[status].length > 0).map(LOOKUP.byStatus)
  const [found, ...known] = await Promise.all([
    rows.list('activities', range),
    ...pending.map((lookup) => rows.entries(lookup, range)),
  ])
  const ids = new Set(found.map(({ id }) => id))
  const last = found.at(-1)?.id ?? ''
  const isBehind = (id: string) => found.length === range.limit && (range.reverse ? id < last : id > last)
  const missing = known.flat().find(({ id }) => !ids.has(id) && !isBehind(id))
  if (missing) throw new RowAltered(rows.organizationId, 'activities', missing.id)
  return found.map(expand)
}
