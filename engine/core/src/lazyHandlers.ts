/** Handlers that most signing applications never call. In a browser they are loaded with their first call. */
import * as apiKeys from './calls/apiKeys.ts'
import * as auth from './calls/auth.ts'
import * as authenticators from './calls/authenticators.ts'
import * as exports from './calls/exports.ts'
import * as features from './calls/features.ts'
import * as imports from './calls/imports.ts'
import * as invitations from './calls/invitations.ts'
import * as oauthProviders from './calls/oauthProviders.ts'
import * as organizations from './calls/organizations.ts'
import * as policies from './calls/policies.ts'
import * as privateKeys from './calls/privateKeys.ts'
import * as privateKeyTags from './calls/privateKeyTags.ts'
import * as recovery from './calls/recovery.ts'
import * as sessions from './calls/sessions.ts'
import * as smartContractInterfaces from './calls/smartContractInterfaces.ts'
import * as users from './calls/users.ts'
import * as userTags from './calls/userTags.ts'
import * as webhooks from './calls/webhooks.ts'

export const submits = {
  ...apiKeys.submits,
  ...auth.submits,
  ...authenticators.submits,
  ...features.submits,
  ...invitations.submits,
  ...oauthProviders.submits,
  ...recovery.submits,
  ...sessions.submits,
  ...webhooks.submits,
  ...exports.submits,
  ...imports.submits,
  ...organizations.submits,
  ...policies.submits,
  ...smartContractInterfaces.submits,
  ...privateKeys.submits,
  ...privateKeyTags.submits,
  ...users.submits,
  ...userTags.submits,
}

export const queries = {
  ...apiKeys.queries,
  ...authenticators.queries,
  ...oauthProviders.queries,
  ...webhooks.queries,
  ...organizations.queries,
  ...policies.queries,
  ...smartContractInterfaces.queries,
  ...privateKeys.queries,
  ...privateKeyTags.queries,
  ...users.queries,
  ...userTags.queries,
}
