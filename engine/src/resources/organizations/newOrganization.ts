/** Makes an organization with its root users: a parent for an operator, a sub-organization for a parent. */
import { ApiError } from '@keywright/contract'
import { type Context, contextOf } from '../../context.ts'
import type { OrganizationRow, UserRow } from '../../store/tables.ts'
import { type NewUser, newUser } from '../users/newUser.ts'

export interface OrganizationParams {
  readonly organizationName: string
  readonly rootUsers: readonly NewUser[]
  readonly rootQuorumThreshold: number
  /** Features that are on from the start, with their value. */
  readonly features: Readonly<Record<string, string>>
  readonly parentId: string | null
}

/**
 * @returns a context in the new organization, and its root users in the order given
 * @throws ApiError 400 for a quorum that cannot be reached, and whatever `newUser` refuses with
 */
export async function newOrganization<C extends Context>(
  context: C,
  params: OrganizationParams,
): Promise<{ child: C; rootUsers: UserRow[] }> {
  const { rootQuorumThreshold: threshold, rootUsers: given } = params
  if (given.length === 0) throw new ApiError('QUORUM_EMPTY')
  if (threshold < 1) throw new ApiError('THRESHOLD_TOO_LOW')
  if (threshold > given.length) throw new ApiError('THRESHOLD_TOO_HIGH', { threshold, users: given.length })

  const organization: OrganizationRow = {
    organizationId: context.ids.random(),
    organizationName: params.organizationName,
    parentId: params.parentId,
    quorum: { threshold, userIds: [] },
    features: params.features,
    createdAt: context.now,
    updatedAt: context.now,
  }
  const empty = await contextOf(context, organization)
  const rootUsers: UserRow[] = []
  for (const [n, user] of given.entries()) rootUsers.push(await newUser(empty, user, `rootUsers.${n}`))
  const quorum = { threshold, userIds: rootUsers.map((user) => user.userId) }
  const withQuorum = { ...organization, quorum }
  empty.rows.put('organization', 'organization', withQuorum)
  return { child: { ...empty, organization: withQuorum }, rootUsers }
}
