/** The operator's command that makes a parent organization. It is not a call, and no stamp is asked for. */
import { type Engine, openContext } from '../../handle.ts'
import type { OrganizationRow } from '../../store/tables.ts'
import { beginTransaction } from '../../store/transaction.ts'
import type { NewUser } from '../users/newUser.ts'
import { newOrganization } from './newOrganization.ts'

export interface NewOrganization {
  readonly organizationName: string
  readonly rootUsers: readonly NewUser[]
  /** Default: 1. */
  readonly rootQuorumThreshold?: number
  /** Features that are on from the start. Default: none, as for every parent organization. */
  readonly features?: Readonly<Record<string, string>>
}

export interface OrganizationCreated {
  readonly organizationId: string
  /** In the order of `rootUsers`. */
  readonly rootUserIds: readonly string[]
}

/** @throws ApiError for whatever `create_sub_organization` would refuse */
export async function createOrganization(
  engine: Engine,
  params: NewOrganization,
): Promise<OrganizationCreated> {
  const transaction = beginTransaction(engine.ports.store)
  const now = engine.ports.clock()
  const context = await openContext(engine, transaction, NOWHERE, now)
  const { child, rootUsers } = await newOrganization(context, {
    organizationName: params.organizationName,
    rootUsers: params.rootUsers,
    rootQuorumThreshold: params.rootQuorumThreshold ?? 1,
    features: params.features ?? {},
    parentId: null,
  })
  await transaction.commit({ activityId: null, at: now })
  return {
    organizationId: child.organization.organizationId,
    rootUserIds: rootUsers.map((user) => user.userId),
  }
}

/** A new parent organization is made from outside of any. */
const NOWHERE: OrganizationRow = {
  organizationId: '',
  organizationName: '',
  parentId: null,
  quorum: { threshold: 0, userIds: [] },
  features: {},
  createdAt: 0,
  updatedAt: 0,
}
