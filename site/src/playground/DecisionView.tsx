import { type Explanation, explanationLines, type Verdict } from '@keywright/policy'

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

/** Shows the decision as the command line prints it, or a message in its place. */
export function DecisionView({ explanation }: { readonly explanation: Explanation | string }) {
  if (typeof explanation === 'string') {
    return (
      <div className="playground-decision" role="status">
        {explanation}
      </div>
    )
  }
  const keyed = explanationLines(explanation).map((line, at) => ({ ...line, at }))
  return (
    <div className="playground-decision">
      <p role="status">
        Decision: <VerdictMark verdict={explanation.decision.verdict} />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        {keyed.map(({ depth, parts, at }) => (
          <span key={at}>
            {'  '.repeat(depth)}
            {parts.map(({ text, role }, part) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line that never changes
              <span key={part} data-role={role}>
                {text}
              </span>
            ))}
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  )
}
