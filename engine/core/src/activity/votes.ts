/** Checks votes against the credentials that the journal shows at the time, and outcomes against quorum and policies. */
import { ApiError, credentialTypeOf, findCallOfType, limits, WITHHELD } from '@keywright/contract'
import {
  apiKeyCurves,
  curveOfScheme,
  fingerprintOf,
  isStampScheme,
  KeysError,
  toUtf8,
  verifyStamp,
} from '@keywright/keys'
import { kindOfActivity, ROOT_ONLY_KINDS } from '@keywright/policy'
import { expiryOf } from '../identity/credentials.ts'
import type {
  CompactActivityRow,
  OrganizationRow,
  PolicyRow,
  StoredActivityRow,
  StoredVoteRow,
} from '../store/tables.ts'
import type { UserRemains } from '../store/userVersions.ts'
import { expandOnce } from './compact.ts'

export type Voter = Pick<UserRemains, 'apiKeys' | 'authenticators'>

/** A row before the entry that is checked; undefined if it is older than the checkpoint and has changed since. */
export interface StateBefore {
  readonly organizationId: string
  readonly organization: OrganizationRow | undefined
  /** A user of the organization that decides; `none` if it had no such user. */
  user(decidedBy: string, userId: string): Promise<Voter | 'none' | undefined>
  /** Ids and effects of all policies; undefined if one is unknown. */
  readonly policies: ReadonlyMap<string, PolicyRow> | undefined
}

interface VoteState extends Pick<StateBefore, 'organizationId' | 'user'> {
  /** Default: the stored fingerprint. */
  readonly names?: readonly string[]
}

export interface CheckedVotes {
  readonly verified: number
  /** Votes whose body or signature is withheld, or whose voter the journal doesn't show at the time. */
  readonly unverifiable: number
  /** What doesn't fit; undefined if everything fits. */
  readonly problem?: string
}

/** What settles once the signatures are verified: a host may verify them in other threads. */
export interface VoteCheck {
  readonly outcome: Promise<CheckedVotes>
}

/**
 * @param known how many of its votes earlier entries had
 * @returns once it has read all that it needs from the state, which may change then
 */
export async function checkVotes(
  id: string,
  activity: CompactActivityRow,
  known: number,
  state: StateBefore,
): Promise<VoteCheck> {
  const unreadable = (error: unknown): CheckedVotes => {
    // A journal that was rewritten may hold anything.
    const isUnreadable = [TypeError, SyntaxError, ApiError, KeysError].some((kind) => error instanceof kind)
    if (!isUnreadable) throw error
    return { verified: 0, unverifiable: 0, problem: `activity ${id} cannot be read` }
  }
  try {
    const check = await startCheck(expandOnce(activity), known, state)
    const outcome = check().catch(unreadable)
    // Awaited at the end of a page.
    outcome.catch(() => undefined)
    return { outcome }
  } catch (error) {
    return { outcome: Promise.resolve(unreadable(error)) }
  }
}

async function startCheck(
  activity: StoredActivityRow,
  known: number,
  state: StateBefore,
): Promise<() => Promise<CheckedVotes>> {
  const voters = new Map<number, Voter | 'none' | undefined>()
  for (const [n, vote] of activity.votes.entries()) {
    if (n >= known) voters.set(n, await state.user(activity.decidedBy, vote.userId))
  }
  const problem = outcomeProblem(activity, known === 0, state)
  const { organizationId } = state
  return async () => {
    let verified = 0
    let unverifiable = 0
    for (const [n, user] of voters) {
      const vote = activity.votes[n]!
      const outcome = await checkVote(activity, n, { organizationId, user: async () => user })
      if (outcome === true) verified++
      else if (outcome === undefined) unverifiable++
      else return { verified, unverifiable, problem: `vote ${vote.id} of activity ${activity.id} ${outcome}` }
    }
    const named = problem === undefined ? {} : { problem: `activity ${activity.id} ${problem}` }
    return { verified, unverifiable, ...named }
  }
}

/**
 * What `journal verify` checks of each vote, before the votes count.
 * @param activity with the bodies as posted @param names fingerprints by which votes name it
 * @returns what doesn't fit; undefined if all fit
 */
export async function voteProblem(
  activity: StoredActivityRow,
  organizationId: string,
  {
    voter,
    names,
  }: {
    readonly voter: (vote: StoredVoteRow) => Promise<Voter>
    readonly names: readonly string[]
  },
): Promise<string | undefined> {
  for (const [n, vote] of activity.votes.entries()) {
    const user = () => voter(vote)
    const outcome = await checkVote(activity, n, { organizationId, user, names })
    if (typeof outcome === 'string') return `vote ${vote.id} ${outcome}`
  }
  return undefined
}

/** True if the vote verifies, undefined if it can't be verified, or what doesn't fit. */
async function checkVote(
  activity: StoredActivityRow,
  n: number,
  { user: userAt, organizationId, names = [activity.fingerprint] }: VoteState,
): Promise<true | undefined | string> {
  const vote = activity.votes[n]!
  const user = await userAt(activity.decidedBy, vote.userId)
  if (user === undefined) return undefined
  if (user === 'none') return 'is by no user of the time'
  const key = user.apiKeys.find(({ publicKey }) => publicKey === vote.publicKey)
  const passkey = user.authenticators.find(({ publicKey }) => publicKey === vote.publicKey)
  if (!key && !passkey)
    return activity.decidedBy === organizationId ? 'is by no credential of the time' : undefined
  if (key && (expiryOf(key) ?? Number.POSITIVE_INFINITY) <= vote.createdAt) return 'is by an expired key'
  if (vote.message === WITHHELD || vote.signature === WITHHELD) return undefined
  const body = toUtf8(vote.message)
  const isSigned = key ? await isStamped(vote, key.credentialType, body) : await isByPasskey(vote, body)
  if (!isSigned) return 'has a signature that does not verify'
  return isAbout(activity, n, body, { organizationId, names }) ? true : 'is not about the activity'
}

async function isStamped(
  { publicKey, scheme, signature }: StoredVoteRow,
  credentialType: string,
  body: Uint8Array,
): Promise<boolean> {
  if (!isStampScheme(scheme)) return false
  // Keys with another purpose are P-256.
  const curve = apiKeyCurves.find((one) => credentialTypeOf[one] === credentialType) ?? 'API_KEY_CURVE_P256'
  return curve === curveOfScheme(scheme) && (await verifyStamp({ publicKey, scheme, signature }, body))
}

async function isByPasskey(
  { publicKey, scheme, signature }: StoredVoteRow,
  body: Uint8Array,
): Promise<boolean> {
  if (scheme !== 'WEBAUTHN') return false
  const { parseWebAuthnStamp } = await import('../authenticate/webauthnStamp.ts')
  const { flawOf, verifyWebAuthnStamp } = await import('../authenticate/webauthn.ts')
  const stamp = parseWebAuthnStamp(signature)
  return (await flawOf(stamp, body)) === undefined && verifyWebAuthnStamp(stamp, publicKey)
}

/** The body of an activity is a vote for it; any other vote names its fingerprint. */
function isAbout(
  activity: StoredActivityRow,
  n: number,
  body: Uint8Array,
  { organizationId, names }: { readonly organizationId: string; readonly names: readonly string[] },
): boolean {
  const vote = activity.votes[n]!
  const posted = JSON.parse(vote.message) as Record<string, unknown>
  if (posted['organizationId'] !== organizationId) return false
  const isApproval = vote.selection === 'VOTE_SELECTION_APPROVED'
  if (names.includes(fingerprintOf(body))) return isApproval && posted['type'] === activity.type
  const { fingerprint } = (posted['parameters'] ?? {}) as Record<string, unknown>
  const call = isApproval ? 'approve_activity' : 'reject_activity'
  const type = String(posted['type'])
  return n > 0 && names.includes(String(fingerprint)) && findCallOfType(type)?.name === call
}

/** What doesn't fit an outcome; undefined if it fits, or can't be checked from the journal. */
function outcomeProblem(
  activity: StoredActivityRow,
  isNew: boolean,
  { organizationId, organization, policies }: StateBefore,
): string | undefined {
  const { status, votes, decidedBy } = activity
  const rejections = votes.filter(({ selection }) => selection === 'VOTE_SELECTION_REJECTED')
  if (new Set(rejections.map(({ userId }) => userId)).size < rejections.length)
    return 'counts a rejection twice'
  if (status === 'ACTIVITY_STATUS_REJECTED') {
    return rejections.length > 0 ? undefined : 'was rejected without a rejection'
  }
  if (status !== 'ACTIVITY_STATUS_COMPLETED' && status !== 'ACTIVITY_STATUS_FAILED') return undefined
  if (votes.length === rejections.length) return 'was done without an approval'
  // The quorum and policies of a parent are in another journal.
  if (decidedBy !== organizationId || !organization) return undefined
  const { quorum } = organization
  const approvers = new Set(
    votes
      .filter(({ selection, createdAt }) => {
        const age = activity.updatedAt - createdAt
        return selection === 'VOTE_SELECTION_APPROVED' && age <= limits.approvalLifetime * 1000
      })
      .map(({ userId }) => userId),
  )
  if (quorum.userIds.filter((id) => approvers.has(id)).length >= quorum.threshold) return undefined
  if (ROOT_ONLY_KINDS.has(kindOfActivity(activity.type))) return 'was done without the root quorum'
  const last = votes.at(-1)!
  const evaluation = activity.evaluations.findLast(({ voteId }) => voteId === last.id)
  const outcomes = evaluation?.policyEvaluations ?? []
  if (policies) {
    const ids = new Set(outcomes.map(({ policyId }) => policyId))
    if (ids.size !== policies.size || [...ids].some((id) => !policies.has(id))) {
      return 'was decided by other policies than those of the time'
    }
  }
  const has = (outcome: string, effect: PolicyRow['effect']) =>
    outcomes.some((one) => {
      const policy = policies?.get(one.policyId)
      return one.outcome === outcome && (policy === undefined || policy.effect === effect)
    })
  if (has('OUTCOME_DENY_EXPLICIT', 'EFFECT_DENY')) return 'was done although a policy denied it'
  if (has('OUTCOME_ALLOW', 'EFFECT_ALLOW')) return undefined
  // What users may always do to their own objects is stored without its body.
  return isNew && votes[0]!.message === WITHHELD ? undefined : 'was done without quorum or an allowing policy'
}
