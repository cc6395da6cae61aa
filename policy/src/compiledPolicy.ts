/** A policy as deciding and explaining see it, and what they are given. */
import type { StepBudget } from './budget.ts'
import type { CompiledExpression } from './compile.ts'
import type { PolicyExplanation } from './explain/explanation.ts'
import type { CredentialFacts, RequestFacts, UserFacts } from './facts.ts'
import type { Effect } from './outcome.ts'
import type { ConsensusForm } from './reach/form.ts'

/**
 * A policy that is checked and ready to be decided, as often as wanted. Deciding and
 * explaining use only this object, so that an organization without policies loads nothing of the language.
 */
export interface CompiledPolicy {
  readonly policyId: string
  readonly policyName: string | undefined
  readonly effect: Effect
  readonly condition: CompiledExpression<'condition'>
  readonly consensus: CompiledExpression<'consensus'>
  /** The consensus as counts of approvers. */
  readonly consensusForm: ConsensusForm
  /**
   * Whether some set of further approvals makes the consensus true.
   * @throws StepsExceeded
   */
  isReachable(voters: Voters): boolean
  /**
   * Whether the consensus counts an approval of this user.
   * @throws StepsExceeded
   */
  countsApproval(user: UserFacts, budget: StepBudget): boolean
  /** Whether the condition names a user explicitly: by id, or as a member of the root quorum (`target_user.root`). */
  namesUser(userId: string): boolean
  /** What it says of a request, and why. */
  explain(input: Explained): PolicyExplanation
}

/** Who approved, and who may still approve. */
export interface Voters {
  readonly approvers: readonly UserFacts[]
  readonly candidates: readonly UserFacts[]
  /** The credentials of the approvers' votes, and those that the candidates have. */
  readonly credentials: readonly CredentialFacts[]
  readonly candidateCredentials: readonly CredentialFacts[]
  /** What searching among them may cost. */
  readonly budget: StepBudget
}

export interface RootQuorum {
  readonly userIds: readonly string[]
  readonly threshold: number
}

export interface DecideInput {
  /** Every policy of the organization. */
  readonly policies: readonly CompiledPolicy[]
  readonly facts: RequestFacts
  /** Those who approved, each once, in the order of their votes; the submitter is the first. */
  readonly approvers: readonly UserFacts[]
  /** Every user of the organization: those who may yet approve. */
  readonly users: readonly UserFacts[]
  /** Ids of those who rejected; they will not approve any more. */
  readonly rejecterIds?: readonly string[]
  /** Without one, no request is decided by the root quorum. */
  readonly rootQuorum?: RootQuorum
  /** True when users may always do this, as with their own credentials, unless a policy denies it. */
  readonly isBuiltInAllowed?: boolean
  /** The credentials with which the approvers stamped, for consensus expressions that read them. */
  readonly credentials?: readonly CredentialFacts[]
  /** The credentials of every user, for the same. */
  readonly userCredentials?: readonly CredentialFacts[]
  /** What deciding may cost; give the same one to every decision of a request. */
  readonly budget?: StepBudget
}

/** Explaining has a budget of its own. */
export type Explained = DecideInput & { readonly budget: StepBudget }
