/** What authors trip over: policies that are correct by type and yet never, or always, do what they say. */
import type { Expression } from './ast.ts'
import type { CompiledPolicy } from './compiledPolicy.ts'
import type { Side } from './error.ts'
import { lintActivity } from './lint/activity.ts'
import { lintContradictions } from './lint/contradiction.ts'
import { lintCost } from './lint/cost.ts'
import { lintErrors } from './lint/errors.ts'
import type { LintFinding, LintOptions } from './lint/finding.ts'
import { lintLiterals } from './lint/literals.ts'
import { lintTogether } from './lint/together.ts'

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
