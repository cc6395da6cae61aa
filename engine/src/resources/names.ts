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

/** The lookup of names of a kind: name → id. */
export const namesOf = (kind: NamedKind) => `names:${kind}`

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
  const owner = await rows.lookup<string>(namesOf(kind), name)
  if ((owner !== undefined && owner !== id) || taken.has(name)) {
    throw kind === 'policy'
      ? new ApiError('POLICY_NAME_TAKEN', { name })
      : new ApiError('NAME_TAKEN', { kind, name })
  }
  taken.add(name)
}

/** Assigns a name to an object. @throws like `assertNameFree` */
export async function claimName(rows: Partition, kind: NamedKind, name: string, id: string): Promise<void> {
  await assertNameFree(rows, kind, name, { id })
  rows.putLookup(namesOf(kind), name, id)
}

/** Frees the name of a renamed or deleted object. */
export function releaseName(rows: Partition, kind: NamedKind, name: string): void {
  rows.removeLookup(namesOf(kind), name)
}
