/** Which seeds and keys an organization holds, so that none comes in twice. */
import { ApiError } from '@keywright/contract'
import type { Context } from '../context.ts'

export type SecretKind = 'wallet' | 'private key'

const lookupOf = (kind: SecretKind) => `secrets:${kind}`

export const SECRETS = {
  /**
   * Notes that an object holds a secret (entropy of a wallet, public key of a private key).
   * @throws ApiError 409 that names the object which holds it already; 400 for one that everybody knows
   */
  async claim(context: Context, kind: SecretKind, secret: Uint8Array, id: string): Promise<void> {
    const { rows, vault, organization, settings } = context
    if (settings.isPublicSecret?.(kind, secret)) throw new ApiError('IMPORT_BUNDLE_INVALID')
    const mark = vault.mark(organization.organizationId, secret)
    const holderId = await rows.lookup<string>(lookupOf(kind), mark)
    if (holderId !== undefined) throw new ApiError('KEY_IMPORTED_ALREADY', { kind, id: holderId })
    rows.putLookup(lookupOf(kind), mark, id)
  },

  /** Forgets it when its holder is deleted. */
  release({ rows, vault, organization }: Context, kind: SecretKind, secret: Uint8Array): void {
    rows.removeLookup(lookupOf(kind), vault.mark(organization.organizationId, secret))
  },
} as const
