/** The organizations in which the load acts: one per customer, as with embedded wallets. */
import { apiKeyStamper, createClient } from '@keywright/engine/test'
import { customer } from './customer.ts'
import type { LoadKey, Target } from './load.ts'

/** More than the concurrency, and odd, so that with two processes each organization is used by both. */
const SUB_ORGANIZATIONS = 63

/** Creates sub-organizations whose root user has the same key as the parent's. */
export async function makeTargets(options: {
  readonly url: string
  readonly organizationId: string
  readonly apiKey: LoadKey
}): Promise<Target[]> {
  const { url, organizationId, apiKey } = options
  const root = createClient({
    handle: (request) => fetch(request),
    clock: Date.now,
    organizationId,
    stamper: apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...apiKey }),
    baseUrl: url,
  })
  const targets: Target[] = []
  for (let n = 0; n < SUB_ORGANIZATIONS; n++) {
    const made = await root.run(
      'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7',
      customer(n, { publicKey: apiKey.publicKey, curveType: 'API_KEY_CURVE_P256' }),
    )
    targets.push({ organizationId: made.subOrganizationId, signWith: made.wallet!.addresses[0]! })
  }
  return targets
}
