/** Records that a credential has stamped an accepted request of its organization: from then on, searches find it. */

import type { Authenticated } from './authenticate/authenticate.ts'
import { type EngineParts, openContext } from './parts.ts'
import { retryOnConflict } from './retry.ts'

/**
 * Marks the caller's credential as proven by its first request that succeeded. Only a request that names the organization
 * of the credential shows that its holder belongs there.
 */
export async function prove(engine: EngineParts, { caller, target }: Authenticated): Promise<void> {
  const { user, organization, credential } = caller
  const { organizationId } = organization
  if (!credential.isClaimed || organizationId !== target.organizationId) return
  // Loaded on demand with the first credential.
  const [{ withProven }, { saveUser }] = await Promise.all([
    import('./calls/users/credentials.ts'),
    import('./calls/users/saveUser.ts'),
  ])
  const inTurn = () =>
    retryOnConflict(engine, async (transaction) => {
      const now = engine.ports.clock()
      const context = { ...(await openContext(engine, transaction, organization, now)), vault: engine.vault }
      const before = await context.rows.get('users', user.userId)
      const current = await context.rows.get('organization', 'organization')
      if (!before || !current) return
      const after = withProven(before, credential.publicKey, now)
      await saveUser({ ...context, organization: current }, before, after)
      await transaction.commit({ activityId: null, at: now }).durable
    })
  await engine.inTurn(organizationId, inTurn, user.userId)
}
