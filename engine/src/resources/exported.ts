/** Keys are deleted only when somebody holds a copy, or says that none is wanted. */
import { ApiError } from '@keywright/contract'

/** @throws ApiError 400 that names every id that was not exported; all or none may go */
export function assertExported(
  keys: readonly { readonly id: string; readonly exported: boolean }[],
  deleteWithoutExport: boolean,
): void {
  if (deleteWithoutExport) return
  const ids = keys.filter((key) => !key.exported).map((key) => key.id)
  if (ids.length > 0) throw new ApiError('DELETE_UNEXPORTED', { ids })
}
