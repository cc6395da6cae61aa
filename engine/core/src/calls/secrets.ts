/** Detects seeds and keys that an organization has already, or that may not be imported. */
import { ApiError } from '@keywright/contract'
import type { Context, ExecuteContext } from '../context.ts'
import type { PublicSecretKind } from '../ports.ts'

export type SecretKind = 'wallet' | 'private key'

/** The lookup of secrets of a kind: keyed mark → id. */
export const secretsOf = (kind: SecretKind) => `secrets:${kind}` as const

export const SECRETS = {
  /**
   * Records that an object holds a secret (entropy of a wallet, public key of a private key).
   * @param origin a secret just generated from the host's randomness can't be taken
   * @throws ApiError 409 that names the object that holds the secret already; 400 for a publicly known secret
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
    const holderId = origin === 'fresh' ? undefined : await rows.lookup<string>(secretsOf(kind), mark)
    if (holderId !== undefined) throw new ApiError('KEY_IMPORTED_ALREADY', { kind, id: holderId })
    rows.putLookup(secretsOf(kind), mark, id)
  },

  release({ rows, vault, organization }: ExecuteContext, kind: SecretKind, secret: Uint8Array): void {
    rows.removeLookup(secretsOf(kind), vault.mark(organization.organizationId, secret))
  },
} as const

/**
 * @param secret entropy of a wallet; otherwise the public key: 32 bytes of Ed25519, or a point of another curve
 * @param field dotted path of the member, for errors
 * @throws ApiError 400 if the host says that this secret, or the private half of this key, is publicly known
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
