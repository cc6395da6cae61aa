/** How policies affect each other. */
import { type Expression, walk } from '../ast.ts'
import type { CompiledPolicy } from '../compiledPolicy.ts'
import { format } from '../format.ts'
import { conjuncts } from '../parts.ts'
import { type Constraint, constraintOf, implies } from './constraint.ts'
import type { LintFinding } from './finding.ts'

/** Finds allows behind a deny, policies that another one covers, and those without requirements. */
export function lintTogether(policies: readonly CompiledPolicy[]): LintFinding[] {
  const comparing = new Comparing()
  return policies.flatMap((policy, i) => [...unlimited(policy), ...covered(policy, i, policies, comparing)])
}

/** Upper bound of clause comparisons per run, for many policies with many clauses on one member. */
const MOST_COMPARISONS = 2_000_000

class Comparing {
  comparisons = 0
  readonly #clauses = new WeakMap<Expression, Clauses>()

  clausesOf(expression: Expression): Clauses {
    let clauses = this.#clauses.get(expression)
    if (!clauses) this.#clauses.set(expression, (clauses = new Clauses(expression)))
    return clauses
  }
}

class Clauses {
  readonly all: readonly { readonly text: string; readonly constraint: Constraint | undefined }[]
  readonly texts: ReadonlySet<string>
  readonly byPath = new Map<string, Constraint[]>()

  constructor(expression: Expression) {
    this.all = clausesOf(expression).map((clause) => ({
      text: format(clause),
      constraint: constraintOf(clause),
    }))
    this.texts = new Set(this.all.map(({ text }) => text))
    for (const { constraint } of this.all) {
      if (!constraint) continue
      const known = this.byPath.get(constraint.path)
      if (known) known.push(constraint)
      else this.byPath.set(constraint.path, [constraint])
    }
  }
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

function covered(
  policy: CompiledPolicy,
  index: number,
  policies: readonly CompiledPolicy[],
  comparing: Comparing,
): LintFinding[] {
  const findings: LintFinding[] = []
  for (const [other, wider] of policies.entries()) {
    if (other === index || !covers(wider, policy, comparing)) continue
    const isDenied = wider.effect === 'EFFECT_DENY' && policy.effect === 'EFFECT_ALLOW'
    if (isDenied) {
      const message = `this never allows: \`${nameOf(wider)}\` denies all that it would allow`
      findings.push(finding(policy, 'SHADOWED', message))
    }
    // Of two equal policies, report only the later one as redundant.
    const isRedundant = wider.effect === policy.effect && (other < index || !covers(policy, wider, comparing))
    if (isRedundant) findings.push(finding(policy, 'REDUNDANT', `\`${nameOf(wider)}\` already covers this`))
  }
  return findings
}

/**
 * True if `wide` applies whenever `narrow` applies: each clause of `wide` is a clause of `narrow`, or follows from
 * one. All clauses of a true expression were evaluated without an error, so `wide` can't fail either.
 */
function covers(wide: CompiledPolicy, narrow: CompiledPolicy, comparing: Comparing): boolean {
  const isImplied = (['condition', 'consensus'] as const).every((side) => {
    const given = comparing.clausesOf(narrow[side].expression)
    return comparing.clausesOf(wide[side].expression).all.every(({ text, constraint }) => {
      if (given.texts.has(text)) return true
      const near = (constraint && given.byPath.get(constraint.path)) ?? []
      comparing.comparisons += near.length
      return comparing.comparisons <= MOST_COMPARISONS && near.some((from) => implies(from, constraint!))
    })
  })
  const timeOf = ({ time }: CompiledPolicy) => (time ? format(time.expression) : '')
  if (wide.time && timeOf(wide) !== timeOf(narrow)) return false
  return isImplied && (wide.effect === 'EFFECT_DENY' || namesAllUsersOf(narrow, wide))
}

/**
 * Whether `wide` names each user that `narrow` may name: an allow must name the root user whose sign-in a request
 * changes (`CompiledPolicy.namesUser`). Any text can be an id if the condition is about users.
 */
function namesAllUsersOf(narrow: CompiledPolicy, wide: CompiledPolicy): boolean {
  const given = [...walk(narrow.condition.expression)]
  const isAboutUsers = given.some((part) => part.kind === 'field' && ABOUT_USERS.test(format(part)))
  if (!isAboutUsers) return true
  return given.every((part) => {
    if (part.kind === 'string') return wide.namesUser(part.value)
    const isRoot = part.kind === 'field' && format(part) === 'target_user.root'
    return !isRoot || wide.namesUser('')
  })
}

const ABOUT_USERS = /^(target_user|activity\.params\.user_ids?$)/

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
