/** What each call does, by its name. */
import type { CallName } from '../calls.ts'
import { activityWords } from './activities.ts'
import { apiKeyWords } from './apiKeys.ts'
import { authWords } from './auth.ts'
import { authenticatorWords } from './authenticators.ts'
import type { CallWords } from './callWords.ts'
import { consensusWords } from './consensus.ts'
import { featureWords } from './features.ts'
import { invitationWords } from './invitations.ts'
import { oauthProviderWords } from './oauthProviders.ts'
import { organizationWords } from './organizations.ts'
import { policyWords } from './policies.ts'
import { privateKeyWords } from './privateKeys.ts'
import { privateKeyTagWords } from './privateKeyTags.ts'
import { recoveryWords } from './recovery.ts'
import { sessionWords } from './sessions.ts'
import { signingWords } from './signing.ts'
import { userWords } from './users.ts'
import { userTagWords } from './userTags.ts'
import { walletWords } from './wallets.ts'
import { webhookWords } from './webhooks.ts'

export const callWords: Readonly<Record<CallName, CallWords>> = {
  ...organizationWords,
  ...featureWords,
  ...invitationWords,
  ...policyWords,
  ...webhookWords,
  ...walletWords,
  ...signingWords,
  ...privateKeyWords,
  ...privateKeyTagWords,
  ...userWords,
  ...userTagWords,
  ...recoveryWords,
  ...authWords,
  ...oauthProviderWords,
  ...authenticatorWords,
  ...apiKeyWords,
  ...sessionWords,
  ...activityWords,
  ...consensusWords,
}

/** Groups and nouns as the reference titles them. */
export const nounTitles = {
  organizations: 'Organizations',
  features: 'Features',
  invitations: 'Invitations',
  policies: 'Policies',
  webhooks: 'Webhooks',
  wallets: 'Wallets',
  signing: 'Signing',
  privateKeys: 'Private keys',
  privateKeyTags: 'Private key tags',
  users: 'Users',
  userTags: 'User tags',
  recovery: 'Recovery',
  auth: 'Sign-in',
  oauthProviders: 'OAuth providers',
  authenticators: 'Authenticators',
  apiKeys: 'API keys',
  sessions: 'Sessions',
  activities: 'Activities',
  consensus: 'Consensus',
} as const
