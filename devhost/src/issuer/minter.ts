/** What signs ID tokens, and what both ways to one share. */

export interface TokenRequest {
  readonly subject?: string | undefined
  readonly audience?: string | undefined
  readonly email?: string | undefined
  /** The nonce becomes the one that `oauth` asks for with this key. */
  readonly targetPublicKey?: string | undefined
  readonly nonce?: string | undefined
  /** Default: `TOKEN_SECONDS`. Negative: expired already. */
  readonly expiresInSeconds?: number | undefined
  /** Further claims; they replace those above. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

export interface Minter {
  readonly url: string
  mint(request: TokenRequest): { token: string; claims: Readonly<Record<string, unknown>> }
}

/** Lifetime of an ID token unless the request names one. */
export const TOKEN_SECONDS = 300

export const authorizeUrlOf = (issuerUrl: string): string => `${issuerUrl}/authorize`
