/** Rejects duplicates in lists of ids. */
import { ApiError } from '@keywright/contract'

/** @throws ApiError 400 that names the first duplicate */
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
