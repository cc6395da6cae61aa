/** How much of each limit an organization uses, asked of the engine by its queries. */
import { type LimitedResource, resourceLimits } from '@keywright/contract'
import type { Workbench } from '../kit/workbench.ts'

export interface Use {
  readonly resource: LimitedResource
  readonly used: number
  /** null for none. */
  readonly limit: number | null
  /** Whose it is, where each user has a limit of their own: the user who uses most. */
  readonly of?: string
}

/** Invitations have no query that lists them: they are not among these. */
export async function countUse({ client }: Workbench): Promise<Use[]> {
  const [{ users }, { policies }, { wallets }, { privateKeys }, userTags, keyTags, hooks, subs] =
    await Promise.all([
      client.listUsers(),
      client.listPolicies(),
      client.listWallets(),
      client.listPrivateKeys(),
      client.listUserTags(),
      client.listPrivateKeyTags(),
      client.listWebhookEndpoints(),
      client.listSuborgs({ paginationOptions: { limit: '100' } }),
    ])
  const accounts = await Promise.all(
    wallets.map(async ({ walletId }) => (await client.listWalletAccounts({ walletId })).accounts.length),
  )
  const counted: Partial<Record<LimitedResource, number>> = {
    subOrganizations: subs.organizationIds.length,
    users: users.length,
    policies: policies.length,
    tags: userTags.userTags.length + keyTags.privateKeyTags.length,
    wallets: wallets.length,
    walletAccounts: accounts.reduce((sum, count) => sum + count, 0),
    privateKeys: privateKeys.length,
    webhookEndpoints: hooks.webhookEndpoints.length,
  }
  const perUser: Partial<Record<LimitedResource, (user: (typeof users)[number]) => number>> = {
    authenticators: ({ authenticators }) => authenticators.length,
    apiKeys: ({ apiKeys }) => apiKeys.filter(({ expirationSeconds }) => !expirationSeconds).length,
    expiringApiKeys: ({ apiKeys }) => apiKeys.filter(({ expirationSeconds }) => expirationSeconds).length,
    oauthProviders: ({ oauthProviders }) => oauthProviders.length,
  }
  const ofOrganization = Object.entries(counted).map(([resource, used]) =>
    toUse(resource as LimitedResource, used),
  )
  const ofUsers = Object.entries(perUser).map(([resource, count]) => {
    const most = users.reduce((best, user) => (count(user) > count(best) ? user : best), users[0]!)
    return { ...toUse(resource as LimitedResource, count(most)), of: most.userName }
  })
  return [...ofOrganization, ...ofUsers]
}

const toUse = (resource: LimitedResource, used: number): Use => ({
  resource,
  used,
  limit: resourceLimits[resource].parent,
})

/** What the meter can make more of, one at a time. */
export const MORE = {
  wallets: {
    words: 'wallet',
    make: ({ client }: Workbench, name: string) => client.createWallet({ walletName: name, accounts: [] }),
  },
  tags: {
    words: 'tag',
    make: ({ client }: Workbench, name: string) => client.createUserTag({ userTagName: name, userIds: [] }),
  },
  webhookEndpoints: {
    words: 'webhook endpoint',
    make: ({ client }: Workbench, name: string) =>
      client.createWebhookEndpoint({ name, url: 'https://hooks.example.com/keywright' }),
  },
} as const satisfies Partial<
  Record<LimitedResource, { words: string; make: (bench: Workbench, name: string) => Promise<unknown> }>
>
export type More = keyof typeof MORE

/** Makes one. @throws KeywrightError beyond the limit, with the engine's words */
export async function makeOne(bench: Workbench, resource: More): Promise<void> {
  const number = crypto.randomUUID().slice(0, 8)
  await MORE[resource].make(bench, `Meter ${number}`)
}

/** Makes one after another until the engine refuses. @returns its words */
export async function makeUntilRefused(
  bench: Workbench,
  resource: More,
  onMade: () => void,
): Promise<string> {
  const most = resourceLimits[resource].parent ?? 0
  for (let count = 0; count <= most; count++) {
    try {
      await makeOne(bench, resource)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    onMade()
  }
  return 'nothing was refused'
}
