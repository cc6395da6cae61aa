/** Conditions on `activity` that match no activity, or fewer than they seem to. */
import { ACTIVITY_ROWS, listActivityKinds } from '../activities.ts'
import { KINDS_OF, memberOf } from '../applicability.ts'
import { type Expression, walk } from '../ast.ts'
import type { Side, Span } from '../error.ts'
import { comparedStrings } from '../parts.ts'
import { suggestWord } from '../suggest.ts'
import type { LintFinding, LintOptions } from './finding.ts'

const KNOWN_VALUES: Record<string, () => string[]> = {
  'activity.type': () => listActivityKinds().map((kind) => `ACTIVITY_TYPE_${kind}`),
  'activity.kind': listActivityKinds,
  'activity.resource': () => [...new Set(ACTIVITY_ROWS.map((row) => row.resource))],
  'activity.action': () => [...new Set(ACTIVITY_ROWS.map((row) => row.action))],
}

/** Finds unknown activity names, and types in a deny. */
export function lintActivity(expression: Expression, side: Side, { effect }: LintOptions): LintFinding[] {
  const findings: LintFinding[] = []
  for (const part of walk(expression)) {
    const compared = comparedStrings(part)
    const member = compared && memberOf(compared.subject)
    if (!compared || member === undefined) continue
    for (const { value, span } of compared.strings) {
      const [kind] = KINDS_OF[member]!(value)
      if (kind !== undefined) {
        if (effect === 'EFFECT_DENY' && member === 'activity.type')
          findings.push(oneVersion(kind, side, span))
        continue
      }
      const hint = suggestWord(value, KNOWN_VALUES[member]!())
      const message = `no activity has the ${member.slice('activity.'.length)} \`${value}\``
      findings.push({
        code: 'UNKNOWN_ACTIVITY',
        severity: 'caution',
        message,
        ...(hint && { hint }),
        side,
        span,
      })
    }
  }
  return findings
}

const oneVersion = (kind: string, side: Side, span: Span): LintFinding => ({
  code: 'ONE_VERSION',
  severity: 'caution',
  message: 'other versions of the call have other types, and this deny does not apply to them',
  hint: `use \`activity.kind == '${kind}'\``,
  side,
  span,
})
