/** What an operator, who holds the database and the root secret, can do without a stamp: query, and add an API key. */
import {
  ApiError,
  calls,
  parseQuery,
  type QueryName,
  type RequestOf,
  type ResponseOf,
} from '@keywright/contract'
import { NO_ACTIVITY, operatorContext } from './bootstrap.ts'
import { findUser } from './calls/find.ts'
import { type NewApiKey, newApiKey, withApiKeys } from './calls/users/credentials.ts'
import { assertUsersFit, saveUser } from './calls/users/saveUser.ts'
import { loadQueryHandler } from './handlers.ts'
import type { EngineParts } from './parts.ts'
import { reachOfQueries } from './query.ts'
import { retryOnConflict } from './retry.ts'
import type { OrganizationRow } from './store/tables.ts'
import type { Transaction } from './store/transaction.ts'

/** Queries about the organization that they name, not about the caller. */
export type OperatorQuery = Exclude<QueryName, 'whoami'>

/**
 * The response of a query for a caller who submitted nothing, so secrets in activities are withheld.
 * @param filters the query's members except `organizationId`
 * @throws ApiError for anything that the query would reject
 */
export async function askAsOperator<N extends OperatorQuery>(
  engine: EngineParts,
  name: N,
  organizationId: string,
  filters: Omit<RequestOf<N>, 'organizationId'>,
): Promise<ResponseOf<N>> {
  const query = await loadQueryHandler(name)
  return retryOnConflict(engine, async (transaction) => {
    const organization = await findOrganization(transaction, organizationId)
    const context = await operatorContext(engine, transaction, organization)
    const caller = { user: NO_ACTIVITY.submitter.user, organization, credential: NO_CREDENTIAL }
    const answer = await query(
      { ...context, ...reachOfQueries(engine, organization) },
      parseQuery(calls[name] as never, { ...filters, organizationId }),
      caller,
    )
    return answer as ResponseOf<N>
  })
}

export interface NewUserKey extends NewApiKey {
  readonly organizationId: string
  readonly userId: string
}

/**
 * Adds an API key to a user. The journal records it as an operator command.
 * @throws ApiError 404 for an unknown user or organization, 400, 409 and 429 like `create_api_keys`
 */
export function addApiKey(
  engine: EngineParts,
  { organizationId, userId, ...key }: NewUserKey,
): Promise<void> {
  return engine.inTurn(organizationId, () =>
    retryOnConflict(engine, async (transaction) => {
      const organization = await findOrganization(transaction, organizationId)
      const context = await operatorContext(engine, transaction, organization)
      const before = await findUser(context, userId)
      const after = withApiKeys(before, [newApiKey(context, key)], context.now)
      await assertUsersFit(context, [{ before, after }])
      await saveUser(context, before, after)
      await transaction.commit({ activityId: null, at: context.now }).durable
    }),
  )
}

async function findOrganization(transaction: Transaction, organizationId: string): Promise<OrganizationRow> {
  const rows = await transaction.organization(organizationId)
  const organization = await rows.get('organization', 'organization')
  if (!organization)
    throw new ApiError('ORGANIZATION_NOT_FOUND', { organizationId: organizationId.slice(0, 64) })
  return organization
}

const NO_CREDENTIAL = { type: '', publicKey: '', signature: '', scheme: '' }
