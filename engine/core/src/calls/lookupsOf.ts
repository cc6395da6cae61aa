/** The lookups of each row: `removeOrganization` removes them, and `journal verify` rebuilds them. */
import { parseHex } from '@keywright/keys'
import { entriesOfOrganization, entriesOfUser } from '../identity/directory.ts'
import type { Json } from '../store/store.ts'
import {
  ADDRESSES_LOOKUP,
  DATA_KEYS_LOOKUP,
  type DataKeyKind,
  type TableName,
  type Tables,
  type UserRow,
} from '../store/tables.ts'
import { digestOfUser, versionEntry } from '../store/userVersions.ts'
import type { Vault } from '../vault.ts'
import type { AddressHolder } from './addresses.ts'
import { liveOf, ownerOf } from './auth/otps.ts'
import { type NamedKind, nameEntry } from './names.ts'
import { secretsOf } from './secrets.ts'
import { credentialIdsOf, USERS_BY_CREDENTIAL_ID } from './users/findByCredentialId.ts'
import { credentialsOf } from './users/saveUser.ts'
import { LOOKUP as WALLET_LOOKUP } from './wallets/newWallet.ts'

export interface LookupEntry {
  /** Of the partition that holds the entry: a parent holds those of its directory. */
  readonly organization: string
  readonly lookup: string
  readonly id: string
  /** Of a lookup that lists holders (`addresses`): one of them. Absent if it may name another row that has the entry. */
  readonly value?: Json
}

/** Tables with lookups that one row alone determines. Contacts are shared by users: see `contactEntries`. */
type Indexed = Exclude<TableName, 'activities'>

interface Place {
  readonly organizationId: string
  /** Of a sub-organization. */
  readonly parentId: string | null
  /** Without it, the entries of secrets are left out: they are keyed. */
  readonly vault?: Pick<Vault, 'mark' | 'open'> | undefined
  /** Of a wallet: its encrypted data key. */
  readonly dataKey?: string | undefined
}

/** The entries of a row. */
export function lookupsOf<T extends Indexed>(table: T, row: Tables[T], place: Place): LookupEntry[] {
  const entry = (lookup: string, id: string, value: Json, organization = place.organizationId) => {
    return { organization, lookup, id, value }
  }
  return DERIVE[table](row, entry, place)
}

type MakeEntry = (lookup: string, id: string, value: Json, organization?: string) => LookupEntry
type Derive<T extends Indexed> = (row: Tables[T], entry: MakeEntry, place: Place) => LookupEntry[]

const none = () => []

/** The data key of an object: any, because only the row itself has it. */
const dataKeyEntry = (kind: DataKeyKind, id: string, organization: string): LookupEntry => ({
  organization,
  lookup: DATA_KEYS_LOOKUP[kind],
  id,
})

const DERIVE: { readonly [T in Indexed]: Derive<T> } = {
  organization: (row, entry) =>
    row.parentId === null
      ? []
      : entriesOfOrganization(row).map(({ lookup, id }) => entry(lookup, id, null, row.parentId!)),
  users: (user, entry, place) => [
    entry(...nameEntry('user', user.userName), user.userId),
    ...credentialsOf(user).map(({ lookup, id }) => entry(lookup, id, user.userId)),
    { organization: place.organizationId, ...versionEntry(user.userId, digestOfUser(user)) },
    ...credentialIdsOf(user).map((id) => entry(USERS_BY_CREDENTIAL_ID, id, user.userId)),
    ...directoryEntries(user, entry, place),
  ],
  tags: ({ tagType, tagName, tagId }, entry) => [
    entry(...nameEntry(tagType === 'TAG_TYPE_USER' ? 'user tag' : 'private key tag', tagName), tagId),
  ],
  policies: ({ policyName, policyId }, entry) => [entry(...nameEntry('policy', policyName), policyId)],
  wallets: ({ walletId, walletName, sealedEntropy }, entry, { organizationId, vault, dataKey }) => {
    const mark = vault?.open(
      organizationId,
      walletId,
      sealedEntropy,
      (secret) => vault.mark(organizationId, secret),
      dataKey,
    )
    return [
      entry(...nameEntry('wallet', walletName), walletId),
      dataKeyEntry('wallets', walletId, organizationId),
      ...(mark === undefined ? [] : [entry(secretsOf('wallet'), mark, walletId)]),
    ]
  },
  walletAccounts: ({ walletAccountId: id, walletId, path, address }, entry) => {
    const holder: AddressHolder = { table: 'walletAccounts', id, walletId }
    return [
      entry(WALLET_LOOKUP.accounts(walletId), id, null),
      entry(WALLET_LOOKUP.paths(walletId), path, id),
      entry(ADDRESSES_LOOKUP, address, { ...holder }),
    ]
  },
  privateKeys: ({ privateKeyId: id, privateKeyName, publicKey, addresses }, entry, place) => {
    const { organizationId, vault } = place
    const holder: AddressHolder = { table: 'privateKeys', id }
    return [
      entry(...nameEntry('private key', privateKeyName), id),
      dataKeyEntry('privateKeys', id, organizationId),
      ...(vault
        ? [entry(secretsOf('private key'), vault.mark(organizationId, parseHex(publicKey, 'public key')), id)]
        : []),
      ...addresses.map(({ address }) => entry(ADDRESSES_LOOKUP, address, { ...holder })),
    ]
  },
  webhookEndpoints: ({ name, endpointId }, entry) => [
    entry(...nameEntry('webhook endpoint', name), endpointId),
  ],
  smartContractInterfaces: none,
  otps: (row, entry) => (row.isVerified ? [] : [entry(liveOf(ownerOf(row)), row.otpId, row.expiresAt)]),
  invitations: none,
  imports: ({ userId }, _entry, { organizationId }) => [dataKeyEntry('imports', userId, organizationId)],
  erasures: none,
  checkpoints: none,
}

const directoryEntries = (user: UserRow, entry: MakeEntry, { organizationId, parentId }: Place) =>
  parentId === null
    ? []
    : entriesOfUser(organizationId, user).map(({ lookup, id }) => entry(lookup, id, null, parentId))

const NAMED: Readonly<Record<NamedKind, TableName>> = {
  user: 'users',
  'user tag': 'tags',
  'private key tag': 'tags',
  wallet: 'wallets',
  'private key': 'privateKeys',
  policy: 'policies',
  'webhook endpoint': 'webhookEndpoints',
}

/** The row that a lookup entry names, in its own organization; undefined for a lookup without rows. */
export function rowNamedBy(
  lookup: string,
  id: string,
  value: Json,
): { readonly table: TableName; readonly id: string } | undefined {
  const [name, kind = ''] = splitOnce(lookup)
  const table = TARGETS[name]?.(kind)
  if (table === undefined) return undefined
  const named = BY_OWN_ID.has(name) ? id : value
  return { table, id: typeof named === 'string' ? named : '' }
}

const TARGETS: Readonly<Record<string, (kind: string) => TableName | undefined>> = {
  names: (kind) => NAMED[kind as NamedKind],
  'data-keys': (kind) => (kind in DATA_KEYS_LOOKUP ? (kind as DataKeyKind) : undefined),
  secrets: (kind) => (({ wallet: 'wallets', 'private key': 'privateKeys' }) as const)[kind],
  'credentials-api-key': () => 'users',
  'credentials-passkey': () => 'users',
  'credentials-identity': () => 'users',
  [USERS_BY_CREDENTIAL_ID]: () => 'users',
  'accounts-of': () => 'walletAccounts',
  'paths-of': () => 'walletAccounts',
  'otps-of': () => 'otps',
}

/** Lookups whose ids are the ids of rows. */
const BY_OWN_ID: ReadonlySet<string> = new Set(['accounts-of', 'otps-of', 'data-keys'])

function splitOnce(lookup: string): [string, string?] {
  const colon = lookup.indexOf(':')
  return colon < 0 ? [lookup] : [lookup.slice(0, colon), lookup.slice(colon + 1)]
}
