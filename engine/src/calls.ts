/** Which handler serves which call. The compiler names a call without one. */
import { ApiError, findCallOfType, type QueryName, type SubmitName } from '@keywright/contract'
import type { QueryHandler, SubmitHandler } from './handler.ts'
import * as activities from './resources/activities.ts'
import * as apiKeys from './resources/apiKeys.ts'
import * as organizations from './resources/organizations.ts'
import * as signing from './resources/signing.ts'
import * as users from './resources/users.ts'
import * as wallets from './resources/wallets.ts'

/** Votes are not handlers: they advance the activity that they name. */
type HandledSubmit = Exclude<SubmitName, 'approve_activity' | 'reject_activity'>

const submits = {
  ...apiKeys.submits,
  ...organizations.submits,
  ...signing.submits,
  ...users.submits,
  ...wallets.submits,
} satisfies Partial<Record<HandledSubmit, SubmitHandler>>

const queries = {
  ...apiKeys.queries,
  ...activities.queries,
  ...organizations.queries,
  ...users.queries,
  ...wallets.queries,
} satisfies Partial<Record<QueryName, QueryHandler>>

/** The handler of an activity type, of any version. */
export function submitHandler(type: string): SubmitHandler {
  const { name } = findCallOfType(type)!
  return (submits as Partial<Record<SubmitName, SubmitHandler>>)[name] ?? notBuilt(name)
}

/** The handler of a query. */
export function queryHandler(name: QueryName): QueryHandler {
  return (queries as Partial<Record<QueryName, QueryHandler>>)[name] ?? notBuilt(name)
}

function notBuilt(what: string): never {
  throw new ApiError('NOT_BUILT', { what })
}
