/** A user's program, for every runtime: keys on each curve, bundles, and a signature that viem verifies. */
import { ApiKeyStamper, generateApiKeyPair } from '@keywright/client/api-key'
import { generateTargetKey, openWalletExport } from '@keywright/client/bundles'
import { createAccount } from '@keywright/web3/viem'
import { startKeywright } from 'keywright/testing'
import { verifyMessage } from 'viem'

const { client, clientOf, organizationId, rootUserId, signerPublicKey, close } = await startKeywright()

for (const curve of ['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519']) {
  const pair = await generateApiKeyPair(curve)
  const apiKeys = [{ apiKeyName: curve, publicKey: pair.apiPublicKey, curveType: curve }]
  await client.createApiKeys({ userId: rootUserId, apiKeys })
  const { username } = await clientOf(await new ApiKeyStamper(pair).ready()).whoami()
  console.log(curve, username)
}

const { walletId, addresses } = await client.createWallet({
  walletName: 'anywhere',
  accounts: [
    {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    },
  ],
})
const target = await generateTargetKey()
const { exportBundle } = await client.exportWallet({ walletId, targetPublicKey: target.targetPublicKey })
const phrase = await openWalletExport(exportBundle, target, { signerPublicKey, organizationId })
console.log(phrase.split(' ').length, 'words')

const account = await createAccount({ client, signWith: addresses[0] })
const signature = await account.signMessage({ message: 'hello' })
console.log('verified', await verifyMessage({ address: account.address, message: 'hello', signature }))
await close()
