/** The client of the root user, from what `npm run keywright` wrote into .env.local. */

import { KeywrightClient } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start \`npm run keywright\` in another terminal first`)
  return value
}

export const connection = {
  baseUrl: setting('KEYWRIGHT_BASE_URL'),
  organizationId: setting('KEYWRIGHT_ORGANIZATION_ID'),
}

export const client = new KeywrightClient(
  connection,
  new ApiKeyStamper({
    apiPublicKey: setting('KEYWRIGHT_API_PUBLIC_KEY'),
    apiPrivateKey: setting('KEYWRIGHT_API_PRIVATE_KEY'),
  }),
)
