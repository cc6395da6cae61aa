/** Prefetches rows that nearly every submit reads after its handler's own. */
import { prefetchPolicies } from '../authorize/policyLanguage.ts'
import type { Caller, Context } from '../context.ts'
import { prefetch } from '../store/prefetch.ts'
import type { Transaction } from '../store/transaction.ts'

/** @returns settles when the policy language is loaded, if the decision needs it */
export function prefetchSubmit(
  transaction: Transaction,
  { organization, rows, open }: Pick<Context, 'organization' | 'rows' | 'open'>,
  { user, organization: deciding }: Caller,
  isVote: boolean,
): Promise<void> {
  transaction.prefetchCommit(organization.organizationId)
  prefetch(rows.list('webhookEndpoints'))
  if (organization.parentId !== null) {
    prefetch(open(organization.parentId).then((parent) => parent.list('webhookEndpoints')))
  }
  // A root quorum of one needs no policies. A vote may need them even if a root user casts it.
  if (!isVote && deciding.quorum.userIds.includes(user.userId)) return Promise.resolve()
  const policies = open(deciding.organizationId).then((of) => of.list('policies'))
  prefetch(policies)
  return prefetchPolicies(policies)
}
