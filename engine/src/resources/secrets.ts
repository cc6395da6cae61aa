/** Which seeds and keys an organization holds, so that none comes in twice; and those that may not come in at all. */
import { ApiError } from '@keywright/contract'
import type { Context, ExecuteContext } from '../context.ts'
import type { PublicSecretKind } from '../ports.ts'

export type SecretKind = 'wallet' | 'private key'

const lookupOf = (kind: SecretKind) => `secrets:${kind}`

export const SECRETS = {
  /**
   * Notes that an object holds a secret (entropy of a wallet, public key of a private key).
   * @param origin what the host's source of randomness has just made, nobody holds
   * @throws ApiError 409 that names the object which holds it already; 400 for one that everybody knows
   */
  async claim(
    context: ExecuteContext,
    kind: SecretKind,
    secret: Uint8Array,
    id: string,
    origin: 'fresh' | 'imported',
  ): Promise<void> {
    assertNotPublic(context, kind, secret)
    const { rows, vault, organization } = context
    const mark = vault.mark(organization.organizationId, secret)
    const holderId = origin === 'fresh' ? undefined : await rows.lookup<string>(lookupOf(kind), mark)
    if (holderId !== undefined) throw new ApiError('KEY_IMPORTED_ALREADY', { kind, id: holderId })
    rows.putLookup(lookupOf(kind), mark, id)
  },

  /** Forgets it when its holder is deleted. */
  release({ rows, vault, organization }: ExecuteContext, kind: SecretKind, secret: Uint8Array): void {
    rows.removeLookup(lookupOf(kind), vault.mark(organization.organizationId, secret))
  },
} as const

/**
 * @param secret entropy of a wallet; else the public key: 32 bytes of Ed25519, or a point of another curve
 * @param field dotted path of the member to blame
 * @throws ApiError 400 for a secret, or the public half of one, that the host says everybody knows
 */
export function assertNotPublic(
  { settings }: Pick<Context, 'settings'>,
  kind: PublicSecretKind,
  secret: Uint8Array,
  field?: string,
): void {
  if (!settings.isPublicSecret?.(kind, secret)) return
  throw new ApiError('SECRET_PUBLIC', { kind }, field === undefined ? {} : { field })
}
