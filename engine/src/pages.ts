/** Pages of a list: `limit`, `before` and `after` as posted. */
import { ApiError, defaults, type Pagination } from '@keywright/contract'
import type { Range } from './store/store.ts'

/** What one page asks of the store, and whether the answer must be turned around. */
export interface PageRange {
  readonly range: Range & { readonly limit: number }
  /** With `before`, the store reads backwards from the cursor; the page still stands in list order. */
  readonly isTurned: boolean
}

/**
 * @param order list order by id: `newest-first` for activities, `oldest-first` elsewhere
 *
 * `after` continues behind that object in list order, `before` gives the objects preceding it, nearest to it.
 */
export function pageRange(
  options: Pagination | undefined,
  order: 'newest-first' | 'oldest-first',
): PageRange {
  const limit = Number(options?.limit ?? defaults.pageLimit)
  const { after, before } = options ?? {}
  const isNewestFirst = order === 'newest-first'
  // In list order "after" means smaller ids when the newest come first.
  const bounds = isNewestFirst ? { before: after, after: before } : { after, before }
  const isTurned = before !== undefined && after === undefined
  return { range: { ...bounds, limit, reverse: isNewestFirst !== isTurned }, isTurned }
}

/** @throws ApiError 400 for a cursor that names nothing in the list */
export async function assertCursors(
  { before, after }: Pagination = {},
  isInList: (cursor: string) => Promise<boolean>,
): Promise<void> {
  for (const cursor of [before, after]) {
    if (cursor !== undefined && !(await isInList(cursor))) {
      throw new ApiError('CURSOR_INVALID', { cursor: cursor.slice(0, 80) })
    }
  }
}

/** The page in list order. */
export function toPage<T>(items: T[], { isTurned }: PageRange): T[] {
  return isTurned ? items.reverse() : items
}
