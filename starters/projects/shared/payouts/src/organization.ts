/** What the service needs in your organization. Only a root user can create it. */
import { type KeywrightClient, listAll, listWalletAccounts } from '@keywright/client'
import type { Address } from 'viem'
import { type SettingsOfProgram, savePolicies, saveProgramUser } from '../setUp.ts'
import { createRules } from './rules.ts'

/** The name of everything that belongs to the service. */
const NAME = 'Payout service'

const account = (index: number) => ({
  curve: 'CURVE_SECP256K1' as const,
  pathFormat: 'PATH_FORMAT_BIP32' as const,
  path: `m/44'/60'/0'/0/${index}`,
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
})
const ACCOUNTS = [account(0), account(1)]

/**
 * Creates the wallet, the user, the policies and the webhook, or changes what an earlier run created. The wallet stays the
 * same, because it has funds.
 * @returns the settings of the service
 */
export async function setUpOrganization(
  client: KeywrightClient,
  webhookUrl: string,
  earlier: SettingsOfProgram = {},
) {
  const { walletId, addresses } = await saveWallet(client)
  const [direct, reviewed] = addresses as [Address, Address]
  const { userId: serviceId, settings } = await saveProgramUser(client, NAME, earlier)
  const { userId: personId } = await client.whoami()
  await savePolicies(client, NAME, createRules({ name: NAME, serviceId, personId, walletId, reviewed }))
  await saveWebhook(client, webhookUrl)
  return { ...settings, PAYOUTS_DIRECT: direct, PAYOUTS_REVIEWED: reviewed }
}

async function saveWallet(client: KeywrightClient) {
  const { wallets } = await client.listWallets()
  const found = wallets.find(({ walletName }) => walletName === NAME)
  if (!found) return client.createWallet({ walletName: NAME, accounts: ACCOUNTS })
  const { walletId } = found
  const accounts = await listAll(client, listWalletAccounts, { walletId })
  const addresses = ACCOUNTS.map(({ path }) => accounts.find((one) => one.path === path)!.address)
  return { walletId, addresses }
}

async function saveWebhook(client: KeywrightClient, url: string): Promise<void> {
  const { webhookEndpoints } = await client.listWebhookEndpoints()
  const found = webhookEndpoints.find(({ name }) => name === NAME)
  if (!found) {
    const filtersJson = JSON.stringify({ filterByType: ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2'] })
    const subscriptions = [{ eventType: 'ACTIVITY_UPDATES', filtersJson }]
    await client.createWebhookEndpoint({ name: NAME, url, subscriptions })
  } else if (found.url !== url) {
    await client.updateWebhookEndpoint({ endpointId: found.endpointId, url })
    console.log(`Webhooks go to ${url} instead of ${found.url}`)
  }
}
