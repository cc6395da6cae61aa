/** Ends a sub-organization: its keys, users and settings go; its activities and its journal stay. */
import type { Context } from '../../context.ts'
import type { TableName } from '../../store/tables.ts'
import { assertExported } from '../exported.ts'
import { saveUser } from '../users/saveUser.ts'
import { enterSubOrganization } from './directory.ts'

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
] as const satisfies readonly (readonly [TableName, string])[]

/** @throws ApiError 400 when a key was never exported and the caller did not say that it may be lost */
export async function removeOrganization(context: Context, deleteWithoutExport: boolean): Promise<void> {
  const { rows, organization } = context
  const wallets = await rows.list('wallets')
  const privateKeys = await rows.list('privateKeys')
  assertExported(
    [
      ...wallets.map(({ walletId: id, exported }) => ({ id, exported })),
      ...privateKeys.map(({ privateKeyId: id, exported }) => ({ id, exported })),
    ],
    deleteWithoutExport,
  )
  for (const user of await rows.list('users')) await saveUser(context, user, undefined)
  for (const [table, idMember] of GONE) {
    for (const row of await rows.list(table))
      rows.remove(table, (row as unknown as Record<string, string>)[idMember]!)
  }
  rows.remove('organization', 'organization')
  if (organization.parentId)
    enterSubOrganization(await context.open(organization.parentId), organization, undefined)
}
