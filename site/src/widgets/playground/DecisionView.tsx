import {
  type ClauseExplanation,
  type Explanation,
  explanationLines,
  type PolicyOutcome,
  type Verdict,
  wayLines,
} from '@keywright/policy'
import type { ReactNode } from 'react'
import { breakpoints } from '../../styles/breakpoints.ts'
import { amount, limitOf } from './AmountSliders.tsx'

/** A shape and a word show the verdict, so color is never the only cue. */
const MARKS: Readonly<Record<Verdict, string>> = {
  ALLOWED: '✓',
  CONSENSUS_NEEDED: '◷',
  DENIED: '✕',
  REJECTED: '⊘',
}

export function VerdictMark({ verdict }: { readonly verdict: Verdict }) {
  return (
    <span className="playground-verdict" data-verdict={verdict}>
      <span aria-hidden="true">{MARKS[verdict]}</span> {verdict}
    </span>
  )
}

/** The name of the deciding policy, or the reason for a decision without one. */
export function decidedBy(explanation: Explanation): { policy?: string; reason?: string } {
  const { policyId } = explanation.decision
  const policy = explanation.policies.find((one) => one.policyId === policyId)
  if (policy) return { policy: policy.policyName ?? policy.policyId }
  const [, ...words] = explanationLines(explanation)[0]!.parts.map(({ text }) => text)
  return { reason: words.join('').replace(/^: /, '') }
}

interface DecisionViewProps {
  /** A text says why nothing was decided. */
  readonly explanation: Explanation | string
  /** Controls between the verdict and its evaluation. */
  readonly children: ReactNode
}

/** Shows the verdict in a band, then the clauses of each policy and what would change the decision. */
export function DecisionView({ explanation, children }: DecisionViewProps) {
  if (typeof explanation === 'string') {
    return (
      <div className="playground-decision" role="status">
        {explanation}
      </div>
    )
  }
  const { verdict } = explanation.decision
  const { policy, reason } = decidedBy(explanation)
  return (
    <div className="playground-decision">
      <p role="status" className="playground-band" data-verdict={verdict}>
        <VerdictMark verdict={verdict} />
        {policy === undefined ? (
          `: ${reason}`
        ) : (
          <>
            {' by '}
            <em>{policy}</em>
          </>
        )}
      </p>
      {children}
      <details className="playground-trace" open={matchMedia(breakpoints.beside).matches}>
        <summary>Clause by clause</summary>
        <ul className="playground-lines" aria-label="Evaluation">
          {explanation.policies.map(({ policyId, policyName, outcome, condition, consensus }) => (
            <li key={policyId}>
              <strong>{policyName ?? policyId}</strong> <span data-role="aside">{OUTCOMES[outcome]}</span>
              <ul>
                <Clause clause={condition} label="condition " />
                <Clause clause={consensus} label="consensus " />
              </ul>
            </li>
          ))}
          {wayLines(explanation).map(({ depth, parts }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
            <li key={at} style={{ paddingInlineStart: `${depth}rem` }}>
              {parts.map(({ text, role }) => (
                <span key={text} data-role={role}>
                  <Quoted text={text} />
                </span>
              ))}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** What each policy does with the request. */
const OUTCOMES: Readonly<Record<PolicyOutcome, string>> = {
  OUTCOME_ALLOW: 'allows',
  OUTCOME_DENY_EXPLICIT: 'denies',
  OUTCOME_DENY_IMPLICIT: 'does not apply',
  OUTCOME_REQUIRES_CONSENSUS: 'waits for approvals',
  OUTCOME_REJECTED: 'was rejected',
  OUTCOME_TIME_INACTIVE: 'is not active now',
  OUTCOME_ERROR: 'could not be evaluated',
}

/** Shows words in backticks as code. */
function Quoted({ text }: { readonly text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
  return text.split('`').map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece))
}

/** Mark, role and word for the value of a clause. */
const VALUES = {
  true: ['✓', 'true'],
  false: ['✗', 'false'],
  undefined: ['⚠', 'error'],
} as const

const GROUPS = { and: 'all of', or: 'any of' } as const

/** The values that a clause read, amounts in units that people read. */
export function foundIn({ text, operands }: ClauseExplanation): string {
  return operands
    .filter((operand) => operand.value !== undefined && text !== `${operand.text} == ${operand.value}`)
    .map((operand) => {
      const limit = limitOf(operand.text, text)
      return limit === undefined
        ? `${operand.text} is ${operand.value}`
        : `${amount(operand.text, BigInt(operand.value!))}, limit ${limit}`
    })
    .join(', ')
}

/** A clause with its value, and the values that it read. A connective shows only its clauses. */
function Clause({ clause, label }: { readonly clause: ClauseExplanation; readonly label?: string }) {
  const { value, text, problem, connective, clauses } = clause
  const [mark, role] = VALUES[`${value}`]
  const why = problem?.message ?? foundIn(clause)
  return (
    <li>
      <span data-role={role}>
        <span aria-hidden="true">{mark}</span>
        <span className="visually-hidden">{role}</span>
      </span>
      <span>
        {label}
        {connective ? GROUPS[connective] : <code>{text}</code>}
        {why !== '' && <small data-role="aside"> {why}</small>}
      </span>
      {clauses.length > 0 && (
        <ul>
          {clauses.map((each) => (
            <Clause key={each.span.start} clause={each} />
          ))}
        </ul>
      )}
    </li>
  )
}
