/** What policies do to each other. */
import type { Expression } from '../ast.ts'
import { isSameExpression } from '../ast.ts'
import type { LintFinding } from '../lint.ts'
import type { CompiledPolicy } from '../policy.ts'
import { constraintOf, implies } from './constraint.ts'
import { conjuncts } from './parts.ts'

/** Finds allows behind a deny, policies that another one covers, and those that ask for nothing. */
export function lintTogether(policies: readonly CompiledPolicy[]): LintFinding[] {
  return policies.flatMap((policy, i) => [...unlimited(policy), ...covered(policy, i, policies)])
}

function unlimited(policy: CompiledPolicy): LintFinding[] {
  const isAlways = (expression: Expression) => clausesOf(expression).length === 0
  const isAnyone = isAlways(policy.consensus.expression)
  const isAnything = isAlways(policy.condition.expression)
  if (policy.effect === 'EFFECT_DENY') {
    return isAnyone && isAnything
      ? [finding(policy, 'DENIES_EVERYTHING', 'this denies every request that the root quorum does not make')]
      : []
  }
  if (!isAnyone) return []
  return isAnything
    ? [finding(policy, 'ALLOWS_EVERYTHING', 'this allows every user everything')]
    : [finding(policy, 'ANYONE', 'the consensus is always true: any user passes alone')]
}

function covered(policy: CompiledPolicy, index: number, policies: readonly CompiledPolicy[]): LintFinding[] {
  const findings: LintFinding[] = []
  for (const [other, wider] of policies.entries()) {
    if (other === index || !covers(wider, policy)) continue
    const isDenied = wider.effect === 'EFFECT_DENY' && policy.effect === 'EFFECT_ALLOW'
    if (isDenied) {
      const message = `this never allows: \`${nameOf(wider)}\` denies all that it would allow`
      findings.push(finding(policy, 'SHADOWED', message))
    }
    // Of two equal policies only the later one is called redundant.
    const isRedundant = wider.effect === policy.effect && (other < index || !covers(policy, wider))
    if (isRedundant) findings.push(finding(policy, 'REDUNDANT', `\`${nameOf(wider)}\` already covers this`))
  }
  return findings
}

/**
 * True when whatever makes `narrow` apply makes `wide` apply: each clause of `wide` is a clause of
 * `narrow`, or follows from one. All clauses of a true expression were evaluated without an error, so an
 * error in `wide` cannot come between.
 */
function covers(wide: CompiledPolicy, narrow: CompiledPolicy): boolean {
  return (['condition', 'consensus'] as const).every((side) => {
    const given = clausesOf(narrow[side].expression)
    return clausesOf(wide[side].expression).every((needed) => given.some((clause) => follows(clause, needed)))
  })
}

function follows(given: Expression, needed: Expression): boolean {
  if (isSameExpression(given, needed)) return true
  const [from, to] = [constraintOf(given), constraintOf(needed)]
  return from !== undefined && to !== undefined && implies(from, to)
}

function clausesOf(expression: Expression): Expression[] {
  return conjuncts(expression).filter((clause) => !(clause.kind === 'boolean' && clause.value))
}

function nameOf(policy: CompiledPolicy): string {
  return policy.policyName ?? policy.policyId
}

function finding(policy: CompiledPolicy, code: LintFinding['code'], message: string): LintFinding {
  const severity = code === 'SHADOWED' || code === 'REDUNDANT' ? 'mistake' : 'caution'
  const { span } = policy.condition.expression
  return { code, severity, message, policyId: policy.policyId, side: 'condition', span }
}
