/**
 * Decides whether an activity may proceed: gathers the input of the policy engine, and turns its verdict into the
 * engine's.
 */
import { ApiError, findCallOfType, type SubmitCall } from '@keywright/contract'
import {
  type BegunDecision,
  beginDecision,
  type DecideInput,
  type Decision,
  kindOfActivity,
  type RequestFacts,
  StepsExceeded,
  type Verdict,
} from '@keywright/policy'
import type { Budget } from '../budget.ts'
import type { Checked, PolicyFacts } from '../checked.ts'
import type { Caller } from '../context.ts'
import type { Ports } from '../ports.ts'
import type { ReadRows } from '../store/rows.ts'
import type { ActivityRow, OrganizationRow, UserRow } from '../store/tables.ts'
import { usableCredentials, votedCredentials } from './credentials.ts'
import { compilePolicies } from './policyLanguage.ts'
import { toUserFacts } from './userFacts.ts'
import { votersOf } from './votes.ts'

/**
 * The permission to execute: the request and the result of `check`. Only `decide` can create one: the class is
 * private to this module, and the compiler accepts no other object in its place.
 */
class Permission<Intent, Found> {
  readonly #isOfDecide = true
  readonly intent: Intent
  readonly found: Found
  /** Whether enough root users approved, so that no policies were evaluated. */
  readonly isByRootQuorum: boolean

  constructor(intent: Intent, found: Found, isByRootQuorum: boolean) {
    this.intent = intent
    this.found = found
    this.isByRootQuorum = isByRootQuorum
  }

  /** Rejects look-alikes at run time too. */
  static isGenuine(value: object): boolean {
    return #isOfDecide in value
  }
}

export type Decided<Intent = unknown, Found = unknown> = Permission<Intent, Found>

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
  if (decision.verdict !== 'ALLOWED') return { verdict: decision.verdict, decision }
  const decided = new Permission(intent, checked.found, decision.reason === 'ROOT_QUORUM')
  return { verdict: 'ALLOWED', decision, decided }
}

/** The current verdict on an activity; grants no permission. */
export async function judge(
  context: DecideContext,
  activity: ActivityRow,
  checked: Partial<Checked<unknown>>,
): Promise<Decision> {
  const { input, decision } = await gravest(context, await gather(context, activity, checked))
  context.observe?.({ activityId: activity.id, decidedBy: activity.decidedBy, input })
  return decision
}

/** The input of the current decision on an activity, with everyone who could approve. */
export async function inquire(
  context: DecideContext,
  activity: ActivityRow,
  checked: Partial<Checked<unknown>>,
): Promise<DecideInput> {
  const asked = await gather(context, activity, checked)
  const { input } = await gravest(context, asked)
  return { ...input, ...(await asked.readVoters()) }
}

/**
 * Whether the newest vote on a pending activity counts for the root quorum or for a policy that the activity waits for.
 * @param checked undefined if the activity can't be executed now: every policy that allows something counts then
 */
export async function isCounted(
  context: DecideContext,
  activity: ActivityRow,
  checked: Partial<Checked<unknown>> | undefined,
): Promise<boolean> {
  const { organization, inputs, readVoters } = await gather(context, activity, checked ?? {})
  const { userId } = activity.votes.at(-1)!
  if (organization.quorum.userIds.includes(userId)) return true
  const { budget } = context
  const voters = await readVoters()
  const voter = voters.users.find(({ id }) => id === userId)
  if (!voter) return false
  for (const input of inputs) {
    // Empty if only the root quorum may decide.
    const evaluations = within(budget, () => beginDecision(input).withUsers(voters).policyEvaluations)
    const waiting = input.policies.filter(({ effect }, n) =>
      checked ? WAITING.includes(evaluations[n]?.outcome) : evaluations[n] && effect === 'EFFECT_ALLOW',
    )
    if (waiting.some((policy) => policy.countsApproval(voter, budget.steps))) return true
    await budget.rest()
  }
  return false
}

/** Whether a vote of the caller could count for any activity: for the root quorum, or for a policy that allows something. */
export async function mayBeCounted(
  { open, budget }: Pick<DecideContext, 'open' | 'budget'>,
  { organization: { organizationId, quorum }, user }: Caller,
): Promise<boolean> {
  if (quorum.userIds.includes(user.userId)) return true
  const rows = await (await open(organizationId)).list('policies')
  const policies = await compilePolicies(rows, budget)
  const voter = toUserFacts(user)
  return policies.some(
    (policy) => policy.effect === 'EFFECT_ALLOW' && policy.countsApproval(voter, budget.steps),
  )
}

/** Outcomes of a policy that needs more approvals. The second one is that of a rejection that makes them impossible. */
const WAITING: readonly unknown[] = ['OUTCOME_REQUIRES_CONSENSUS', 'OUTCOME_REJECTED']

type Voters = Pick<DecideInput, 'users' | 'userCredentials'>

interface Asked {
  readonly organization: OrganizationRow
  /** One per set of facts; without users. */
  readonly inputs: readonly DecideInput[]
  /** Everyone who could approve: read only if a decision depends on it. */
  readonly readVoters: () => Promise<Voters>
}

/** Loads the initial input in parallel. If the root quorum has approved, nothing else is needed. */
async function gather(
  { now, open, budget }: DecideContext,
  activity: ActivityRow,
  { facts = [{}], isOwnBusiness = false }: Partial<Checked<unknown>>,
): Promise<Asked> {
  const rows = await open(activity.decidedBy)
  const rejecterIds = votersOf(activity, 'VOTE_SELECTION_REJECTED', now)
  const approved = votersOf(activity, 'VOTE_SELECTION_APPROVED', now)
  const [organization, approvers] = await Promise.all([
    rows.get('organization', 'organization') as Promise<OrganizationRow>,
    // A user who rejects after an approval has expired no longer approves.
    usersOf(
      rows,
      approved.filter((id) => !rejecterIds.includes(id)),
    ),
  ])
  // Deleted users are not among them.
  const approverIds = approvers.map(({ userId }) => userId)
  const isApproved = isQuorumReached(organization, approverIds)
  const common = {
    policies: isApproved ? [] : await compilePolicies(await rows.list('policies'), budget),
    users: [],
    approvers: approvers.map(toUserFacts),
    rejecterIds,
    rootQuorum: organization.quorum,
    // If the submitter's own vote has expired, the built-in rule no longer applies.
    isBuiltInAllowed: isOwnBusiness && approverIds.includes(activity.votes[0]!.userId),
    credentials: votedCredentials(activity, approverIds, now),
    now,
    budget: budget.steps,
  }
  const inputs = requestFacts(activity, facts).map((of): DecideInput => ({ ...common, facts: of }))
  return {
    organization,
    inputs,
    async readVoters() {
      if (isApproved) return { users: [] }
      const users = await rows.list('users')
      return {
        users: users.map(toUserFacts),
        userCredentials: users.flatMap((user) => usableCredentials(user, now)),
      }
    },
  }
}

/** From most to least severe: one denied part denies the whole request. */
const GRAVITY: readonly Verdict[] = ['DENIED', 'REJECTED', 'CONSENSUS_NEEDED', 'ALLOWED']

interface Judged {
  readonly input: DecideInput
  readonly decision: Decision
}

/** The part of a request that decides the whole: the first of the most severe ones. */
async function gravest({ budget, observe }: DecideContext, { inputs, readVoters }: Asked): Promise<Judged> {
  // Observers get the users too.
  let voters = observe && (await readVoters())
  let gravest: Judged | undefined
  const undecided: { readonly input: DecideInput; readonly begun: BegunDecision }[] = []
  const weigh = (input: DecideInput, decision: Decision) => {
    if (!gravest || gravityOf(decision) < gravityOf(gravest.decision)) gravest = { input, decision }
    return decision.verdict === 'DENIED'
  }
  for (const input of inputs.map((each) => ({ ...each, ...voters }))) {
    const begun = within(budget, () => beginDecision(input))
    if (begun.decision === undefined) undecided.push({ input, begun })
    // One deny is enough, regardless of the other parts.
    else if (weigh(input, begun.decision)) return gravest!
    await budget.rest()
  }
  if (undecided.length > 0) voters ??= await readVoters()
  for (const { input, begun } of undecided) {
    if (
      weigh(
        { ...input, ...voters },
        within(budget, () => begun.withUsers(voters!)),
      )
    )
      break
    await budget.rest()
  }
  return gravest!
}

const gravityOf = ({ verdict }: Decision): number => GRAVITY.indexOf(verdict)

/** @throws ApiError 400 if the policies exceed the steps of the request, so that it can't be decided */
function within<T>({ steps }: Budget, task: () => T): T {
  try {
    return task()
  } catch (error) {
    if (!(error instanceof StepsExceeded)) throw error
    throw new ApiError('WORK_LIMIT_EXCEEDED', { what: 'steps of policies', limit: steps.limit })
  }
}

/** The error for a `DENIED` verdict. */
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

/** @throws Error if `decide` didn't create the value; callers of the API can't cause this */
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
  // Only votes lack these, and votes aren't activities.
  const { resource, action } = findCallOfType(type) as SubmitCall & { resource: string; action: string }
  const common = { type, resource, action, kind: kindOfActivity(type) }
  const sets = stated.length > 0 ? stated : [{}]
  return sets.map(({ params, ...objects }: PolicyFacts) => ({
    activity: params === undefined ? common : { ...common, params },
    ...objects,
  }))
}
