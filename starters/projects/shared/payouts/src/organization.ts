/** What the service needs in your organization. Only a root user can create it. */
import type { KeywrightClient } from '@keywright/client'
import type { Address } from 'viem'
import { createProgramUser } from '../setupOnce.ts'
import { createRules } from './rules.ts'

const account = (index: number) => ({
  curve: 'CURVE_SECP256K1' as const,
  pathFormat: 'PATH_FORMAT_BIP32' as const,
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
})

/** Creates the wallet, the user, the policies and the webhook. @returns the settings of the service */
export async function setUpOrganization(client: KeywrightClient, webhookUrl: string) {
  // Names are unique, and you may set up the service again.
  const name = `Payout service ${new Date().toISOString()}`
  const { walletId, addresses } = await client.createWallet({
    walletName: name,
    accounts: [account(0), account(1)],
  })
  const [direct, reviewed] = addresses as [Address, Address]
  const { userId: serviceId, settings } = await createProgramUser(client, name)
  const { userId: personId } = await client.whoami()
  await client.createPolicies({ policies: createRules({ name, serviceId, personId, walletId, reviewed }) })
  const filtersJson = JSON.stringify({ filterByType: ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2'] })
  await client.createWebhookEndpoint({
    name,
    url: webhookUrl,
    subscriptions: [{ eventType: 'ACTIVITY_UPDATES', filtersJson }],
  })
  return { ...settings, PAYOUTS_DIRECT: direct, PAYOUTS_REVIEWED: reviewed }
}
