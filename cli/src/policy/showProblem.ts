/** Shows a problem with its position, as compilers do. */
import type { PolicyText, Side, Span } from '@keywright/policy'
import type { Style } from '../output/style.ts'
import { oneLine } from '../output/table.ts'

export interface Finding {
  readonly severity: 'error' | 'mistake' | 'caution'
  readonly message: string
  readonly hint?: string | undefined
  readonly side: Side
  readonly span: Span
}

/** Maximum length of a shown line, and how much of it may precede the position. */
const [WIDTH, LEAD] = [120, 60]

/** Message, source line, markers and hint. */
export function showFinding(where: string, source: string, finding: Finding, style: Style): string {
  const { severity, message, hint, side, span } = finding
  const painted = severity === 'caution' ? style.yellow(severity) : style.red(severity)
  const whole = source.split(/\r?\n/)[span.line - 1] ?? ''
  const from = Math.max(0, span.column - 1 - LEAD)
  const line = `${from > 0 ? '…' : ''}${whole.slice(from, from + WIDTH)}${whole.length > from + WIDTH ? '…' : ''}`
  const indent = span.column - 1 - from + (from > 0 ? 1 : 0)
  const width = Math.max(1, Math.min(span.end - span.start, line.length - indent))
  return [
    `${style.bold(`${where} ${side}:${span.line}:${span.column}`)} ${painted}: ${message}`,
    `    ${line}`,
    `    ${' '.repeat(indent)}${style.red('^'.repeat(width))}`,
    ...(hint === undefined ? [] : [`  ${style.bold('hint:')} ${hint}`]),
  ].join('\n')
}

/** Name of a policy in messages. */
export const nameOf = ({ policyId, policyName }: Pick<PolicyText, 'policyId' | 'policyName'>): string =>
  oneLine(policyName ?? policyId)
