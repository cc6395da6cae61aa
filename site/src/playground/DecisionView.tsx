import { type Explanation, explanationLines, type LinePart, type Verdict } from '@keywright/policy'

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

/** Shows the verdict in a band and the lines of the command line below it, or a message in their place. */
export function DecisionView({ explanation }: { readonly explanation: Explanation | string }) {
  if (typeof explanation === 'string') {
    return (
      <div className="playground-decision" role="status">
        {explanation}
      </div>
    )
  }
  const { verdict, policyId } = explanation.decision
  const [first, ...lines] = explanationLines(explanation).map((line, at) => ({ ...line, at }))
  const policy = explanation.policies.find((one) => one.policyId === policyId)
  return (
    <div className="playground-decision">
      <p role="status" className="playground-band" data-verdict={verdict}>
        <VerdictMark verdict={verdict} />
        {policy ? (
          <>
            {' by '}
            <em>{policy.policyName ?? policy.policyId}</em>
          </>
        ) : (
          first!.parts.slice(1).map(({ text }) => text)
        )}
      </p>
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
