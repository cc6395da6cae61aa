import { type Explanation, explanationLines, type LinePart, type Verdict } from '@keywright/policy'
import type { ReactNode } from 'react'

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

/** Shows the verdict in a band and the lines of the command line below it. */
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
  const [, ...lines] = explanationLines(explanation).map((line, at) => ({ ...line, at }))
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ul className="playground-lines" tabIndex={0} aria-label="Evaluation">
        {lines.map(({ depth, parts, at }) => (
          <li key={at} style={{ paddingInlineStart: `${depth}rem` }}>
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line that never changes
              <Part key={index} {...part} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

const VALUES: Readonly<Record<string, string>> = { true: '✓', false: '✗' }

function Part({ text, role }: LinePart) {
  const mark = VALUES[role]
  return (
    <span data-role={role}>
      {mark && <span aria-hidden="true">{mark} </span>}
      {mark ? <span className="visually-hidden">{text}</span> : text}
    </span>
  )
}
