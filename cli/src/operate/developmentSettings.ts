/** Environment variables with which programs connect to a development server. */
import type { DevServer } from '@keywright/server'

export const developmentSettings = ({
  url,
  organizationId,
  apiKey,
  signerPublicKey,
}: Pick<DevServer, 'url' | 'organizationId' | 'apiKey' | 'signerPublicKey'>): Readonly<
  Record<string, string>
> => ({
  KEYWRIGHT_BASE_URL: url,
  KEYWRIGHT_ORGANIZATION_ID: organizationId,
  KEYWRIGHT_API_PUBLIC_KEY: apiKey.publicKey,
  KEYWRIGHT_API_PRIVATE_KEY: apiKey.privateKey,
  KEYWRIGHT_SIGNER_PUBLIC_KEY: signerPublicKey,
})
