/** Which handler serves which call. The compiler names a call without one. */
import { findCallOfType, type QueryName, type SubmitName } from '@keywright/contract'
import * as activities from './activity/queries.ts'
import type { QueryHandler, SubmitHandler } from './handler.ts'
import * as apiKeys from './resources/apiKeys.ts'
import * as auth from './resources/auth.ts'
import * as authenticators from './resources/authenticators.ts'
import * as exports from './resources/exports.ts'
import * as features from './resources/features.ts'
import * as imports from './resources/imports.ts'
import * as invitations from './resources/invitations.ts'
import * as oauthProviders from './resources/oauthProviders.ts'
import * as organizations from './resources/organizations.ts'
import * as policies from './resources/policies.ts'
import * as privateKeys from './resources/privateKeys.ts'
import * as privateKeyTags from './resources/privateKeyTags.ts'
import * as recovery from './resources/recovery.ts'
import * as sessions from './resources/sessions.ts'
import * as signing from './resources/signing.ts'
import * as users from './resources/users.ts'
import * as userTags from './resources/userTags.ts'
import * as wallets from './resources/wallets.ts'
import * as webhooks from './resources/webhooks.ts'

/** Votes are not handlers: they advance the activity that they name. */
type HandledSubmit = Exclude<SubmitName, 'approve_activity' | 'reject_activity'>

const submits = {
  ...apiKeys.submits,
  ...auth.submits,
  ...authenticators.submits,
  ...features.submits,
  ...invitations.submits,
  ...oauthProviders.submits,
  ...recovery.submits,
  ...sessions.submits,
  ...webhooks.submits,
  ...organizations.submits,
  ...exports.submits,
  ...imports.submits,
  ...policies.submits,
  ...privateKeys.submits,
  ...privateKeyTags.submits,
  ...userTags.submits,
  ...signing.submits,
  ...users.submits,
  ...wallets.submits,
} satisfies Record<HandledSubmit, SubmitHandler>

const queries = {
  ...apiKeys.queries,
  ...authenticators.queries,
  ...oauthProviders.queries,
  ...webhooks.queries,
  ...activities.queries,
  ...organizations.queries,
  ...policies.queries,
  ...privateKeys.queries,
  ...privateKeyTags.queries,
  ...userTags.queries,
  ...users.queries,
  ...wallets.queries,
} satisfies Record<QueryName, QueryHandler>

/** The handler of an activity type, of any version; votes have none. */
export function submitHandler(type: string): SubmitHandler {
  const { name } = findCallOfType(type)!
  return (submits as Record<SubmitName, SubmitHandler>)[name]
}

/** The handler of a query. */
export function queryHandler(name: QueryName): QueryHandler {
  return (queries as Record<QueryName, QueryHandler>)[name]
}
