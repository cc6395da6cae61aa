/** What a lint says. */
import type { Side, Span } from '../error.ts'
import type { Effect } from '../outcome.ts'

export type LintCode =
  /** No request meets the clause: `checkPolicy` refuses it. */
  | 'NEVER_APPLIES'
  /** Evaluating it in an allow is always an error. */
  | 'ALWAYS_ERRORS'
  /** No activity has this type, kind, resource or action. */
  | 'UNKNOWN_ACTIVITY'
  | 'UPPER_CASE_HEX'
  /** The two sides can never be equal, for their form. */
  | 'NEVER_EQUAL'
  | 'MALFORMED_ADDRESS'
  /** Evaluating it takes most of the steps of a request, or all. */
  | 'COSTLY'
  /** The comparison comes out the same for every number. */
  | 'ALWAYS_SAME'
  | 'CONTRADICTION'
  | 'REPEATED_CLAUSE'
  | 'NOT_AN_ID'
  /** A deny covers the whole of an allow. */
  | 'SHADOWED'
  /** Another policy of the same effect covers the whole of this one. */
  | 'REDUNDANT'
  | 'ALLOWS_EVERYTHING'
  | 'DENIES_EVERYTHING'
  /** An allow that asks for no approver in particular. */
  | 'ANYONE'

export interface LintFinding {
  readonly code: LintCode
  /** `mistake`: it cannot do what it says. `caution`: it may be meant, and is worth a second look. */
  readonly severity: 'mistake' | 'caution'
  readonly message: string
  readonly hint?: string
  readonly policyId?: string
  readonly side: Side
  readonly span: Span
}

export interface LintOptions {
  /** Also report ids that are not UUIDs. */
  readonly checkIds?: boolean
  /** The effect of the policy; an allow by default. */
  readonly effect?: Effect
}

/** What is wrong with a text, wherever it stands. */
export type Oddity = Pick<LintFinding, 'code' | 'severity' | 'message' | 'hint'>
