/** What authors trip over: policies that are correct by type and yet never, or always, do what they say. */
import type { Expression } from './ast.ts'
import type { Side, Span } from './error.ts'
import { lintActivity } from './lint/activity.ts'
import { lintContradictions } from './lint/contradiction.ts'
import { lintCost } from './lint/cost.ts'
import { lintErrors } from './lint/errors.ts'
import { lintLiterals } from './lint/literals.ts'
import { lintTogether } from './lint/together.ts'
import type { CompiledPolicy, Effect } from './policy.ts'

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

/** What is odd about one checked expression, in the order of the text. */
export function lintExpression(expression: Expression, side: Side, options: LintOptions = {}): LintFinding[] {
  const findings = [
    ...lintCost(expression, side),
    ...lintErrors(expression, side, options),
    ...lintActivity(expression, side),
    ...lintLiterals(expression, side, options),
    ...lintContradictions(expression, side),
  ]
  return findings.sort((a, b) => a.span.start - b.span.start)
}

/** What is odd about each policy of an organization, and about all of them together. */
export function lint(policies: readonly CompiledPolicy[], options: LintOptions = {}): LintFinding[] {
  const alone = policies.flatMap(({ policyId, effect, condition, consensus }) =>
    [
      ...lintExpression(condition.expression, 'condition', { ...options, effect }),
      ...lintExpression(consensus.expression, 'consensus', { ...options, effect }),
    ].map((finding) => ({ ...finding, policyId })),
  )
  return [...alone, ...lintTogether(policies)]
}
