/** A sub-organization of the sandbox with people in it, each with a key of their own, made for one try. */
import { ApiKeyStamper, generateApiKeyPair } from '@keywright/api-key-stamper'
import { isKeywrightError, KeywrightClient } from '@keywright/client'
import { ETHEREUM_ACCOUNT } from './accounts.ts'
import type { Workbench } from './workbench.ts'

export interface Member {
  readonly name: string
  readonly userId: string
  readonly publicKey: string
  readonly client: KeywrightClient
}

export interface Crew {
  readonly organizationId: string
  /** In the order of the names. */
  readonly members: readonly Member[]
  readonly wallet: { readonly walletId: string; readonly address: string } | undefined
}

/** The parameters of `create_sub_organization`, and who holds the keys in them. */
export async function planCrew(subOrganizationName: string, names: readonly string[], threshold: number) {
  const keys = await Promise.all(names.map(() => generateApiKeyPair()))
  const rootUsers = names.map((userName, n) => {
    const { apiPublicKey: publicKey, curveType } = keys[n]!
    return {
      userName,
      apiKeys: [{ apiKeyName: 'key', publicKey, curveType }],
      authenticators: [],
      oauthProviders: [],
    }
  })
  const parameters = { subOrganizationName, rootUsers, rootQuorumThreshold: threshold }
  return { parameters, keys }
}

/** @param names root users, all of them in the quorum */
export async function makeCrew(
  { sandbox, client: parent }: Workbench,
  {
    name,
    names,
    threshold,
    hasWallet = false,
  }: {
    readonly name: string
    readonly names: readonly string[]
    readonly threshold: number
    readonly hasWallet?: boolean
  },
): Promise<Crew> {
  const { parameters, keys } = await planCrew(name, names, threshold)
  const wallet = { walletName: 'Wallet', accounts: [ETHEREUM_ACCOUNT] }
  const made = await parent.createSubOrganization({ ...parameters, ...(hasWallet && { wallet }) })
  const organizationId = made.subOrganizationId
  const config = { baseUrl: sandbox.url, organizationId, fetch: (request: Request) => sandbox.fetch(request) }
  return {
    organizationId,
    members: names.map((member, n) => ({
      name: member,
      userId: made.rootUserIds![n]!,
      publicKey: keys[n]!.apiPublicKey,
      client: new KeywrightClient(config, new ApiKeyStamper(keys[n]!)),
    })),
    wallet: made.wallet && { walletId: made.wallet.walletId, address: made.wallet.addresses[0]! },
  }
}

export type Attempt =
  | { readonly outcome: 'done'; readonly approvals: number }
  /** Not enough of them may vote. */
  | { readonly outcome: 'waiting'; readonly approvals: number }
  | { readonly outcome: 'refused'; readonly message: string }

/** The first one asks, and the others approve one after another as long as it waits. */
export async function attemptTogether(
  [first, ...others]: readonly Member[],
  doing: (client: KeywrightClient) => Promise<unknown>,
): Promise<Attempt> {
  if (!first) return { outcome: 'waiting', approvals: 0 }
  let waiting: unknown
  try {
    await doing(first.client)
    return { outcome: 'done', approvals: 1 }
  } catch (error) {
    waiting = error
  }
  if (!isKeywrightError(waiting, 'CONSENSUS_NEEDED')) {
    return { outcome: 'refused', message: waiting instanceof Error ? waiting.message : String(waiting) }
  }
  let approvals = 1
  for (const { client } of others) {
    const status = await client.approveActivity({ fingerprint: waiting.fingerprint }).then(
      ({ activity }) => activity.status,
      (error: unknown) => {
        if (isKeywrightError(error, 'CONSENSUS_NEEDED')) return 'ACTIVITY_STATUS_CONSENSUS_NEEDED'
        throw error
      },
    )
    approvals++
    if (status === 'ACTIVITY_STATUS_COMPLETED') return { outcome: 'done', approvals }
  }
  return { outcome: 'waiting', approvals }
}
