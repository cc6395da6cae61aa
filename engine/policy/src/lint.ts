/** Finds common mistakes: policies that type-check but never, or always, do what they say. */
import type { Expression } from './ast.ts'
import type { CompiledPolicy } from './compiledPolicy.ts'
import type { Side } from './error.ts'
import { lintActivity } from './lint/activity.ts'
import { lintContractCalls } from './lint/contractCalls.ts'
import { lintContradictions } from './lint/contradiction.ts'
import { lintCost } from './lint/cost.ts'
import { lintErrors } from './lint/errors.ts'
import { lintFee } from './lint/fee.ts'
import type { LintFinding, LintOptions } from './lint/finding.ts'
import { lintLiterals } from './lint/literals.ts'
import { lintSameEffect } from './lint/sameEffect.ts'
import { lintTogether } from './lint/together.ts'

/** Findings about one checked expression, in text order. */
export function lintExpression(expression: Expression, side: Side, options: LintOptions = {}): LintFinding[] {
  const findings = [
    ...lintCost(expression, side),
    ...lintErrors(expression, side, options),
    ...lintActivity(expression, side, options),
    ...lintLiterals(expression, side, options),
    ...lintContractCalls(expression, side, options),
    ...lintContradictions(expression, side),
    ...lintFee(expression, side, options),
  ]
  return findings.sort((a, b) => a.span.start - b.span.start)
}

/** Findings about each policy of an organization, and about their combination. */
export function lint(policies: readonly CompiledPolicy[], options: LintOptions = {}): LintFinding[] {
  const alone = policies.flatMap(({ policyId, effect, condition, consensus, time }) =>
    [
      ...lintExpression(condition.expression, 'condition', { ...options, effect }),
      ...lintExpression(consensus.expression, 'consensus', { ...options, effect }),
      ...(time ? lintExpression(time.expression, 'time', { ...options, effect }) : []),
    ].map((finding) => ({ ...finding, policyId })),
  )
  return [...alone, ...lintTogether(policies), ...lintSameEffect(policies)]
}
