/** A sandbox sub-organization whose root users have their own keys, to try out a quorum. */

import { isKeywrightError, KeywrightClient } from '@keywright/client'
import { ApiKeyStamper, generateApiKeyPair } from '@keywright/client/api-key'
import { connectionTo, type Workbench } from './workbench.ts'

interface CrewPlan {
  readonly name: string
  /** Root users, all in the quorum. */
  readonly names: readonly string[]
  readonly threshold: number
}

/** @returns a client per root user, in the order of the names */
export async function makeCrew(
  { sandbox, client: parent }: Workbench,
  { name, names, threshold }: CrewPlan,
): Promise<KeywrightClient[]> {
  const keys = await Promise.all(names.map(() => generateApiKeyPair()))
  const { subOrganizationId: organizationId } = await parent.createSubOrganization({
    subOrganizationName: name,
    rootUsers: names.map((userName, n) => {
      const { apiPublicKey: publicKey, curveType } = keys[n]!
      const apiKeys = [{ apiKeyName: 'key', publicKey, curveType }]
      return { userName, apiKeys, authenticators: [], oauthProviders: [] }
    }),
    rootQuorumThreshold: threshold,
  })
  const connection = connectionTo(sandbox, organizationId)
  return keys.map((key) => new KeywrightClient(connection, new ApiKeyStamper(key)))
}

export type Attempt =
  | { readonly outcome: 'done'; readonly approvals: number }
  /** The threshold is above the number of approvers. */
  | { readonly outcome: 'waiting'; readonly approvals: number }
  | { readonly outcome: 'refused'; readonly message: string }

/** The first user submits, and the others approve one after another until the activity completes. */
export async function attemptTogether(
  [first, ...others]: readonly KeywrightClient[],
  doing: (client: KeywrightClient) => Promise<unknown>,
): Promise<Attempt> {
  if (!first) return { outcome: 'waiting', approvals: 0 }
  let waiting: unknown
  try {
    await doing(first)
    return { outcome: 'done', approvals: 1 }
  } catch (error) {
    waiting = error
  }
  if (!isKeywrightError(waiting, 'CONSENSUS_NEEDED')) {
    return { outcome: 'refused', message: waiting instanceof Error ? waiting.message : String(waiting) }
  }
  let approvals = 1
  for (const client of others) {
    const { activity } = await client.approveActivity({ fingerprint: waiting.fingerprint })
    approvals++
    if (activity.status === 'ACTIVITY_STATUS_COMPLETED') return { outcome: 'done', approvals }
  }
  return { outcome: 'waiting', approvals }
}
