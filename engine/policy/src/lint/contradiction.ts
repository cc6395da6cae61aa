/** Clauses of one `&&` that can't be true together, and duplicate clauses. */
import { type Expression, walk } from '../ast.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import { conjuncts } from '../parts.ts'
import { abbreviate } from '../token.ts'
import { constraintOf, isContradiction } from './constraint.ts'
import type { LintFinding } from './finding.ts'

/** Compares every pair of clauses of each `&&`, and looks for duplicates in each `||`. */
export function lintContradictions(expression: Expression, side: Side): LintFinding[] {
  const inner = new Set<Expression>()
  const findings: LintFinding[] = []
  for (const part of walk(expression)) {
    if (inner.has(part) || (part.kind !== 'and' && part.kind !== 'or')) continue
    if (part.kind === 'and') for (const nested of part.clauses) markNested(nested, inner)
    const clauses = part.kind === 'and' ? conjuncts(part) : part.clauses
    findings.push(...repeated(clauses, side))
    if (part.kind === 'and') findings.push(...contradicting(clauses, side))
  }
  return findings
}

function markNested(clause: Expression, inner: Set<Expression>): void {
  if (clause.kind !== 'and') return
  inner.add(clause)
  for (const nested of clause.clauses) markNested(nested, inner)
}

function repeated(clauses: readonly Expression[], side: Side): LintFinding[] {
  const seen = new Set<string>()
  return clauses.flatMap((clause): LintFinding[] => {
    const text = format(clause)
    if (!seen.has(text)) {
      seen.add(text)
      return []
    }
    const message = `\`${abbreviate(text)}\` is said twice`
    return [{ code: 'REPEATED_CLAUSE', severity: 'caution', message, side, span: clause.span }]
  })
}

/** Number of other clauses that each clause is compared with. Longer policies are generated. */
const MOST_NEIGHBOURS = 100

function contradicting(clauses: readonly Expression[], side: Side): LintFinding[] {
  const constraints = clauses.map(constraintOf)
  return clauses.flatMap((clause, i): LintFinding[] => {
    const constraint = constraints[i]
    const other =
      constraint &&
      constraints.findIndex(
        (earlier, at) =>
          at < i &&
          at >= i - MOST_NEIGHBOURS &&
          earlier !== undefined &&
          isContradiction(earlier, constraint),
      )
    if (other === undefined || other < 0) return []
    const message = `\`${abbreviate(format(clause))}\` and \`${abbreviate(format(clauses[other]!))}\` are never true together`
    const hint = 'join alternatives with `||`, or with `in`'
    return [{ code: 'CONTRADICTION', severity: 'mistake', message, hint, side, span: clause.span }]
  })
}
