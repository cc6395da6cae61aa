/** The journaled tables and their rows. Times are milliseconds since 1970; optional members are absent, not null. */
import type { SmartContractInterface } from '@keywright/contract'
import type { PolicyEvaluation } from '@keywright/policy'

export type SmartContractInterfaceType = SmartContractInterface['type']

/** id: always `organization`. */
export interface OrganizationRow {
  readonly organizationId: string
  readonly organizationName: string
  /** null for a parent organization. */
  readonly parentId: string | null
  readonly quorum: { readonly threshold: number; readonly userIds: readonly string[] }
  /** Features that are on, with their value (may be empty). */
  readonly features: Readonly<Record<string, string>>
  /**
   * Contract interfaces by type and address: a request finds one without reading others, and an organization without
   * interfaces reads nothing. Absent if there never was one.
   */
  readonly interfaces?: Readonly<Record<string, InterfacePlace>>
  /** Latest expiry of a session that a credential of another user opened; absent if there never was one. */
  readonly sessionsForOthersUntil?: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** An interface, and the bytes of its text as a list returns it. */
export interface InterfacePlace {
  readonly id: string
  readonly bytes: number
}

/** What a session depends on: removing it ends the session. */
export interface OpenerRow {
  readonly userId: string
  /** Id of an API key, authenticator or OAuth provider, or the feature of a sign-in by email or SMS. */
  readonly opener: string
}

export interface ApiKeyRow {
  readonly apiKeyId: string
  readonly apiKeyName: string
  /** Lower-case hex: compressed point, or 32 bytes for ed25519. */
  readonly publicKey: string
  readonly credentialType: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Decimal seconds, as posted; absent for a long-lived key. */
  readonly expirationSeconds?: string
  /** No request that it stamped for this organization has succeeded yet, so searches ignore it. */
  readonly isClaimed?: true
  /** When the key is proven, it ends the user's other keys of its type. */
  readonly endsOthers?: true
  /** For a session: the credential of the sign-in, then the sessions in between. */
  readonly openedBy?: readonly OpenerRow[]
}

/** A read-only session. Its token names it; without the row the token is worthless. */
export interface ReadOnlySessionRow {
  /** Id of the activity that opened it. */
  readonly sessionId: string
  readonly openedBy: readonly OpenerRow[]
  readonly createdAt: number
  readonly expiresAt: number
}

export interface AuthenticatorRow {
  readonly authenticatorId: string
  readonly authenticatorName: string
  /** base64url without padding. */
  readonly credentialId: string
  /** base64url of the COSE key. */
  readonly publicKey: string
  readonly transports: readonly string[]
  readonly attestationType: string
  readonly aaguid: string
  readonly model: string
  /** As for an API key. */
  readonly isClaimed?: true
  readonly createdAt: number
  readonly updatedAt: number
}

export interface OauthProviderRow {
  readonly providerId: string
  readonly providerName: string
  readonly issuer: string
  readonly audience: string
  readonly subject: string
  /** Registered by claims, which no token has proven since. Lookups for sign-ins ignore it. */
  readonly isClaimed?: true
  readonly createdAt: number
  readonly updatedAt: number
}

/** A user with all credentials: one aggregate, at most 10 of each kind. */
export interface UserRow {
  readonly userId: string
  readonly userName: string
  readonly userEmail?: string
  readonly userPhoneNumber?: string
  /** Tag ids. */
  readonly userTags: readonly string[]
  /** The email address and phone number that a one-time code has proven; a changed one is unproven again. */
  readonly verifiedContacts?: readonly string[]
  /**
   * The email address and phone number used for a sign-in by code. They don't name an approver: if another user set
   * the address, its owner's sign-in may have led here.
   */
  readonly signedInContacts?: readonly string[]
  /** The email address and phone number that the root quorum set; a change by anyone else removes it. */
  readonly rootContacts?: readonly string[]
  readonly apiKeys: readonly ApiKeyRow[]
  readonly authenticators: readonly AuthenticatorRow[]
  readonly oauthProviders: readonly OauthProviderRow[]
  readonly readOnlySessions?: readonly ReadOnlySessionRow[]
  /** Keeps the digest of an erased user from confirming guesses. Empty until the user is stored. */
  readonly salt: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** An operator erased the personal data of a deleted user. id: userId. */
export interface ErasureRow {
  readonly userId: string
  readonly createdAt: number
}

export interface TagRow {
  readonly tagId: string
  readonly tagName: string
  readonly tagType: 'TAG_TYPE_USER' | 'TAG_TYPE_PRIVATE_KEY'
  readonly createdAt: number
  readonly updatedAt: number
}

export interface InvitationRow {
  readonly invitationId: string
  readonly receiverUserName: string
  readonly receiverUserEmail: string
  readonly receiverUserTags: readonly string[]
  readonly accessType: string
  readonly senderUserId: string
  readonly createdAt: number
}

export interface PolicyRow {
  readonly policyId: string
  readonly policyName: string
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY'
  /** Default: true. */
  readonly condition?: string
  /** Default: true. */
  readonly consensus?: string
  /** When the policy takes part. Default: always. */
  readonly time?: string
  readonly notes: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** The interface of a contract or program. id: smartContractInterfaceId. */
export interface SmartContractInterfaceRow {
  readonly smartContractInterfaceId: string
  /** Ethereum: lower case. */
  readonly smartContractAddress: string
  readonly smartContractInterface: string
  readonly type: SmartContractInterfaceType
  readonly label: string
  readonly notes: string
  readonly createdAt: number
  readonly updatedAt: number
}

export interface WalletRow {
  readonly walletId: string
  readonly walletName: string
  readonly exported: boolean
  readonly imported: boolean
  /** The entropy, encrypted for (organization, walletId) with the wallet's data key. */
  readonly sealedEntropy: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** id: a time-ordered walletAccountId, so that lists are in order of creation. */
export interface WalletAccountRow {
  readonly walletAccountId: string
  readonly walletId: string
  readonly curve: string
  readonly pathFormat: string
  readonly path: string
  readonly addressFormat: string
  readonly address: string
  readonly publicKey: string
  /**
   * The derived private key, encrypted for (organization, walletAccountId) with the wallet's data key, so that signing
   * needn't derive it again.
   */
  readonly sealedKey: string
  readonly exported: boolean
  readonly name?: string
  readonly createdAt: number
  readonly updatedAt: number
}

export interface PrivateKeyRow {
  readonly privateKeyId: string
  readonly privateKeyName: string
  readonly curve: string
  readonly publicKey: string
  readonly addresses: readonly { readonly format: string; readonly address: string }[]
  /** Tag ids. */
  readonly privateKeyTags: readonly string[]
  readonly exported: boolean
  readonly imported: boolean
  /** The private key, encrypted for (organization, privateKeyId) with its data key. */
  readonly sealedKey: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** A one-time code. id: otpId. */
export interface OtpRow {
  readonly otpId: string
  readonly otpType: string
  readonly contact: string
  /** The user that the code signs in; absent for codes that only prove control of the contact. */
  readonly userId?: string
  /** HMAC of otpId and code under a key of the root secret, so that a reader of the store can't search for the code. */
  readonly codeHash: string
  /** Set once the code was exchanged for a verification token, which is valid until `expiresAt`. */
  readonly isVerified?: true
  readonly wrongTries: number
  readonly createdAt: number
  readonly expiresAt: number
  /** Private half of the key that a code is sealed to, encrypted (init_otp V3). */
  readonly sealedTargetKey?: string
}

/** The private half of an import bundle. id: userId; a newer init call replaces it. */
export interface ImportRow {
  readonly userId: string
  readonly targetPublicKey: string
  readonly sealedTargetKey: string
  readonly createdAt: number
}

export interface WebhookEndpointRow {
  readonly endpointId: string
  readonly url: string
  readonly name: string
  readonly isActive: boolean
  readonly subscriptions: readonly {
    readonly eventType: string
    readonly filtersJson?: string
    readonly isActive: boolean
  }[]
  readonly createdAt: number
  readonly updatedAt: number
}

export interface VoteRow {
  readonly id: string
  readonly userId: string
  /** The whole user at the time of the vote, as the API returns it. */
  readonly user: Readonly<Record<string, unknown>>
  /** Digest of that user, see `userVersions.ts`. */
  readonly version: string
  readonly selection: 'VOTE_SELECTION_APPROVED' | 'VOTE_SELECTION_REJECTED'
  /** The exact body that the voter posted; stored without secrets. */
  readonly message: string
  readonly publicKey: string
  readonly signature: string
  readonly scheme: string
  readonly createdAt: number
}

/** A stored vote has the digest of its user. */
export type StoredVoteRow = Omit<VoteRow, 'user' | 'version'> & { readonly user: string }

export interface FailureRow {
  readonly code: number
  readonly message: string
  readonly details: readonly unknown[]
}

export interface EvaluationRow {
  readonly id: string
  readonly voteId: string
  readonly policyEvaluations: readonly PolicyEvaluation[]
  readonly createdAt: number
}

/** id: a time-ordered activity id. */
export interface ActivityRow {
  readonly id: string
  readonly status: ActivityStatus
  readonly type: string
  /** Posted parameters without nulls; stored without secrets, see `activity/secrets.ts`. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly fingerprint: string
  /**
   * The organization whose quorum and policies decide: this one, or the parent if a user of the parent submitted it.
   */
  readonly decidedBy: string
  /** Members of the result, or null until completed. */
  readonly result: Readonly<Record<string, unknown>> | null
  readonly votes: readonly VoteRow[]
  readonly failure: FailureRow | null
  /** Policy outcomes after each vote; none for votes that the root quorum decided. */
  readonly evaluations: readonly EvaluationRow[]
  /** While pending: parameters and messages as posted, if they contain a secret; encrypted for (organization, id). */
  readonly sealed?: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** See `activity/voters.ts`. */
export type StoredActivityRow = Omit<ActivityRow, 'votes'> & { readonly votes: readonly StoredVoteRow[] }

type InBody = 'decidedBy' | 'fingerprint' | 'parameters'
/** See `activity/compact.ts`. */
export type CompactActivityRow = Omit<StoredActivityRow, InBody> &
  Partial<Pick<StoredActivityRow, InBody>> & {
    /** Of a finished activity, see `store/rowMacs.ts`. */
    readonly mac?: string
  }

export type ActivityStatus =
  | 'ACTIVITY_STATUS_CREATED'
  | 'ACTIVITY_STATUS_PENDING'
  | 'ACTIVITY_STATUS_CONSENSUS_NEEDED'
  | 'ACTIVITY_STATUS_COMPLETED'
  | 'ACTIVITY_STATUS_FAILED'
  | 'ACTIVITY_STATUS_REJECTED'

/** Replaces pruned journal entries; see `journal/prune.ts`. id: always `checkpoint`. */
export interface CheckpointRow {
  /** The newest pruned entry. */
  readonly sequence: number
  /** Hash of that entry. */
  readonly head: string
  /** Hash of the fingerprints of all rows as of that entry. */
  readonly rowsHash: string
  /** Upper bound of the pruned entries that left the facts as they were. */
  readonly appends: number
  readonly createdAt: number
}

export interface Tables {
  organization: OrganizationRow
  users: UserRow
  tags: TagRow
  invitations: InvitationRow
  policies: PolicyRow
  wallets: WalletRow
  walletAccounts: WalletAccountRow
  privateKeys: PrivateKeyRow
  otps: OtpRow
  imports: ImportRow
  webhookEndpoints: WebhookEndpointRow
  smartContractInterfaces: SmartContractInterfaceRow
  activities: CompactActivityRow
  erasures: ErasureRow
  checkpoints: CheckpointRow
}

export type TableName = keyof Tables

/** Every table, in no particular order; `satisfies` makes the compiler report a missing one. */
export const JOURNALED_TABLES = Object.keys({
  organization: true,
  users: true,
  tags: true,
  invitations: true,
  policies: true,
  wallets: true,
  walletAccounts: true,
  privateKeys: true,
  otps: true,
  imports: true,
  webhookEndpoints: true,
  smartContractInterfaces: true,
  activities: true,
  erasures: true,
  checkpoints: true,
} satisfies Record<TableName, true>) as TableName[]

// These lookups are written only along with a change of tables, so they are unchanged as long as the organization's
// facts are.

export const API_KEY_CREDENTIALS = 'credentials-api-key'
export const PASSKEY_CREDENTIALS = 'credentials-passkey'
/** Versions of users by id and digest, see `userVersions.ts`. */
export const USER_VERSIONS = 'user-versions'
/** Data keys by the kind of their objects, whose id is theirs: see `calls/dataKeys.ts`. */
export const DATA_KEYS_LOOKUP = {
  wallets: 'data-keys:wallets',
  privateKeys: 'data-keys:privateKeys',
  imports: 'data-keys:imports',
} as const satisfies Partial<Record<TableName, string>>
export type DataKeyKind = keyof typeof DATA_KEYS_LOOKUP
/** Holders of a key by its address. */
export const ADDRESSES_LOOKUP = 'addresses'
