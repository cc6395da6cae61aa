/** Begins to read what nearly every submit comes to ask for, beside what its handler reads first. */
import { expectPolicies } from '../authorize/policyLanguage.ts'
import type { Caller, Context } from '../context.ts'
import { ahead } from '../store/ahead.ts'
import { STORAGE, WHOLE_ORGANIZATION } from '../store/storage.ts'
import type { ReadRows, Transaction } from '../store/transaction.ts'

/**
 * What is read is kept by the transaction. A reading that fails, fails again for whoever asks for it.
 * @returns settles when the policies that will be asked can be
 */
export function anticipateSubmit(
  transaction: Transaction,
  { organization, rows, open }: Pick<Context, 'organization' | 'rows' | 'open'>,
  { user, organization: deciding }: Caller,
  isVote: boolean,
): Promise<void> {
  transaction.anticipateCommit(organization.organizationId)
  ahead(rows.list('webhookEndpoints'))
  ahead(rows.lookup(STORAGE, WHOLE_ORGANIZATION), rows.lookup(STORAGE, user.userId))
  if (organization.parentId !== null) readIn(organization.parentId, (of) => of.list('webhookEndpoints'))
  // Those who are the root quorum by themselves need no policy; of others, who knows, and of those who reject.
  if (!isVote && deciding.quorum.userIds.includes(user.userId)) return Promise.resolve()
  const policies = open(deciding.organizationId).then((of) => of.list('policies'))
  ahead(policies)
  return expectPolicies(policies)

  function readIn(organizationId: string, read: (of: ReadRows) => Promise<unknown>): void {
    ahead(open(organizationId).then(read))
  }
}
