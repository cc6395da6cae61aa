/** Resource limits of an organization. */
import { ApiError, resourceLimits } from '@keywright/contract'
import type { Context } from '../context.ts'

/** Tables that are bounded, the limit they fall under, and how an error calls their rows. */
const LIMITED = {
  users: { resource: 'users', kind: 'users' },
  policies: { resource: 'policies', kind: 'policies' },
  invitations: { resource: 'invitations', kind: 'invitations' },
  tags: { resource: 'tags', kind: 'tags' },
  wallets: { resource: 'wallets', kind: 'wallets' },
  privateKeys: { resource: 'privateKeys', kind: 'private keys' },
} as const

/** @throws ApiError 429 when the organization holds as many as it may */
export async function assertRoom(
  { rows, organization }: Context,
  table: keyof typeof LIMITED,
): Promise<void> {
  const { resource, kind } = LIMITED[table]
  const limit = resourceLimits[resource][organization.parentId ? 'subOrganization' : 'parent']
  if ((await rows.list(table, { limit })).length < limit) return
  throw new ApiError('RESOURCE_LIMIT_REACHED', { organizationId: organization.organizationId, limit, kind })
}
