/** Where examples are run. */

/** What one run finds: settings to read, and a way to the API. */
export interface World {
  /** What `keywright dev` prints, for a fresh organization. */
  readonly env: Readonly<Record<string, string>>
  /** Stands for the platform's. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Stands for the platform's clock, where the place has one of its own. */
  readonly now?: () => number
  /** Stands for the platform's randomness, where all is to repeat. */
  readonly random?: (length: number) => Uint8Array
  close(): Promise<void>
}

export interface Place {
  readonly name: 'in process' | 'development server'
  open(): Promise<World>
  close(): Promise<void>
}

/** The variables that examples read, for an organization that a development host has made. */
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
