/** A policy as `decide` and `explain` use it, and their input. */
import type { StepBudget } from './budget.ts'
import type { CompiledExpression } from './compile.ts'
import type { PolicyExplanation } from './explain/explanation.ts'
import type { CredentialFacts, RequestFacts, UserFacts } from './facts.ts'
import type { Effect } from './outcome.ts'
import type { ConsensusForm } from './reach/form.ts'

/**
 * A checked policy that can be decided repeatedly. Deciding and explaining use only this interface, so that an
 * organization without policies doesn't load the language.
 */
export interface CompiledPolicy {
  readonly policyId: string
  readonly policyName: string | undefined
  readonly effect: Effect
  readonly condition: CompiledExpression<'condition'>
  readonly consensus: CompiledExpression<'consensus'>
  /** When it takes part; undefined: always. */
  readonly time: CompiledExpression<'time'> | undefined
  readonly consensusForm: ConsensusForm
  /** Whether further approvals can make the consensus true. @throws StepsExceeded */
  isReachable(voters: Voters): boolean
  /**
   * Whether the consensus counts an approval of this user.
   * @throws StepsExceeded
   */
  countsApproval(user: UserFacts, budget: StepBudget): boolean
  /** Whether the condition names a user explicitly: by id, or as a member of the root quorum (`target_user.root`). */
  namesUser(userId: string): boolean
  explain(input: Explained): PolicyExplanation
}

/** Users who approved, and users who may still approve. */
export interface Voters {
  readonly approvers: readonly UserFacts[]
  readonly candidates: readonly UserFacts[]
  /** Credentials of the approvers' votes and of the candidates. */
  readonly credentials: readonly CredentialFacts[]
  readonly candidateCredentials: readonly CredentialFacts[]
  readonly budget: StepBudget
}

export interface RootQuorum {
  readonly userIds: readonly string[]
  readonly threshold: number
}

export interface DecideInput {
  readonly policies: readonly CompiledPolicy[]
  readonly facts: RequestFacts
  /** Users who approved, without duplicates, in the order of their votes; the submitter is the first. */
  readonly approvers: readonly UserFacts[]
  /** Every user of the organization, as potential approvers. */
  readonly users: readonly UserFacts[]
  readonly rejecterIds?: readonly string[]
  /** Without one, no request is decided by the root quorum. */
  readonly rootQuorum?: RootQuorum
  /** True if users may always do this, for example with their own credentials, unless a policy denies it. */
  readonly isBuiltInAllowed?: boolean
  /** Credentials that stamped the approvals, for consensus expressions that read them. */
  readonly credentials?: readonly CredentialFacts[]
  /** Credentials of every user, for the same purpose. */
  readonly userCredentials?: readonly CredentialFacts[]
  /**
   * Milliseconds since 1970. Without it, an allow with a time doesn't apply, and a deny with one does. `whenever` asks
   * whether there may be a time at which the request is allowed: allows are active, and denies with a time aren't.
   */
  readonly now?: number | 'whenever'
  /** Budget of the decision; pass the same one to every decision of a request. */
  readonly budget?: StepBudget
}

/** Explaining has its own budget. */
export type Explained = DecideInput & { readonly budget: StepBudget }
