import { generateTargetKey, openWalletExport } from '@keywright/client/bundles'
import { KeywrightServer } from '@keywright/client/server'

const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID
const client = new KeywrightServer({
  apiBaseUrl: process.env.KEYWRIGHT_BASE_URL,
  defaultOrganizationId: organizationId,
  apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY,
  apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY,
}).apiClient()

const { walletId } = await client.createWallet({ walletName: 'leaving', accounts: [] })
const target = await generateTargetKey()
const { exportBundle } = await client.exportWallet({
  walletId,
  targetPublicKey: target.targetPublicKey,
})
const phrase = await openWalletExport(exportBundle, target, {
  organizationId,
  signerPublicKey: process.env.KEYWRIGHT_SIGNER_PUBLIC_KEY,
})
console.log(phrase.split(' ').length, 'words')
