/** Deliveries of the sandbox: made by setting a URL and doing something, kept by the development host. */
import type { Delivery } from '@keywright/dev-client'
import { fetchWebhookKeys, type WebhookKey } from '@keywright/sdk-server'
import type { Workbench } from '../kit/workbench.ts'

export interface Captured {
  readonly delivery: Delivery
  readonly keys: readonly WebhookKey[]
  readonly now: number
}

const URL_OF_RECEIVER = 'https://hooks.example/keywright'

/** Sets the URL, makes a wallet, and takes what was posted. */
export async function capture({ sandbox, client }: Workbench): Promise<Captured> {
  await client.setOrganizationFeature({ name: 'FEATURE_NAME_WEBHOOK', value: URL_OF_RECEIVER })
  const count = (await client.listWallets({})).wallets.length
  const { walletId } = await client.createWallet({ walletName: `Heard of ${count + 1}`, accounts: [] })
  const { deliveries } = await sandbox.dev<{ deliveries: Delivery[] }>('GET', '/dev/webhooks')
  const delivery = deliveries.find(({ body }) => body.includes(walletId))
  if (!delivery) throw new Error('The delivery of the wallet is not there.')
  return complete(sandbox, delivery)
}

/** Posts the delivery once more: a new time and signature, the same event. */
export async function replay({ sandbox }: Workbench, id: string): Promise<Captured> {
  return complete(sandbox, await sandbox.dev<Delivery>('POST', `/dev/webhooks/${id}/replay`))
}

async function complete(sandbox: Workbench['sandbox'], delivery: Delivery): Promise<Captured> {
  const keys = await fetchWebhookKeys(sandbox.url, { fetch: (url) => sandbox.fetch(url) })
  return { delivery, keys, now: await sandbox.clock.now() }
}
