/** Lists of ids that name each thing once. */
import { ApiError } from '@keywright/contract'

/** @throws ApiError 400 that names the first entry that stands in the list twice */
export function assertDistinct(ids: readonly string[], field: string): void {
  const known = new Set<string>()
  for (const [n, id] of ids.entries()) {
    const at = `${field}.${n}`
    if (known.has(id)) {
      throw new ApiError('DUPLICATE_ENTRY', { field: at, value: id.slice(0, 200) }, { field: at })
    }
    known.add(id)
  }
}
