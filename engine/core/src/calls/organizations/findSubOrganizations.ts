/** Lists sub-organizations of a parent, all or filtered, by page. */
import { ApiError, type Pagination } from '@keywright/contract'
import type { Context } from '../../context.ts'
import { listByTerm, listSubOrganizations, type Term } from '../../identity/directory.ts'
import { pageRange, toPage } from '../../pages.ts'

export interface SubOrganizationFilter {
  readonly filterType?: Term | undefined
  readonly filterValue?: string | undefined
  readonly paginationOptions?: Pagination | undefined
}

/** Ids in id order; empty if nothing matches. @throws ApiError 400 for a cursor that isn't an id */
export async function findSubOrganizations(
  { rows, open }: Context,
  { filterType, filterValue, paginationOptions }: SubOrganizationFilter,
): Promise<string[]> {
  const page = pageRange(paginationOptions, 'oldest-first')
  if (filterType === undefined) return toPage(await listSubOrganizations(rows, open, page.range), page)
  if (filterValue === undefined) {
    throw new ApiError('MEMBER_MISSING', { field: 'filterValue' }, { field: 'filterValue' })
  }
  const value = filterType === 'PUBLIC_KEY' ? filterValue.toLowerCase() : filterValue
  return toPage(await listByTerm(rows, open, filterType, value, page.range), page)
}
