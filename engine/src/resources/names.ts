/** Names are unique per kind in an organization. */
import { ApiError } from '@keywright/contract'
import type { Partition } from '../store/transaction.ts'

export type NamedKind =
  | 'user'
  | 'user tag'
  | 'private key tag'
  | 'wallet'
  | 'private key'
  | 'policy'
  | 'webhook endpoint'

const lookupOf = (kind: NamedKind) => `names:${kind}`

/** @throws ApiError 409 when the name is taken by another object; 400 for policies */
export async function claimName(rows: Partition, kind: NamedKind, name: string, id: string): Promise<void> {
  const owner = await rows.lookup<string>(lookupOf(kind), name)
  if (owner !== undefined && owner !== id) {
    throw kind === 'policy'
      ? new ApiError('POLICY_NAME_TAKEN', { name })
      : new ApiError('NAME_TAKEN', { kind, name })
  }
  rows.putLookup(lookupOf(kind), name, id)
}

/** Frees a name whose object is renamed or deleted. */
export function releaseName(rows: Partition, kind: NamedKind, name: string): void {
  rows.removeLookup(lookupOf(kind), name)
}
