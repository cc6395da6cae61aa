/** Parts of the protocol that no path serves, with the reason. Requests with them are rejected by name. */

export interface ActivityWithoutPath {
  types: readonly string[]
  summary: string
  /** Members of `parameters` of the newest version. */
  members: readonly string[]
  resource: string
  action: string
  /** Why no path serves it, and what to do instead. */
  instead: string
}

const noBilling = 'Billing does not exist here.'

export const activitiesWithoutPath: readonly ActivityWithoutPath[] = [
  {
    types: ['ACTIVITY_TYPE_CREATE_ORGANIZATION', 'ACTIVITY_TYPE_CREATE_ORGANIZATION_V2'],
    summary: 'Creates a parent organization.',
    members: ['organizationName', 'rootEmail', 'rootAuthenticator', 'rootUserId'],
    resource: 'ORGANIZATION',
    action: 'CREATE',
    instead: 'Parent organizations are created by a command of the operator.',
  },
  {
    types: ['ACTIVITY_TYPE_DELETE_ORGANIZATION'],
    summary: 'Deletes a parent organization.',
    members: ['organizationId'],
    resource: 'ORGANIZATION',
    action: 'DELETE',
    instead: 'Parent organizations are deleted by a command of the operator.',
  },
  {
    types: ['ACTIVITY_TYPE_DISABLE_PRIVATE_KEY'],
    summary: 'Disables a private key.',
    members: ['privateKeyId'],
    resource: 'PRIVATE_KEY',
    action: 'DELETE',
    instead: 'Deny its use by a policy, or delete it with `delete_private_keys`.',
  },
  {
    types: ['ACTIVITY_TYPE_SET_PAYMENT_METHOD', 'ACTIVITY_TYPE_SET_PAYMENT_METHOD_V2'],
    summary: 'Sets the payment method.',
    members: ['paymentMethodId', 'cardHolderEmail', 'cardHolderName'],
    resource: 'PAYMENT_METHOD',
    action: 'UPDATE',
    instead: noBilling,
  },
  {
    types: ['ACTIVITY_TYPE_DELETE_PAYMENT_METHOD'],
    summary: 'Deletes the payment method.',
    members: ['paymentMethodId'],
    resource: 'PAYMENT_METHOD',
    action: 'DELETE',
    instead: noBilling,
  },
  {
    types: ['ACTIVITY_TYPE_ACTIVATE_BILLING_TIER'],
    summary: 'Activates a billing tier.',
    members: ['productId'],
    resource: 'SUBSCRIPTION',
    action: 'UPDATE',
    instead: noBilling,
  },
  {
    types: ['ACTIVITY_TYPE_UPDATE_ALLOWED_ORIGINS'],
    summary: 'Sets the web origins from which the organization may be used.',
    members: ['allowedOrigins'],
    resource: 'CONFIG',
    action: 'UPDATE',
    instead: 'Set the feature `FEATURE_NAME_WEBAUTHN_ORIGINS`.',
  },
  {
    types: ['ACTIVITY_TYPE_CREATE_API_ONLY_USERS'],
    summary: 'Creates users that hold API keys alone.',
    members: ['apiOnlyUsers'],
    resource: 'USER',
    action: 'CREATE',
    instead: 'Use `create_users` without authenticators.',
  },
  {
    types: ['ACTIVITY_TYPE_ACCEPT_INVITATION', 'ACTIVITY_TYPE_ACCEPT_INVITATION_V2'],
    summary: 'Accepts an invitation and registers an authenticator.',
    members: ['invitationId', 'userId', 'authenticator'],
    resource: 'INVITATION',
    action: 'ACCEPT',
    instead:
      'The invited person gives the inviting user a public key or a passkey registration; that user calls `create_users` with it, then `delete_invitation`.',
  },
]

/** Members and enumeration members of the protocol that are not served. */
export const unserved = {
  members: [
    {
      owner: 'Activity',
      member: 'appProofs',
      reason: 'proofs of the execution environment do not exist here',
    },
    { owner: 'User', member: 'mfaPolicies', reason: 'policies of several factors do not exist here' },
    { owner: 'Credential', member: 'sessionProfileId', reason: 'session profiles do not exist here' },
    { owner: 'Policy', member: 'time', reason: 'policies do not look at the clock' },
    { owner: 'create_wallet_accounts', member: 'persist', reason: 'every account is kept' },
    { owner: 'WalletAccount', member: 'walletDetails', reason: '`get_wallet` answers them' },
    { owner: 'WalletAccount', member: 'caip2Prefix', reason: 'accounts are not bound to a chain' },
    { owner: 'list_wallet_accounts', member: 'includeWalletDetails', reason: '`get_wallet` answers them' },
  ],
  enumMembers: {
    ActivityStatus: ['ACTIVITY_STATUS_AUTHENTICATORS_NEEDED'],
    AddressFormat: [
      'ADDRESS_FORMAT_SEI',
      'ADDRESS_FORMAT_XLM',
      'ADDRESS_FORMAT_DOGE_MAINNET',
      'ADDRESS_FORMAT_DOGE_TESTNET',
      'ADDRESS_FORMAT_TON_V3R2',
      'ADDRESS_FORMAT_TON_V4R2',
      'ADDRESS_FORMAT_TON_V5R1',
      'ADDRESS_FORMAT_XRP',
      'ADDRESS_FORMAT_SPARK_MAINNET',
      'ADDRESS_FORMAT_SPARK_REGTEST',
    ],
    Curve: ['CURVE_P256'],
    TransactionType: ['TRANSACTION_TYPE_TRON', 'TRANSACTION_TYPE_TEMPO'],
    FeatureName: [
      'FEATURE_NAME_AUTH_PROXY',
      'FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED',
      'FEATURE_NAME_SWAP_CONFIG',
      'FEATURE_NAME_EARN_CONFIG',
    ],
    Outcome: ['OUTCOME_REQUIRES_AUTHENTICATORS', 'OUTCOME_TIME_INACTIVE'],
    SubOrganizationFilter: ['WALLET_ACCOUNT_ADDRESS'],
  },
} as const
