/** Pagination of lists by `limit`, `before` and `after`. */
import { ApiError, defaults, isUuid, limits, type Pagination } from '@keywright/contract'
import { toUtf8 } from '@keywright/keys'
import type { Range } from './store/store.ts'

export interface PageRange {
  readonly range: Range & { readonly limit: number }
  /** With `before`, the store reads backwards from the cursor; the page still comes in list order. */
  readonly isTurned: boolean
}

/**
 * `after` returns the objects that follow the cursor in list order, `before` those that precede it, closest to it.
 * @param order list order by id: `newest-first` for activities, `oldest-first` for other lists
 * @throws ApiError 400 for a cursor that isn't an id
 */
export function pageRange(
  options: Pagination | undefined,
  order: 'newest-first' | 'oldest-first',
): PageRange {
  const limit = Number(options?.limit ?? defaults.pageLimit)
  const { after, before } = options ?? {}
  assertCursors(options)
  const isNewestFirst = order === 'newest-first'
  // With the newest first, "after" means smaller ids.
  const bounds = isNewestFirst ? { before: after, after: before } : { after, before }
  const isTurned = before !== undefined && after === undefined
  return { range: { ...bounds, limit, reverse: isNewestFirst !== isTurned }, isTurned }
}

/**
 * Ids are the order of lists, so an id continues a list after its entry was deleted.
 * @throws ApiError 400 for a cursor that isn't an id
 */
function assertCursors({ before, after }: Pagination = {}): void {
  for (const cursor of [before, after]) {
    if (cursor !== undefined && !(isUuid(cursor) && cursor === cursor.toLowerCase())) {
      throw new ApiError('CURSOR_INVALID', { cursor: cursor.slice(0, 80) })
    }
  }
}

/** Entries of the first read of a page with potentially large entries. */
const FIRST_READ = 10

/**
 * Reads a page within `limits.answerBytes`: a page with large entries is shorter than its limit, and its cursors
 * continue the list. At least one entry is kept. Each later read is as long as the budget left suggests.
 *
 * @returns entries as presented, in list order
 */
export async function readPage<T extends { readonly id: string }, P>(
  page: PageRange,
  read: (range: PageRange['range']) => Promise<readonly T[]>,
  present: (entry: T) => Promise<P> | P,
): Promise<P[]> {
  const { limit, reverse = false } = page.range
  const found: P[] = []
  let bytes = 0
  let range = { ...page.range, limit: Math.min(limit, FIRST_READ) }
  for (;;) {
    const entries = await read(range)
    for (const presented of await Promise.all(entries.map(present))) {
      bytes += toUtf8(JSON.stringify(presented)).length
      if (bytes > limits.answerBytes && found.length > 0) return toPage(found, page)
      found.push(presented)
    }
    if (entries.length < range.limit || found.length === limit) return toPage(found, page)
    const mean = Math.max(1, bytes / found.length)
    const next = Math.max(1, Math.floor((limits.answerBytes - bytes) / mean))
    const { id } = entries.at(-1)!
    range = {
      ...range,
      ...(reverse ? { before: id } : { after: id }),
      limit: Math.min(limit - found.length, next),
    }
  }
}

/** The page in list order. */
export function toPage<T>(items: T[], { isTurned }: PageRange): T[] {
  return isTurned ? items.reverse() : items
}
