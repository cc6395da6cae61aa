/** What explaining says: plain data. */
import type { Problem, Side, Span } from '../error.ts'
import type { Effect, PolicyOutcome } from '../outcome.ts'

/** A part of a clause that is not written out in it, and what it comes to. */
export interface Operand {
  readonly text: string
  /** As the language would write it; undefined for an error. */
  readonly value: string | undefined
}

export interface ClauseExplanation {
  readonly side: Side
  readonly text: string
  readonly span: Span
  /**
   * Undefined for an error, which keeps an allow from applying and makes a deny apply. In a deny, a clause about another
   * kind of request is false.
   */
  readonly value: boolean | undefined
  /** What could not be read. */
  readonly problem: Problem | undefined
  readonly connective: 'and' | 'or' | undefined
  /** The clauses of a connective, else empty. */
  readonly clauses: readonly ClauseExplanation[]
  /** What the clause compares, else empty. */
  readonly operands: readonly Operand[]
  /** For `all` and `any`: each element and what the test says of it; at most `MOST_ELEMENTS`. */
  readonly elements: readonly { readonly element: string; readonly value: boolean | undefined }[]
}

/** `need` of these users, whichever. */
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
  /** No further approvals can make the consensus true, or it is unknown which could. */
  | { readonly kind: 'impossible'; readonly message: string }

/** A clause that settles the value of the expression that it stands in. */
export interface DecidingClause {
  readonly policyId: string
  readonly side: Side
  readonly text: string
  readonly span: Span
  /** Undefined for an error. */
  readonly value: boolean | undefined
}

export interface PolicyExplanation {
  readonly policyId: string
  readonly policyName: string | undefined
  readonly effect: Effect
  readonly outcome: PolicyOutcome
  readonly condition: ClauseExplanation
  readonly consensus: ClauseExplanation
  /** The first clause that settled the outcome. */
  readonly decidedBy: DecidingClause
  /** What would make an allow take effect, or a deny not; empty when it is so already. */
  readonly changes: readonly Change[]
}
