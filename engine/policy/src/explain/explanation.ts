/** The result of explaining, as plain data. */
import type { Problem, Side, Span } from '../error.ts'
import type { Effect, PolicyOutcome } from '../outcome.ts'

export interface Operand {
  readonly text: string
  readonly value: string | undefined
}

export interface ClauseExplanation {
  readonly side: Side
  readonly text: string
  readonly span: Span
  /**
   * Undefined for an error, which keeps an allow from applying and makes a deny apply. In a deny, a clause about
   * another kind of request is false.
   */
  readonly value: boolean | undefined
  readonly problem: Problem | undefined
  readonly connective: 'and' | 'or' | undefined
  readonly clauses: readonly ClauseExplanation[]
  readonly operands: readonly Operand[]
  /** For `all` and `any`: each element with the result of the test; at most `MOST_ELEMENTS`. */
  readonly elements: readonly { readonly element: string; readonly value: boolean | undefined }[]
}

/** Any `need` of these users. */
export interface ApprovalGroup {
  readonly need: number
  readonly userIds: readonly string[]
}

export interface ClauseChange {
  readonly message: string
  readonly side: Side
  readonly text: string
  readonly span: Span
  readonly operands: readonly Operand[]
}

export type Change =
  /** A clause that must become true. */
  | ({ readonly kind: 'fulfil' } & ClauseChange)
  /** A clause of a deny that must become false. */
  | ({ readonly kind: 'avoid' } & ClauseChange)
  /** A clause that must stop being an error. In a deny, an error counts as true. */
  | ({ readonly kind: 'fix'; readonly problem: Problem } & ClauseChange)
  /** Approvals that must be given: `need` users of each group. */
  | {
      readonly kind: 'approvals'
      readonly message: string
      readonly count: number
      readonly groups: readonly ApprovalGroup[]
    }
  /** No further approvals can make the consensus true, or the search found none. */
  | { readonly kind: 'impossible'; readonly message: string }

export interface DecidingClause {
  readonly policyId: string
  readonly side: Side
  readonly text: string
  readonly span: Span
  readonly value: boolean | undefined
}

export interface PolicyExplanation {
  readonly policyId: string
  readonly policyName: string | undefined
  readonly effect: Effect
  readonly outcome: PolicyOutcome
  readonly condition: ClauseExplanation
  readonly consensus: ClauseExplanation
  /** Absent for a policy without a time. */
  readonly time?: ClauseExplanation
  readonly decidedBy: DecidingClause
  /** What would make an allow apply, or keep a deny from applying; empty if that is the case already. */
  readonly changes: readonly Change[]
}
