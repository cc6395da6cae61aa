/** Findings of the linter. */
import type { Side, Span } from '../error.ts'
import type { Effect } from '../outcome.ts'

export type LintCode =
  /** No request matches the clause: `checkPolicy` rejects it. */
  | 'NEVER_APPLIES'
  /** Evaluating it in an allow is always an error. */
  | 'ALWAYS_ERRORS'
  /** No activity has this type, kind, resource or action. */
  | 'UNKNOWN_ACTIVITY'
  /** Reads arguments of a call without naming the contract and the chain. */
  | 'CONTRACT_UNNAMED'
  /** Reads an argument that no stored interface has. */
  | 'ARGUMENT_UNKNOWN'
  | 'UPPER_CASE_HEX'
  /** The two sides can never be equal because of their formats. */
  | 'NEVER_EQUAL'
  | 'MALFORMED_ADDRESS'
  /** Evaluating it takes most or all steps of a request. */
  | 'COSTLY'
  /** The comparison has the same result for every number. */
  | 'ALWAYS_SAME'
  | 'CONTRADICTION'
  | 'REPEATED_CLAUSE'
  | 'NOT_AN_ID'
  /** A deny covers a whole allow. */
  | 'SHADOWED'
  /** Another policy with the same effect covers this one completely. */
  | 'REDUNDANT'
  | 'ALLOWS_EVERYTHING'
  | 'DENIES_EVERYTHING'
  /** A call with the same effect is allowed, and no deny applies to it. */
  | 'INCOMPLETE_DENY'
  /** A deny names a type, so it doesn't apply to the other versions of the call. */
  | 'ONE_VERSION'
  /** An allow limits the fee of a transaction, but not the fee of its blobs. */
  | 'BLOB_FEE_OPEN'
  /** An allow that doesn't require a specific approver. */
  | 'ANYONE'

export interface LintFinding {
  readonly code: LintCode
  /** `mistake`: it can't do what it says. `caution`: it may be intended, but is worth checking. */
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
  /** Arguments of every stored interface; without it, arguments aren't checked. */
  readonly argumentNames?: ReadonlySet<string>
  readonly effect?: Effect
}

/** A problem with a text, without its position. */
export type Oddity = Pick<LintFinding, 'code' | 'severity' | 'message' | 'hint'>
