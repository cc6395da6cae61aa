/** Types for signing ID tokens, shared by both flows. */

export interface TokenRequest {
  readonly subject?: string | undefined
  readonly audience?: string | undefined
  readonly email?: string | undefined
  /** Sets the nonce that `oauth` requires for this key. */
  readonly targetPublicKey?: string | undefined
  readonly nonce?: string | undefined
  /** Default: `TOKEN_SECONDS`. Negative for an expired token. */
  readonly expiresInSeconds?: number | undefined
  /** Additional claims, which override the ones above. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

export interface Minter {
  readonly url: string
  mint(request: TokenRequest): { token: string; claims: Readonly<Record<string, unknown>> }
}

/** Lifetime of an ID token unless the request names one. */
export const TOKEN_SECONDS = 300

export const authorizeUrlOf = (issuerUrl: string): string => `${issuerUrl}/authorize`
