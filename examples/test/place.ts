/** Where examples run. */

/** The environment of one run: settings, and access to the API. */
export interface World {
  /** What `keywright dev` prints for a new organization. */
  readonly env: Readonly<Record<string, string>>
  /** Replaces the platform's `fetch`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Replaces the platform's clock, if the place has its own. */
  readonly now?: () => number
  /** Replaces the platform's randomness, if runs must repeat. */
  readonly random?: (length: number) => Uint8Array
  close(): Promise<void>
}

export interface Place {
  readonly name: 'in process' | 'development server'
  open(): Promise<World>
  close(): Promise<void>
}

/** The variables that examples read, for an organization on a development host. */
export const settingsOf = (
  baseUrl: string,
  signerPublicKey: string,
  { organizationId, apiKey }: { organizationId: string; apiKey: { publicKey: string; privateKey: string } },
): Record<string, string> => ({
  KEYWRIGHT_BASE_URL: baseUrl,
  KEYWRIGHT_ORGANIZATION_ID: organizationId,
  KEYWRIGHT_API_PUBLIC_KEY: apiKey.publicKey,
  KEYWRIGHT_API_PRIVATE_KEY: apiKey.privateKey,
  KEYWRIGHT_SIGNER_PUBLIC_KEY: signerPublicKey,
})
