/** May this activity go on? Gathers what the policy engine asks for, and turns its verdict into ours. */
import { ApiError, findCallOfType, type SubmitCall } from '@keywright/contract'
import {
  type CompiledPolicy,
  type DecideInput,
  type Decision,
  decide as decidePolicies,
  kindOfActivity,
  type RequestFacts,
  rememberPolicies,
  type UserFacts,
  type Verdict,
} from '@keywright/policy'
import type { Budget } from '../budget.ts'
import type { Checked, PolicyFacts } from '../handler.ts'
import type { Ports } from '../ports.ts'
import type { ActivityRow, OrganizationRow, PolicyRow, UserRow } from '../store/tables.ts'
import type { ReadRows } from '../store/transaction.ts'
import { usableCredentials, votedCredentials } from './credentials.ts'
import { votersOf } from './votes.ts'

/**
 * The permission to execute: what was asked for and what `check` found. Nothing but `decide` makes one, since the
 * class is known here alone and the compiler takes no other object for it.
 */
class Permission<Intent, Found> {
  readonly #isOfDecide = true
  readonly intent: Intent
  readonly found: Found

  constructor(intent: Intent, found: Found) {
    this.intent = intent
    this.found = found
  }

  /** Keeps a look-alike from passing at run time too. */
  static isGenuine(value: object): boolean {
    return #isOfDecide in value
  }
}

export type Decided<Intent = unknown, Found = unknown> = Permission<Intent, Found>

/** What is to be decided. */
export interface Question<Intent, Found> {
  readonly activity: ActivityRow
  readonly intent: Intent
  readonly checked: Checked<Found>
}

export interface DecideContext {
  readonly now: number
  readonly open: (organizationId: string) => Promise<ReadRows>
  readonly observe: Ports['observe']
  readonly budget: Budget
}

export type Outcome<Intent, Found> =
  | { readonly verdict: 'ALLOWED'; readonly decision: Decision; readonly decided: Decided<Intent, Found> }
  | { readonly verdict: Exclude<Verdict, 'ALLOWED'>; readonly decision: Decision }

/** Decides with the quorum, users and policies of the organization that the activity names as `decidedBy`. */
export async function decide<Intent, Found>(
  context: DecideContext,
  { activity, intent, checked }: Question<Intent, Found>,
): Promise<Outcome<Intent, Found>> {
  const decision = await judge(context, activity, checked)
  return decision.verdict === 'ALLOWED'
    ? { verdict: 'ALLOWED', decision, decided: new Permission(intent, checked.found) }
    : { verdict: decision.verdict, decision }
}

/** Whether `decide` would now let an activity go on of which nothing is known but its votes. Permits nothing. */
export async function judge(
  { now, open, observe }: DecideContext,
  activity: ActivityRow,
  { facts = [{}], isOwnBusiness = false }: Partial<Checked<unknown>>,
): Promise<Decision> {
  const rows = await open(activity.decidedBy)
  const organization = (await rows.get('organization', 'organization'))!
  const approverIds = votersOf(activity, 'VOTE_SELECTION_APPROVED', now)
  const approvers = await usersOf(rows, approverIds)
  const request = {
    approvers: approvers.map(toUserFacts),
    rejecterIds: votersOf(activity, 'VOTE_SELECTION_REJECTED', now),
    rootQuorum: organization.quorum,
    // Whose request lapsed asks for nothing any more.
    isBuiltInAllowed: isOwnBusiness && approverIds.includes(activity.votes[0]!.userId),
  }
  // Most activities are the root quorum's: they need neither the policies nor the other users.
  if (isQuorumReached(organization, approverIds)) return conclude({ ...request, policies: [], users: [] })
  const [policyRows, users] = await Promise.all([rows.list('policies'), rows.list('users')])
  return conclude({
    ...request,
    policies: policyRows.map(compiled),
    users: users.map(toUserFacts),
    credentials: votedCredentials(activity, approverIds, now),
    userCredentials: users.flatMap((user) => usableCredentials(user, now)),
  })

  function conclude(rest: Omit<DecideInput, 'facts'>): Decision {
    const inputs = requestFacts(activity, facts).map((of): DecideInput => ({ ...rest, facts: of }))
    const { input, decision } = gravest(inputs)
    observe?.({ activityId: activity.id, decidedBy: activity.decidedBy, input })
    return decision
  }
}

/** From what forbids the whole to what only one part needs. */
const GRAVITY: readonly Verdict[] = ['DENIED', 'REJECTED', 'CONSENSUS_NEEDED', 'ALLOWED']

/** Of the parts of a request the one that decides the whole: the first of those that stand most in its way. */
function gravest(inputs: readonly DecideInput[]): { input: DecideInput; decision: Decision } {
  const decided = inputs.map((input) => ({ input, decision: decidePolicies(input) }))
  return decided.reduce((gravest, next) =>
    GRAVITY.indexOf(next.decision.verdict) < GRAVITY.indexOf(gravest.decision.verdict) ? next : gravest,
  )
}

/** The refusal that a verdict `DENIED` becomes. */
export function toRefusal(decision: Decision, type: string): ApiError {
  const policyEvaluations = [...decision.policyEvaluations]
  switch (decision.reason) {
    case 'ROOT_ONLY':
      return new ApiError('ROOT_QUORUM_ONLY', { type }) as ApiError
    case 'POLICY_DENIED': {
      const policyIds = policyEvaluations
        .filter(({ outcome }) => outcome === 'OUTCOME_DENY_EXPLICIT')
        .map(({ policyId }) => policyId)
      return new ApiError('DENIED_BY_POLICY', { policyIds }, { policyEvaluations }) as ApiError
    }
    default:
      return new ApiError('NOT_PERMITTED_BY_POLICY', {}, { policyEvaluations }) as ApiError
  }
}

/** @throws Error when the value was not made by `decide`: no caller of the engine can bring that about */
export function assertDecided(decided: object): void {
  if (!Permission.isGenuine(decided)) throw new Error('executed without a decision')
}

function isQuorumReached({ quorum }: OrganizationRow, approverIds: readonly string[]): boolean {
  return quorum.userIds.filter((id) => approverIds.includes(id)).length >= quorum.threshold
}

async function usersOf(rows: ReadRows, userIds: readonly string[]): Promise<UserRow[]> {
  const users = await Promise.all(userIds.map((userId) => rows.get('users', userId)))
  return users.filter((user) => user !== undefined)
}

function requestFacts({ type }: ActivityRow, stated: readonly PolicyFacts[]): RequestFacts[] {
  // Votes alone have neither, and no vote is an activity.
  const { resource, action } = findCallOfType(type) as SubmitCall & { resource: string; action: string }
  const common = { type, resource, action, kind: kindOfActivity(type) }
  const sets = stated.length > 0 ? stated : [{}]
  return sets.map(({ params, ...objects }: PolicyFacts) => ({
    activity: params === undefined ? common : { ...common, params },
    ...objects,
  }))
}

function toUserFacts(user: UserRow): UserFacts {
  return {
    id: user.userId,
    tags: user.userTags,
    email: user.userEmail ?? '',
    alias: user.userName,
  }
}

/** A store in memory gives the same object again, which is found without looking at its text. */
const compiledPolicies = new WeakMap<PolicyRow, CompiledPolicy>()
/** Other stores read the text again, which is compiled once all the same. */
const compileOnce = rememberPolicies()

function compiled(row: PolicyRow): CompiledPolicy {
  let policy = compiledPolicies.get(row)
  if (!policy) compiledPolicies.set(row, (policy = compileOnce(row)))
  return policy
}
