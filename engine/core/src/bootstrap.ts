/** The operator command that creates a parent organization. It is not an API call and needs no stamp. */
import { withoutCredentials } from './activity/voters.ts'
import { openBudget } from './budget.ts'
import { draftOrganization, saveOrganization } from './calls/organizations/newOrganization.ts'
import { type NewUser, readUserIdentities } from './calls/users/newUser.ts'
import type { ExecuteContext } from './context.ts'
import { openFetchJson } from './http/fetchJson.ts'
import { openOutbox } from './outbox/outbox.ts'
import { type EngineParts, openContext, pauseOf } from './parts.ts'
import type { OrganizationRow } from './store/tables.ts'
import { beginTransaction, type Transaction } from './store/transaction.ts'

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

/** @throws ApiError for anything that `create_sub_organization` would reject */
export async function createOrganization(
  engine: EngineParts,
  params: NewOrganization,
): Promise<OrganizationCreated> {
  const transaction = beginTransaction(engine.ports.store, engine)
  const context = await operatorContext(engine, transaction, NOWHERE)
  const identities = await readUserIdentities(
    { ...context, fetchJson: openFetchJson(engine.ports.fetch) },
    params.rootUsers,
    'rootUsers',
  )
  const draft = await draftOrganization(context, {
    organizationName: params.organizationName,
    rootUsers: params.rootUsers,
    identities,
    rootQuorumThreshold: params.rootQuorumThreshold ?? 1,
    features: params.features ?? {},
    parentId: null,
  })
  await saveOrganization(context, draft)
  await transaction.commit({ activityId: null, at: context.now }).durable
  return {
    organizationId: draft.organization.organizationId,
    rootUserIds: draft.rootUsers.map((user) => user.userId),
  }
}

/** The context of an operator command: without an activity and without a caller. */
export async function operatorContext(
  engine: EngineParts,
  transaction: Transaction,
  organization: OrganizationRow,
): Promise<ExecuteContext> {
  const base = await openContext(engine, transaction, organization, engine.ports.clock())
  return {
    ...base,
    budget: openBudget(pauseOf(engine)),
    ...NO_ACTIVITY,
    vault: engine.vault,
    random: engine.ports.random,
    outbox: openOutbox(base.rows, { ...base, vault: engine.vault }),
    keepOnRefusal: () => {},
  }
}

/** Placeholder for the organization in which a parent organization is created. */
const NOWHERE: OrganizationRow = {
  organizationId: '',
  organizationName: '',
  parentId: null,
  quorum: { threshold: 0, userIds: [] },
  features: {},
  createdAt: 0,
  updatedAt: 0,
}

/** Placeholder for activity and submitter. */
export const NO_ACTIVITY = {
  activityId: '',
  activityType: '',
  submitter: {
    user: withoutCredentials({ userId: '', userName: '' }, 0),
    organizationId: '',
    credentialType: '',
    publicKey: '',
  },
} as const
