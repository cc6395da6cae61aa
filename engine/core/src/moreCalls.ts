/** Handlers that most signing applications never call. In a browser they are loaded with their first call. */
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
import * as smartContractInterfaces from './resources/smartContractInterfaces.ts'
import * as users from './resources/users.ts'
import * as userTags from './resources/userTags.ts'
import * as webhooks from './resources/webhooks.ts'

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
