/** Resource limits of an organization. */
import { ApiError, resourceLimits } from '@keywright/contract'
import type { Context } from '../context.ts'

const LIMITED = {
  users: { resource: 'users', kind: 'users' },
  policies: { resource: 'policies', kind: 'policies' },
  invitations: { resource: 'invitations', kind: 'invitations' },
  tags: { resource: 'tags', kind: 'tags' },
  wallets: { resource: 'wallets', kind: 'wallets' },
  privateKeys: { resource: 'privateKeys', kind: 'private keys' },
  webhookEndpoints: { resource: 'webhookEndpoints', kind: 'webhook endpoints' },
  smartContractInterfaces: { resource: 'smartContractInterfaces', kind: 'contract interfaces' },
} as const

/** @throws ApiError 429 if the organization has no room for `count` more */
export async function assertRoom(
  { rows, organization }: Context,
  table: keyof typeof LIMITED,
  count = 1,
): Promise<void> {
  const { resource, kind } = LIMITED[table]
  const limit = resourceLimits[resource][organization.parentId ? 'subOrganization' : 'parent']
  if ((await rows.count(table)) + count <= limit) return
  throw new ApiError('RESOURCE_LIMIT_REACHED', { organizationId: organization.organizationId, limit, kind })
}
