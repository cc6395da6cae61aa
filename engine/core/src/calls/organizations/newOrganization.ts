/** Creates an organization with its root users: a parent for an operator, a sub-organization for a parent. */

import { ApiError } from '@keywright/contract'
import { withRootContacts } from '../../authorize/contacts.ts'
import { type CheckContext, contextOf, type ExecuteContext } from '../../context.ts'
import type { ReadRows } from '../../store/rows.ts'
import type { OrganizationRow, UserRow } from '../../store/tables.ts'
import type { Identity } from '../oauthProviders/readIdentity.ts'
import { draftUsers, type NewUser } from '../users/newUser.ts'
import { saveUser } from '../users/saveUser.ts'

export interface OrganizationParams {
  readonly organizationName: string
  readonly rootUsers: readonly NewUser[]
  /** Per root user, as `readUserIdentities` returned them. */
  readonly identities: readonly (readonly Identity[])[]
  readonly rootQuorumThreshold: number
  /** Features that are enabled from the start, with their values. */
  readonly features: Readonly<Record<string, string>>
  readonly parentId: string | null
}

export interface OrganizationDraft {
  readonly organization: OrganizationRow
  /** In the given order. */
  readonly rootUsers: readonly UserRow[]
}

/** @throws ApiError 400 for a quorum that can't be reached, and errors of `draftUsers` */
export async function draftOrganization(
  context: CheckContext,
  params: OrganizationParams,
): Promise<OrganizationDraft> {
  const { rootQuorumThreshold: threshold, rootUsers: given } = params
  if (given.length === 0) throw new ApiError('QUORUM_EMPTY')
  if (threshold < 1) throw new ApiError('THRESHOLD_TOO_LOW')
  if (threshold > given.length) throw new ApiError('THRESHOLD_TOO_HIGH', { threshold, users: given.length })

  const empty: OrganizationRow = {
    organizationId: context.ids.random(),
    organizationName: params.organizationName,
    parentId: params.parentId,
    quorum: { threshold, userIds: [] },
    features: params.features,
    createdAt: context.now,
    updatedAt: context.now,
  }
  const inside = inNewOrganization(context, empty)
  const rootUsers = await draftUsers(inside, given, params.identities, 'rootUsers')
  const quorum = { threshold, userIds: rootUsers.map((user) => user.userId) }
  return { organization: { ...empty, quorum }, rootUsers }
}

/** A context for checks in an organization that doesn't exist yet and has no rows. */
export function inNewOrganization<C extends CheckContext>(context: C, organization: OrganizationRow): C {
  return { ...context, organization, rows: noRows(organization.organizationId) }
}

/** @returns a context in the new organization */
export async function saveOrganization(
  context: ExecuteContext,
  { organization, rootUsers }: OrganizationDraft,
): Promise<ExecuteContext> {
  const child = await contextOf(context, organization)
  // The caller who creates an organization chooses its root quorum, so these contacts count as set by it.
  for (const user of rootUsers) {
    const set = [user.userEmail, user.userPhoneNumber]
    await saveUser(child, undefined, withRootContacts(user, set, { isByRootQuorum: true }))
  }
  child.rows.put('organization', 'organization', organization)
  return child
}

const noRows = (organizationId: string): ReadRows => ({
  organizationId,
  get: async () => undefined,
  list: async () => [],
  count: async () => 0,
  lookup: async () => undefined,
  follow: async () => undefined,
  lookupAll: async () => [],
  idsOf: async () => [],
  entry: async () => undefined,
  entries: async () => [],
  hasNow: async () => false,
})
