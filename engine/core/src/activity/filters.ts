/** Filters of a webhook subscription: those of `list_activities`, as JSON text. */
import { parseJson } from '@keywright/keys'
import type { ActivityRow } from '../store/tables.ts'

const MEMBERS = ['filterByStatus', 'filterByType'] as const
const MAX_LENGTH = 16_384

/** Matches any of the names; an absent list matches everything. */
export type ActivityFilters = { readonly [M in (typeof MEMBERS)[number]]?: readonly string[] }

/** @throws SyntaxError if the text is not a JSON object of these lists */
export function readFilters(text: string): ActivityFilters {
  if (text.length > MAX_LENGTH) throw new SyntaxError('too long')
  const filters: unknown = parseJson(text)
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) {
    throw new SyntaxError('not an object')
  }
  for (const [member, names] of Object.entries(filters)) {
    const isList = Array.isArray(names) && names.every((name) => typeof name === 'string')
    if (!(MEMBERS as readonly string[]).includes(member) || !isList) throw new SyntaxError(member)
  }
  return filters as ActivityFilters
}

export function matches(
  { filterByStatus, filterByType }: ActivityFilters,
  { status, type }: Pick<ActivityRow, 'status' | 'type'>,
): boolean {
  return (filterByStatus?.includes(status) ?? true) && (filterByType?.includes(type) ?? true)
}
