/** Deletes a sub-organization: removes keys, users and settings, but keeps activities and the journal. */
import { mapResting } from '../../budget.ts'
import type { Changes } from '../../checked.ts'
import type { Context, ExecuteContext } from '../../context.ts'
import { enterSubOrganization } from '../../identity/directory.ts'
import type { LookupName } from '../../store/lookups.ts'
import { prefetch } from '../../store/prefetch.ts'
import type { ReadRows } from '../../store/rows.ts'
import type { PrivateKeyRow, TableName, TagRow, WalletRow } from '../../store/tables.ts'
import { COUNTED } from '../auth/counted.ts'
import { EXPIRIES } from '../auth/expiries.ts'
import { DATA_KEYS } from '../dataKeys.ts'
import { assertExported } from '../exported.ts'
import { lookupsOf } from '../lookupsOf.ts'
import { changesOf } from '../users/changesBySaving.ts'
import { readContacts } from '../users/findByContact.ts'
import { saveUser } from '../users/saveUser.ts'

const GONE = [
  ['tags', 'tagId'],
  ['invitations', 'invitationId'],
  ['policies', 'policyId'],
  ['wallets', 'walletId'],
  ['walletAccounts', 'walletAccountId'],
  ['privateKeys', 'privateKeyId'],
  ['otps', 'otpId'],
  ['imports', 'userId'],
  ['webhookEndpoints', 'endpointId'],
  ['smartContractInterfaces', 'smartContractInterfaceId'],
] as const satisfies readonly (readonly [TableName, string])[]

export interface Keys {
  readonly wallets: readonly WalletRow[]
  readonly privateKeys: readonly PrivateKeyRow[]
}

/** All keys of the organization. */
export async function findKeys({ rows, budget }: Context): Promise<Keys> {
  prefetch(readUsers(rows))
  const [wallets, privateKeys] = await Promise.all([rows.list('wallets'), rows.list('privateKeys')])
  budget.spend('rows', wallets.length + privateKeys.length)
  return { wallets, privateKeys }
}

/** What is removed with the organization, apart from keys. */
export async function changesByRemoving({ rows, budget }: Context): Promise<Changes[]> {
  const [users, tags, policies, invitations, endpoints, interfaces] = await Promise.all([
    rows.list('users'),
    rows.list('tags'),
    rows.list('policies'),
    rows.list('invitations'),
    rows.list('webhookEndpoints'),
    rows.list('smartContractInterfaces'),
  ])
  budget.spend('rows', users.length)
  const tagsOf = (type: TagRow['tagType']) =>
    tags.filter(({ tagType }) => tagType === type).map(({ tagId }) => tagId)
  return [
    ...users.map((user) => changesOf(user, undefined)),
    {
      ids: {
        user: users.map(({ userId }) => userId),
        user_tag: tagsOf('TAG_TYPE_USER'),
        private_key_tag: tagsOf('TAG_TYPE_PRIVATE_KEY'),
        policy: policies.map(({ policyId }) => policyId),
        invitation: invitations.map(({ invitationId }) => invitationId),
        webhook_endpoint: endpoints.map(({ endpointId }) => endpointId),
        smart_contract_interface: interfaces.map((each) => each.smartContractInterfaceId),
      },
    },
  ]
}

async function readUsers(rows: ReadRows): Promise<void> {
  const users = await rows.list('users')
  await Promise.all(users.map((user) => readContacts(rows, user, undefined)))
}

/** @throws ApiError 400 if a key was never exported and the caller didn't confirm its loss */
export function assertRemovable({ wallets, privateKeys }: Keys, deleteWithoutExport: boolean): void {
  assertExported(
    [
      ...wallets.map(({ walletId: id, exported }) => ({ id, exported })),
      ...privateKeys.map(({ privateKeyId: id, exported }) => ({ id, exported })),
    ],
    deleteWithoutExport,
  )
}

/** @throws ApiError 400 if there are more rows than one request may remove */
export async function removeOrganization(context: ExecuteContext): Promise<void> {
  const { rows, organization, budget } = context
  const { organizationId, parentId } = organization
  prefetch(...GONE.map(([table]) => rows.list(table)))
  await mapResting(budget, await rows.list('users'), 'rows', (user) => saveUser(context, user, undefined))
  const dataKeys = new Map(
    await Promise.all(
      (await rows.list('wallets')).map(
        async ({ walletId }) => [walletId, await DATA_KEYS.find(context, 'wallets', walletId)] as const,
      ),
    ),
  )
  for (const [table, idMember] of GONE) {
    await mapResting(budget, await rows.list(table), 'rows', (row) => {
      const rowId = (row as unknown as Record<string, string>)[idMember]!
      rows.remove(table, rowId)
      const place = { organizationId, parentId, vault: context.vault, dataKey: dataKeys.get(rowId) }
      for (const { lookup, id } of lookupsOf(table as 'tags', row as TagRow, place))
        rows.removeLookup(lookup as LookupName, id)
    })
  }
  // Nothing else would remove these, which name contacts.
  for (const lookup of [COUNTED, EXPIRIES] as const) {
    await mapResting(budget, await rows.idsOf(lookup), 'rows', (id) => rows.removeLookup(lookup, id))
  }
  rows.remove('organization', 'organization')
  if (organization.parentId)
    enterSubOrganization(await context.open(organization.parentId), organization, undefined)
}
