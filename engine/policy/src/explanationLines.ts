/**
 * An explanation as lines of text: the verdict, what decided, each policy, and the ways to be allowed. The caller
 * styles the roles (a color in a terminal, a mark on a page); the text is complete without styles.
 */
import type { Verdict } from './decide.ts'
import type { ClauseExplanation, PolicyExplanation } from './explain/explanation.ts'
import type { Explanation } from './explain.ts'

export type LineRole =
  | 'plain'
  /** The name of the following lines. */
  | 'heading'
  /** The value found in the request, next to the clause that reads it. */
  | 'aside'
  /** The verdict, by its meaning for the caller. */
  | 'allowed'
  | 'waiting'
  | 'denied'
  /** The value of a clause. */
  | 'true'
  | 'false'
  | 'error'

export interface LinePart {
  readonly text: string
  readonly role: LineRole
}

export interface ExplanationLine {
  readonly depth: number
  /** To be joined without spaces; empty for an empty line. */
  readonly parts: readonly LinePart[]
}

const reasons: Readonly<Record<Explanation['decision']['reason'], string>> = {
  ROOT_QUORUM: 'enough root users approved',
  ROOT_ONLY: 'only the root quorum may do this',
  ROOT_QUORUM_REACHABLE: 'a root user approved, and enough others still can',
  POLICY_DENIED: 'a policy denies it',
  POLICY_ALLOWED: 'a policy allows it',
  BUILT_IN: 'users may always do this to their own objects',
  CONSENSUS_REACHABLE: 'a policy waits for approvals that can still come',
  REJECTIONS: 'it could have been allowed, but for those who rejected',
  NOTHING_ALLOWS: 'no policy allows it',
}

/** Why a decision came out as it did, such as `no policy allows it`. */
export const reasonOf = ({ reason }: Explanation['decision']): string => reasons[reason]

/** The meaning of a verdict for the caller. */
export const roleOfVerdict = (verdict: Verdict): 'allowed' | 'waiting' | 'denied' =>
  verdict === 'ALLOWED' ? 'allowed' : verdict === 'CONSENSUS_NEEDED' ? 'waiting' : 'denied'

export function explanationLines({ decision, decidedBy, policies, ways }: Explanation): ExplanationLine[] {
  const { verdict } = decision
  const lines = [line(0, part(verdict, roleOfVerdict(verdict)), part(`: ${reasonOf(decision)}`))]
  if (decidedBy) {
    const { policyId, side, text } = decidedBy
    lines.push(line(1, part(`decided by ${labelIn(policies, policyId)}, ${side}: ${text}`)))
  }
  for (const policy of policies) lines.push(EMPTY, ...policyLines(policy))
  if (ways.length > 0) lines.push(EMPTY, ...wayLines({ policies, ways }))
  return lines
}

const labelIn = (policies: readonly PolicyExplanation[], id: string): string =>
  policies.find(({ policyId }) => policyId === id)?.policyName ?? id

/** What would have to change for the request to be allowed. Empty if nothing can. */
export function wayLines({ policies, ways }: Pick<Explanation, 'policies' | 'ways'>): ExplanationLine[] {
  if (ways.length === 0) return []
  const lines = [line(0, part('It would be allowed if', 'heading'))]
  ways.forEach(({ policyId, changes }, i) => {
    const by = policyId === undefined ? 'by the root quorum' : `by ${labelIn(policies, policyId)}`
    lines.push(line(1, part(`${i + 1}. ${by}`)))
    // Aligned with the words of the way, not with its number.
    const stated = new Set<string>()
    for (const change of changes) {
      // Several clauses can lack the same value.
      const about = change.kind === 'fix' ? change.problem.message : change.message
      if (!stated.has(about)) lines.push(line(2, part(` ${change.message}`)))
      stated.add(about)
    }
  })
  return lines
}

function policyLines(policy: PolicyExplanation): ExplanationLine[] {
  const { policyName, policyId, effect, outcome, condition, consensus, time } = policy
  return [
    line(0, part(policyName ?? policyId, 'heading'), part(` ${effect}  ${outcome}`)),
    ...clauseLines(condition, 'condition', 1),
    ...clauseLines(consensus, 'consensus', 1),
    ...(time ? clauseLines(time, 'time', 1) : []),
  ]
}

function clauseLines(clause: ClauseExplanation, label: string, depth: number): ExplanationLine[] {
  const { value, text, problem, operands, clauses } = clause
  const valuePart =
    value === undefined ? part('error', 'error') : value ? part('true ', 'true') : part('false', 'false')
  const found = operands.flatMap((operand) =>
    operand.value === undefined ? [] : [`${operand.text} is ${operand.value}`],
  )
  const why = problem ? problem.message : found.join(', ')
  const aside = why === '' ? [] : [part(`  (${why})`, 'aside')]
  return [
    line(depth, part(`${label} `), valuePart, part(`  ${text}`), ...aside),
    ...clauses.flatMap((inner) => clauseLines(inner, '·', depth + 1)),
  ]
}

const EMPTY: ExplanationLine = { depth: 0, parts: [] }
const line = (depth: number, ...parts: LinePart[]): ExplanationLine => ({ depth, parts })
const part = (text: string, role: LineRole = 'plain'): LinePart => ({ text, role })
