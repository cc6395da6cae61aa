/** Every call by its name, grouped as the reference shows them. */
import { activitieCalls } from './calls/activities.ts'
import { apiKeyCalls } from './calls/apiKeys.ts'
import { authCalls } from './calls/auth.ts'
import { authenticatorCalls } from './calls/authenticators.ts'
import { consensusCalls } from './calls/consensus.ts'
import { featureCalls } from './calls/features.ts'
import { invitationCalls } from './calls/invitations.ts'
import { oauthProviderCalls } from './calls/oauthProviders.ts'
import { organizationCalls } from './calls/organizations.ts'
import { policieCalls } from './calls/policies.ts'
import { privateKeyCalls } from './calls/privateKeys.ts'
import { privateKeyTagCalls } from './calls/privateKeyTags.ts'
import { recoveryCalls } from './calls/recovery.ts'
import { sessionCalls } from './calls/sessions.ts'
import { signingCalls } from './calls/signing.ts'
import { smartContractInterfaceCalls } from './calls/smartContractInterfaces.ts'
import { userCalls } from './calls/users.ts'
import { userTagCalls } from './calls/userTags.ts'
import { walletCalls } from './calls/wallets.ts'
import { webhookCalls } from './calls/webhooks.ts'

/** Definitions as written, keyed by call name. */
export const definitions = {
  ...organizationCalls,
  ...featureCalls,
  ...invitationCalls,
  ...policieCalls,
  ...smartContractInterfaceCalls,
  ...webhookCalls,
  ...walletCalls,
  ...signingCalls,
  ...privateKeyCalls,
  ...privateKeyTagCalls,
  ...userCalls,
  ...userTagCalls,
  ...recoveryCalls,
  ...authCalls,
  ...oauthProviderCalls,
  ...authenticatorCalls,
  ...apiKeyCalls,
  ...sessionCalls,
  ...activitieCalls,
  ...consensusCalls,
} as const

/** Groups of nouns, and the calls of each noun, in reading order. */
export const groups = {
  Organizations: {
    organizations: organizationCalls,
    features: featureCalls,
    invitations: invitationCalls,
    policies: policieCalls,
    smartContractInterfaces: smartContractInterfaceCalls,
    webhooks: webhookCalls,
  },
  'Wallets and private keys': {
    wallets: walletCalls,
    signing: signingCalls,
    privateKeys: privateKeyCalls,
    privateKeyTags: privateKeyTagCalls,
  },
  Users: {
    users: userCalls,
    userTags: userTagCalls,
    recovery: recoveryCalls,
    auth: authCalls,
  },
  Credentials: {
    oauthProviders: oauthProviderCalls,
    authenticators: authenticatorCalls,
    apiKeys: apiKeyCalls,
    sessions: sessionCalls,
  },
  Activities: {
    activities: activitieCalls,
    consensus: consensusCalls,
  },
} as const
