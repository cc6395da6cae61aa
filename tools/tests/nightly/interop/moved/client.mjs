import { KeywrightClient } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'

const stamper = new ApiKeyStamper({
  apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY,
  apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY,
})
const baseUrl = process.env.KEYWRIGHT_BASE_URL
const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID
const client = new KeywrightClient({ baseUrl, organizationId }, stamper)

const { activity } = await client.createWallet({ walletName: 'interoperable', accounts: [] })
console.log(activity.status)
