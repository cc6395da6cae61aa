/** Expressions that no request can match, and those on which an allow always fails. */
import { neverApplying, neverTogether } from '../applicability.ts'
import type { Expression } from '../ast.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import type { LintFinding, LintOptions } from './finding.ts'

/**
 * Reports what `checkPolicy` rejects, and what an allow can never evaluate, because it evaluates both sides of `||`.
 */
export function lintErrors(expression: Expression, side: Side, { effect }: LintOptions): LintFinding[] {
  const never = neverApplying(expression, side).map(
    ({ message, hint, span }): LintFinding => ({
      code: 'NEVER_APPLIES',
      severity: 'mistake',
      message,
      ...(hint !== undefined && { hint }),
      side,
      span,
    }),
  )
  if (never.length > 0 || effect === 'EFFECT_DENY') return never
  const found = neverTogether(expression)
  if (!found) return []
  const { part, reason } = found
  const message = `an allow always errs here: \`${format(part)}\` is never present with the other names, and both sides of \`||\` are evaluated`
  return [{ code: 'ALWAYS_ERRORS', severity: 'mistake', message, hint: reason, side, span: part.span }]
}
