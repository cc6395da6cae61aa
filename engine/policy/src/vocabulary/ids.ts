/** The ids that requests name, by kind of object, and the target user of a request. */
import { deepFreeze, type FieldEntry, later, param, type StructEntry, struct } from './entry.ts'

export const SIGNING = ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS', 'SIGN_TRANSACTION'] as const
const USER_CREDENTIALS = ['API_KEYS', 'AUTHENTICATORS', 'OAUTH_PROVIDERS'].flatMap((kind) => [
  `CREATE_${kind}`,
  `DELETE_${kind}`,
])

/** Activities after which a user has fewer API keys, or other ones: by removing what opened them, or replacing them. */
const ENDING_KEYS = [
  'DELETE_API_KEYS',
  'CREATE_API_KEYS',
  'DELETE_AUTHENTICATORS',
  'DELETE_OAUTH_PROVIDERS',
  'UPDATE_USER',
  'UPDATE_USER_EMAIL',
  'UPDATE_USER_PHONE_NUMBER',
  'DELETE_USERS',
  'INIT_USER_EMAIL_RECOVERY',
  'RECOVER_USER',
  'EMAIL_AUTH',
  'OTP_AUTH',
  'OAUTH',
  'CREATE_READ_ONLY_SESSION',
  'CREATE_READ_WRITE_SESSION',
  'STAMP_LOGIN',
  'OTP_LOGIN',
  'OAUTH_LOGIN',
  'DELETE_SUB_ORGANIZATION',
] as const

/** Which kinds of activity name, change or remove, which kind of object. The engine's tests hold it against the contract. */
export const ID_KINDS = deepFreeze({
  user: [
    'UPDATE_ROOT_QUORUM',
    'CREATE_INVITATIONS',
    'INIT_IMPORT_WALLET',
    'IMPORT_WALLET',
    'INIT_IMPORT_PRIVATE_KEY',
    'IMPORT_PRIVATE_KEY',
    'CREATE_USERS',
    'UPDATE_USER',
    'UPDATE_USER_NAME',
    'UPDATE_USER_EMAIL',
    'UPDATE_USER_PHONE_NUMBER',
    'DELETE_USERS',
    'CREATE_USER_TAG',
    'UPDATE_USER_TAG',
    'DELETE_USER_TAGS',
    ...USER_CREDENTIALS,
    'INIT_USER_EMAIL_RECOVERY',
    'RECOVER_USER',
    'EMAIL_AUTH',
    'INIT_OTP_AUTH',
    'OTP_AUTH',
    'OAUTH',
    'CREATE_READ_ONLY_SESSION',
    'CREATE_READ_WRITE_SESSION',
    'STAMP_LOGIN',
    'OTP_LOGIN',
    'OAUTH_LOGIN',
    'DELETE_SUB_ORGANIZATION',
  ],
  user_tag: [
    'CREATE_INVITATIONS',
    'CREATE_USERS',
    'UPDATE_USER',
    'DELETE_USERS',
    'UPDATE_USER_TAG',
    'DELETE_USER_TAGS',
    'DELETE_SUB_ORGANIZATION',
  ],
  policy: ['UPDATE_POLICY', 'DELETE_POLICY', 'DELETE_POLICIES', 'DELETE_SUB_ORGANIZATION'],
  feature: ['SET_ORGANIZATION_FEATURE', 'REMOVE_ORGANIZATION_FEATURE'],
  invitation: ['DELETE_INVITATION', 'DELETE_SUB_ORGANIZATION'],
  wallet: [
    ...SIGNING,
    'CREATE_WALLET_ACCOUNTS',
    'UPDATE_WALLET',
    'DELETE_WALLETS',
    'DELETE_WALLET_ACCOUNTS',
    'EXPORT_WALLET',
    'EXPORT_WALLET_ACCOUNT',
    'DELETE_SUB_ORGANIZATION',
  ],
  wallet_account: [
    'DELETE_WALLET_ACCOUNTS',
    'DELETE_WALLETS',
    'EXPORT_WALLET',
    'EXPORT_WALLET_ACCOUNT',
    'DELETE_SUB_ORGANIZATION',
  ],
  private_key: [
    ...SIGNING,
    'DELETE_PRIVATE_KEYS',
    'EXPORT_PRIVATE_KEY',
    'CREATE_PRIVATE_KEY_TAG',
    'UPDATE_PRIVATE_KEY_TAG',
    'DELETE_PRIVATE_KEY_TAGS',
    'DELETE_SUB_ORGANIZATION',
  ],
  private_key_tag: [
    'CREATE_SUB_ORGANIZATION',
    'CREATE_PRIVATE_KEYS',
    'UPDATE_PRIVATE_KEY_TAG',
    'DELETE_PRIVATE_KEY_TAGS',
    'DELETE_SUB_ORGANIZATION',
  ],
  api_key: ENDING_KEYS,
  authenticator: ['DELETE_AUTHENTICATORS', 'DELETE_USERS', 'DELETE_SUB_ORGANIZATION'],
  oauth_provider: [
    'DELETE_OAUTH_PROVIDERS',
    'DELETE_USERS',
    'OAUTH',
    'OAUTH_LOGIN',
    'DELETE_SUB_ORGANIZATION',
  ],
  otp: ['OTP_AUTH', 'VERIFY_OTP'],
  webhook_endpoint: ['UPDATE_WEBHOOK_ENDPOINT', 'DELETE_WEBHOOK_ENDPOINT', 'DELETE_SUB_ORGANIZATION'],
  smart_contract_interface: ['DELETE_SMART_CONTRACT_INTERFACE', 'DELETE_SUB_ORGANIZATION'],
} as const satisfies Record<string, readonly string[]>)

/** A kind of object that requests name by id. */
export type IdKind = keyof typeof ID_KINDS

/** The kinds of ids that policies read of an activity kind. */
export const idKindsOfActivity = (activityKind: string): IdKind[] =>
  (Object.keys(ID_KINDS) as IdKind[]).filter((kind) =>
    (ID_KINDS[kind] as readonly string[]).includes(activityKind),
  )

const NOUNS: Partial<Record<IdKind, string>> = {
  api_key: 'API key',
  oauth_provider: 'OAuth provider',
  otp: 'one-time code',
}

export const idParams: readonly FieldEntry[] = (Object.keys(ID_KINDS) as IdKind[]).flatMap((kind) => {
  const noun = NOUNS[kind] ?? kind.replaceAll('_', ' ')
  const one = `The id of the ${noun} that the request is about, or the empty string.`
  return [
    param(`${kind}_id`, 'string', one, ID_KINDS[kind]),
    param(
      `${kind}_ids`,
      'list<string>',
      `The ids of every ${noun} that the request is about.`,
      ID_KINDS[kind],
    ),
  ]
})

export const targetStructs: readonly StructEntry[] = [
  struct('later', 'TargetUser', 'the target user', 'The user that the request is about.', [
    later('id', 'string', 'The user id.'),
    later('tags', 'list<string>', 'The ids of the tags that the user has.'),
    later('email', 'string', 'The email address, or the empty string; comparing it ignores letter case.', {
      format: 'email',
    }),
    later('alias', 'string', 'The user name.'),
    later('root', 'bool', 'True for a member of the root quorum that decides about the request.'),
  ]),
]
