/** An explanation as text: the verdict, what decided, each policy, and the ways to be allowed. */
import type { ClauseExplanation, Explanation, PolicyExplanation } from '@keywright/policy'
import type { Style } from '../style.ts'

const reasons: Readonly<Record<Explanation['decision']['reason'], string>> = {
  ROOT_QUORUM: 'enough root users approved',
  ROOT_ONLY: 'only the root quorum may do this',
  ROOT_QUORUM_REACHABLE: 'a root user approved, and enough others still can',
  POLICY_DENIED: 'a policy denies it',
  POLICY_ALLOWED: 'a policy allows it',
  BUILT_IN: 'users may always do this to what is their own',
  CONSENSUS_REACHABLE: 'a policy waits for approvals that can still come',
  REJECTIONS: 'it could have been allowed, but for those who rejected',
  NOTHING_ALLOWS: 'no policy allows it',
}

export function showExplanation(explanation: Explanation, style: Style): string {
  const { decision, decidedBy, policies, ways } = explanation
  const paint =
    decision.verdict === 'ALLOWED'
      ? style.green
      : decision.verdict === 'CONSENSUS_NEEDED'
        ? style.yellow
        : style.red
  const lines = [`${paint(decision.verdict)}: ${reasons[decision.reason]}`]
  if (decidedBy) {
    const policy = policies.find(({ policyId }) => policyId === decidedBy.policyId)
    lines.push(`  decided by ${labelOf(policy, decidedBy.policyId)}, ${decidedBy.side}: ${decidedBy.text}`)
  }
  for (const policy of policies) lines.push('', ...showPolicy(policy, style))
  if (ways.length > 0) lines.push('', style.bold('It would be allowed if'))
  ways.forEach(({ policyId, changes }, i) => {
    const by =
      policyId === undefined
        ? 'by the root quorum'
        : `by ${labelOf(
            policies.find((one) => one.policyId === policyId),
            policyId,
          )}`
    lines.push(`  ${i + 1}. ${by}`, ...changes.map(({ message }) => `     ${message}`))
  })
  return lines.join('\n')
}

function showPolicy(policy: PolicyExplanation, style: Style): string[] {
  return [
    `${style.bold(labelOf(policy, policy.policyId))} ${policy.effect}  ${policy.outcome}`,
    ...showClause(policy.condition, 'condition', '  ', style),
    ...showClause(policy.consensus, 'consensus', '  ', style),
  ]
}

/** A clause, its value, and what it compared; connectives show their clauses below them. */
function showClause(clause: ClauseExplanation, label: string, indent: string, style: Style): string[] {
  const value =
    clause.value === undefined
      ? style.yellow('error')
      : clause.value
        ? style.green('true ')
        : style.red('false')
  const found = clause.operands.flatMap((operand) =>
    operand.value === undefined ? [] : [`${operand.text} is ${operand.value}`],
  )
  const why = clause.problem ? clause.problem.message : found.join(', ')
  return [
    `${indent}${label} ${value}  ${clause.text}${why === '' ? '' : style.dim(`  (${why})`)}`,
    ...clause.clauses.flatMap((part) => showClause(part, '·', `${indent}  `, style)),
  ]
}

const labelOf = (policy: PolicyExplanation | undefined, id: string) => policy?.policyName ?? id
