/** Keys can be deleted only if they were exported, or the caller confirms that no copy is needed. */
import { ApiError } from '@keywright/contract'

/** @throws ApiError 400 that names every id that was not exported */
export function assertExported(
  keys: readonly { readonly id: string; readonly exported: boolean }[],
  deleteWithoutExport: boolean,
): void {
  if (deleteWithoutExport) return
  const ids = keys.filter((key) => !key.exported).map((key) => key.id)
  if (ids.length > 0) throw new ApiError('DELETE_UNEXPORTED', { ids })
}
