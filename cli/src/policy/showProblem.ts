/** A problem with its place in the text, the way compilers show it. */
import type { PolicyText, Side, Span } from '@keywright/policy'
import type { Style } from '../style.ts'

export interface Finding {
  readonly severity: 'error' | 'mistake' | 'caution'
  readonly message: string
  readonly hint?: string | undefined
  readonly side: Side
  readonly span: Span
}

/** Message, the line of the expression, marks under the words, and the hint. */
export function showFinding(where: string, source: string, finding: Finding, style: Style): string {
  const { severity, message, hint, side, span } = finding
  const painted = severity === 'caution' ? style.yellow(severity) : style.red(severity)
  const line = source.split('\n')[span.line - 1] ?? ''
  const width = Math.max(1, Math.min(span.end - span.start, line.length - span.column + 1))
  return [
    `${style.bold(`${where} ${side}:${span.line}:${span.column}`)} ${painted}: ${message}`,
    `    ${line}`,
    `    ${' '.repeat(span.column - 1)}${style.red('^'.repeat(width))}`,
    ...(hint === undefined ? [] : [`  ${style.bold('hint:')} ${hint}`]),
  ].join('\n')
}

/** What a policy is called in messages. */
export const nameOf = ({ policyId, policyName }: Pick<PolicyText, 'policyId' | 'policyName'>): string =>
  policyName ?? policyId
