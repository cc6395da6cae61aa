/** Explains a denial by the clauses of policies that failed, in words. */
import {
  type Change,
  compilePolicy,
  type DecideInput,
  type Effect,
  type Explanation,
  explain,
  type PolicyText,
  parseExactJson,
  reasonOf,
  type UserFacts,
  type Verdict,
} from '@keywright/policy'
import {
  type ActivityError,
  type GetPolicyEvaluationsResponse,
  isKeywrightError,
  KeywrightError,
} from '../index.ts'
import { type CallOptions, type Origin, send, signQuery } from '../send.ts'

/** A clause that must change for its policy to allow the request, or to stop denying it. */
export interface FailedClause {
  /** For people: names the clause that must hold, such as `eth.tx.value <= 100`, and what it read. Users have their names. */
  readonly message: string
  /** The clause in the policy language. Absent for missing approvals. */
  readonly clause?: string
  /** What the clause read from the request, in the syntax of the language. Absent if it read nothing. */
  readonly values: readonly { readonly name: string; readonly value?: string }[]
}

/** A policy, or the root quorum, that would allow the request or that denies it. */
export interface FailedPolicy {
  /** Absent for the root quorum. */
  readonly policyId?: string
  /** `root quorum` for the root quorum. */
  readonly policyName: string
  readonly effect: Effect
  /** All of them must change. */
  readonly clauses: readonly FailedClause[]
}

/** Why the request isn't allowed, by the policies as they are now. */
export interface DenialExplanation {
  /** `ALLOWED` if policies changed since the denial. */
  readonly verdict: Verdict
  /** For people, such as `no policy allows it`. */
  readonly reason: string
  /** First the denies that apply, then what would allow the request, fewest failed clauses first. */
  readonly policies: readonly FailedPolicy[]
}

const DENIALS = ['NOT_PERMITTED_BY_POLICY', 'DENIED_BY_POLICY', 'ROOT_QUORUM_ONLY']

/**
 * Explains an error of a submit that policies denied, or that waits for approvals. Asks the server with the client that
 * got the error, so the same user needs no other permission. With a passkey as the stamper, that is another prompt unless the
 * client has a `readStamper`.
 *
 * @returns undefined for every other error
 * @throws what `send` throws
 * @example
 * const denial = await explainDenial(error)
 * for (const { policyName, clauses } of denial?.policies ?? [])
 *   show(policyName, clauses.map(({ message }) => message))
 */
export async function explainDenial(
  error: unknown,
  options?: CallOptions,
): Promise<DenialExplanation | undefined> {
  if (!(error instanceof KeywrightError)) return undefined
  const { origin, errorCode = error.code } = error as Denied
  const isWaiting = isKeywrightError(error, 'CONSENSUS_NEEDED')
  if (!origin || !(isWaiting || DENIALS.includes(errorCode))) return undefined
  const asked = questionAbout(error, origin)
  if (!asked) return undefined
  const { connection } = origin
  const reader = { stamper: connection.readStamper, ...(options?.signal && { signal: options.signal }) }
  const query = await signQuery<GetPolicyEvaluationsResponse>(
    connection,
    'get_policy_evaluations',
    asked,
    reader,
  )
  const { policyRequest } = await send(connection, query, options)
  return policyRequest === undefined ? undefined : inWords(policyRequest)
}

type Denied = KeywrightError & { readonly origin?: Origin; readonly errorCode?: string }

/** An activity is explained with its votes, and a request without an activity by its body. */
function questionAbout(error: KeywrightError, { request }: Origin) {
  const { activity } = error as Partial<ActivityError>
  if (activity) return { organizationId: activity.organizationId, activityId: activity.id, explain: true }
  if (!request?.url.includes('/public/v1/submit/')) return undefined
  const { organizationId, type, parameters } = JSON.parse(request.body)
  return { organizationId, type, parameters }
}

/** @param policyRequest as `get_policy_evaluations` returns it */
function inWords(policyRequest: string): DenialExplanation {
  const { policies, request, rejecters, now, rootQuorum, ...others } = parseExactJson(policyRequest) as Asked
  const input: DecideInput = {
    ...others,
    facts: request,
    rejecterIds: rejecters,
    policies: policies.map(compilePolicy),
    ...(now !== undefined && { now: Number(now) }),
    ...(rootQuorum && { rootQuorum: { ...rootQuorum, threshold: Number(rootQuorum.threshold) } }),
  }
  const explanation = explain(input)
  const { verdict } = explanation.decision
  return {
    verdict,
    reason: reasonOf(explanation.decision),
    policies: verdict === 'ALLOWED' ? [] : failedPolicies(explanation, namer(input.users)),
  }
}

/** The policy request as JSON, whose integers are bigints. */
interface Asked extends Pick<DecideInput, 'approvers' | 'users' | 'credentials' | 'userCredentials'> {
  readonly policies: readonly PolicyText[]
  readonly request: DecideInput['facts']
  readonly rejecters: readonly string[]
  readonly now?: bigint
  readonly rootQuorum?: { readonly userIds: readonly string[]; readonly threshold: bigint }
  readonly isBuiltInAllowed?: boolean
}

function failedPolicies(
  { decision, policies, ways }: Explanation,
  named: (message: string) => string,
): FailedPolicy[] {
  const clausesOf = (changes: readonly Change[]) => changes.map((change) => toClause(change, named))
  const root = ways
    .filter(({ policyId }) => policyId === undefined)
    .map(({ changes }) => ({
      policyName: 'root quorum',
      effect: 'EFFECT_ALLOW' as const,
      clauses: clausesOf(changes),
    }))
  // Policies can't allow what only the root quorum may do.
  if (decision.reason === 'ROOT_ONLY') return root
  const failed = policies.map(({ policyId, policyName = policyId, effect, changes }) => ({
    ...{ policyId, policyName, effect },
    clauses: clausesOf(changes),
  }))
  const denies = failed.filter(({ effect, clauses }) => effect === 'EFFECT_DENY' && clauses.length > 0)
  const allows = [...failed.filter(({ effect }) => effect === 'EFFECT_ALLOW'), ...root]
  return [...denies, ...allows.sort((a, b) => a.clauses.length - b.clauses.length)]
}

function toClause(change: Change, named: (message: string) => string): FailedClause {
  if (change.kind === 'approvals') return { message: named(change.message), values: [] }
  if (change.kind === 'impossible') return { message: change.message, values: [] }
  const values = change.operands.map(({ text: name, value }) => ({
    name,
    ...(value !== undefined && { value }),
  }))
  return { message: change.message, clause: change.text, values }
}

/** Messages about approvals name users by ID; people know them by name. */
function namer(users: readonly UserFacts[]): (message: string) => string {
  const names = new Map(users.map(({ id, alias }) => [id, alias]))
  return (message) =>
    message.replace(/`([^`]+)`/g, (quoted, id) => (names.get(id) ? `\`${names.get(id)}\`` : quoted))
}
