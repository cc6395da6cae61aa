import { KeywrightServer } from '@keywright/client/server'

const client = new KeywrightServer({
  apiBaseUrl: process.env.KEYWRIGHT_BASE_URL,
  defaultOrganizationId: process.env.KEYWRIGHT_ORGANIZATION_ID,
  apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY,
  apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY,
}).apiClient()

const { organizationName, username } = await client.whoami()
console.log(organizationName, username)
