/** The resource and action of each activity, which policies read as `activity.resource` and `activity.action`. */

/** One row of the table. `kinds` are activity types without `ACTIVITY_TYPE_` and without version. */
export interface ActivityRow {
  readonly resource: string
  readonly action: string
  readonly kinds: readonly string[]
}

const row = (resource: string, action: string, ...kinds: string[]): ActivityRow =>
  Object.freeze({ resource, action, kinds: Object.freeze(kinds) })

/** Every kind of activity, once. Signing with a wallet account also counts as `PRIVATE_KEY` `SIGN`. */
export const ACTIVITY_ROWS: readonly ActivityRow[] = Object.freeze([
  row('ORGANIZATION', 'CREATE', 'CREATE_ORGANIZATION', 'CREATE_SUB_ORGANIZATION'),
  row('ORGANIZATION', 'UPDATE', 'UPDATE_ROOT_QUORUM', 'SET_ORGANIZATION_FEATURE', 'UPDATE_ORGANIZATION_NAME'),
  row('ORGANIZATION', 'REMOVE', 'REMOVE_ORGANIZATION_FEATURE'),
  row('ORGANIZATION', 'DELETE', 'DELETE_ORGANIZATION', 'DELETE_SUB_ORGANIZATION'),
  row('INVITATION', 'CREATE', 'CREATE_INVITATIONS'),
  row('INVITATION', 'DELETE', 'DELETE_INVITATION'),
  row('INVITATION', 'ACCEPT', 'ACCEPT_INVITATION'),
  row('POLICY', 'CREATE', 'CREATE_POLICY', 'CREATE_POLICIES'),
  row('POLICY', 'UPDATE', 'UPDATE_POLICY'),
  row('POLICY', 'DELETE', 'DELETE_POLICY', 'DELETE_POLICIES'),
  row('SMART_CONTRACT_INTERFACE', 'CREATE', 'CREATE_SMART_CONTRACT_INTERFACE'),
  row('SMART_CONTRACT_INTERFACE', 'DELETE', 'DELETE_SMART_CONTRACT_INTERFACE'),
  row('WALLET', 'CREATE', 'CREATE_WALLET', 'CREATE_WALLET_ACCOUNTS'),
  row('WALLET', 'EXPORT', 'EXPORT_WALLET', 'EXPORT_WALLET_ACCOUNT'),
  row('WALLET', 'IMPORT', 'INIT_IMPORT_WALLET', 'IMPORT_WALLET'),
  row('WALLET', 'DELETE', 'DELETE_WALLETS', 'DELETE_WALLET_ACCOUNTS'),
  row('WALLET', 'UPDATE', 'UPDATE_WALLET'),
  row('PRIVATE_KEY', 'CREATE', 'CREATE_PRIVATE_KEYS', 'CREATE_PRIVATE_KEY_TAG'),
  row('PRIVATE_KEY', 'UPDATE', 'UPDATE_PRIVATE_KEY_TAG'),
  row('PRIVATE_KEY', 'DELETE', 'DISABLE_PRIVATE_KEY', 'DELETE_PRIVATE_KEY_TAGS', 'DELETE_PRIVATE_KEYS'),
  row('PRIVATE_KEY', 'EXPORT', 'EXPORT_PRIVATE_KEY'),
  row('PRIVATE_KEY', 'IMPORT', 'INIT_IMPORT_PRIVATE_KEY', 'IMPORT_PRIVATE_KEY'),
  row('PRIVATE_KEY', 'SIGN', 'SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS', 'SIGN_TRANSACTION'),
  row('USER', 'CREATE', 'CREATE_USERS', 'CREATE_USER_TAG', 'CREATE_API_ONLY_USERS'),
  row(
    'USER',
    'UPDATE',
    'UPDATE_USER',
    'UPDATE_USER_TAG',
    'RECOVER_USER',
    'UPDATE_USER_NAME',
    'UPDATE_USER_EMAIL',
    'UPDATE_USER_PHONE_NUMBER',
  ),
  row('USER', 'DELETE', 'DELETE_USERS', 'DELETE_USER_TAGS'),
  row('CREDENTIAL', 'CREATE', 'CREATE_API_KEYS', 'CREATE_AUTHENTICATORS'),
  row('CREDENTIAL', 'DELETE', 'DELETE_API_KEYS', 'DELETE_AUTHENTICATORS'),
  row('PAYMENT_METHOD', 'UPDATE', 'SET_PAYMENT_METHOD'),
  row('PAYMENT_METHOD', 'DELETE', 'DELETE_PAYMENT_METHOD'),
  row('SUBSCRIPTION', 'UPDATE', 'ACTIVATE_BILLING_TIER'),
  row('CONFIG', 'UPDATE', 'UPDATE_ALLOWED_ORIGINS'),
  row('RECOVERY', 'CREATE', 'INIT_USER_EMAIL_RECOVERY'),
  row(
    'AUTH',
    'CREATE',
    'EMAIL_AUTH',
    'INIT_OTP_AUTH',
    'OTP_AUTH',
    'OAUTH',
    'CREATE_READ_WRITE_SESSION',
    'CREATE_READ_ONLY_SESSION',
    'CREATE_OAUTH_PROVIDERS',
    'OTP_LOGIN',
    'OAUTH_LOGIN',
    'STAMP_LOGIN',
  ),
  row('AUTH', 'DELETE', 'DELETE_OAUTH_PROVIDERS'),
  row('OTP', 'CREATE', 'INIT_OTP'),
  row('OTP', 'VERIFY', 'VERIFY_OTP'),
  row('WEBHOOK', 'CREATE', 'CREATE_WEBHOOK_ENDPOINT'),
  row('WEBHOOK', 'UPDATE', 'UPDATE_WEBHOOK_ENDPOINT'),
  row('WEBHOOK', 'DELETE', 'DELETE_WEBHOOK_ENDPOINT'),
])

/** Kinds that only the root quorum may run: no policy grants them. */
export const ROOT_ONLY_KINDS: ReadonlySet<string> = new Set([
  'UPDATE_ROOT_QUORUM',
  'SET_ORGANIZATION_FEATURE',
  'REMOVE_ORGANIZATION_FEATURE',
  'UPDATE_ORGANIZATION_NAME',
])

const SIGN_IN_RESOURCES: readonly string[] = ['CREDENTIAL', 'AUTH', 'RECOVERY']
const SIGN_IN_UPDATES: readonly string[] = [
  'UPDATE_USER',
  'UPDATE_USER_EMAIL',
  'UPDATE_USER_PHONE_NUMBER',
  'RECOVER_USER',
]

/** Whether an activity changes how its target user signs in: credentials, sessions, contacts. */
export function changesSignIn({ resource, kind }: { resource: string; kind: string }): boolean {
  return SIGN_IN_RESOURCES.includes(resource) || SIGN_IN_UPDATES.includes(kind)
}

const rowByKind = new Map(ACTIVITY_ROWS.flatMap((entry) => entry.kinds.map((kind) => [kind, entry] as const)))

/** `ACTIVITY_TYPE_SIGN_TRANSACTION_V2` → `SIGN_TRANSACTION`: the name that all versions share. */
export function kindOfActivity(type: string): string {
  return type.replace(/^ACTIVITY_TYPE_/, '').replace(/_V[0-9]+$/, '')
}

/**
 * `activity.resource` and `activity.action` of a posted activity type of any version.
 * @returns undefined for a type that is not in the table
 */
export function resourceAndActionOf(type: string): { resource: string; action: string } | undefined {
  const found = rowByKind.get(kindOfActivity(type))
  return found && { resource: found.resource, action: found.action }
}

/** Every kind in the table. */
export function listActivityKinds(): string[] {
  return [...rowByKind.keys()]
}
