/**
 * Run once by somebody who may do anything: makes the wallet, the user that the service is, and the policies that say
 * what it may do. The service gets its own key and nothing else.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { generateApiKeyPair } from '@keywright/client/api-key'
import { parseEther } from 'viem'
import { client, connection } from './keywright.ts'
import { LIMIT, SUPPLIER } from './rules.ts'

const FILE = '.env.service'
const mark = `# of organization ${connection.organizationId}`

if (existsSync(FILE) && readFileSync(FILE, 'utf8').startsWith(mark)) {
  console.log(`${FILE} is there already`)
} else {
  const { addresses } = await client.createWallet({
    walletName: `Payments ${new Date().toISOString()}`,
    accounts: [
      {
        curve: 'CURVE_SECP256K1',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ],
  })
  const key = await generateApiKeyPair()
  const { userIds } = await client.createUsers({
    users: [
      {
        userName: 'Payment service',
        apiKeys: [{ apiKeyName: 'Service', publicKey: key.apiPublicKey, curveType: key.curveType }],
        authenticators: [],
        oauthProviders: [],
        userTags: [],
      },
    ],
  })
  const service = `approvers.any(user, user.id == '${userIds[0]}')`
  const { userId } = await client.whoami()
  await client.createPolicies({
    policies: [
      {
        policyName: 'The service pays the supplier',
        effect: 'EFFECT_ALLOW',
        consensus: service,
        condition: `eth.tx.to == '${SUPPLIER}' && eth.tx.value <= ${parseEther(LIMIT)}`,
      },
      {
        policyName: 'More than that needs a person',
        effect: 'EFFECT_ALLOW',
        consensus: `${service} && approvers.any(user, user.id == '${userId}')`,
        condition: `eth.tx.to == '${SUPPLIER}' && eth.tx.value > ${parseEther(LIMIT)}`,
      },
    ],
  })
  const lines = [
    mark,
    `PAYMENTS_ADDRESS=${addresses[0]}`,
    `PAYMENTS_PUBLIC_KEY=${key.apiPublicKey}`,
    `PAYMENTS_PRIVATE_KEY=${key.apiPrivateKey}`,
  ]
  writeFileSync(FILE, `${lines.join('\n')}\n`, { mode: 0o600 })
  console.log(`wrote ${FILE}`)
}
