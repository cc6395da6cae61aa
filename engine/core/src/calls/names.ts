/** Names are unique per kind in an organization. */
import { ApiError } from '@keywright/contract'
import type { Partition, ReadRows } from '../store/rows.ts'

export type NamedKind =
  | 'user'
  | 'user tag'
  | 'private key tag'
  | 'wallet'
  | 'private key'
  | 'policy'
  | 'webhook endpoint'

/** The lookup of names of a kind, and a name in it: name → id. Spellings that look the same in Unicode are one name. */
export const nameEntry = (kind: NamedKind, name: string) => [`names:${kind}`, name.normalize()] as const

/** Names that one request assigns, to detect duplicates within the request. */
export type Taken = Set<string>

/**
 * @param taken other names that the request assigns; this name is added
 * @throws ApiError 409 if another object has the name; 400 for policies
 */
export async function assertNameFree(
  rows: ReadRows,
  kind: NamedKind,
  name: string,
  { id, taken = new Set() }: { readonly id?: string; readonly taken?: Taken } = {},
): Promise<void> {
  const [lookup, entered] = nameEntry(kind, name)
  const owner = await rows.lookup<string>(lookup, entered)
  if ((owner !== undefined && owner !== id) || taken.has(entered)) {
    throw kind === 'policy'
      ? new ApiError('POLICY_NAME_TAKEN', { name })
      : new ApiError('NAME_TAKEN', { kind, name })
  }
  taken.add(entered)
}

/** Assigns a name to an object. @throws like `assertNameFree` */
export async function claimName(rows: Partition, kind: NamedKind, name: string, id: string): Promise<void> {
  await assertNameFree(rows, kind, name, { id })
  rows.putLookup(...nameEntry(kind, name), id)
}

/** Changes the name of an object. @throws like `assertNameFree` */
export function renameTo(
  rows: Partition,
  kind: NamedKind,
  { from, to, id }: { readonly from: string; readonly to: string; readonly id: string },
): Promise<void> {
  // First: both may be the same entry.
  releaseName(rows, kind, from)
  return claimName(rows, kind, to, id)
}

/** Frees the name of a deleted object. */
export function releaseName(rows: Partition, kind: NamedKind, name: string): void {
  rows.removeLookup(...nameEntry(kind, name))
}
