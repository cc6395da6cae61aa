/** Conditions on `activity` that match no activity. */
import { ACTIVITY_ROWS, listActivityKinds } from '../activities.ts'
import { KINDS_OF, memberOf } from '../applicability.ts'
import { type Expression, walk } from '../ast.ts'
import type { Side } from '../error.ts'
import { comparedStrings } from '../parts.ts'
import { suggestWord } from '../suggest.ts'
import type { LintFinding } from './finding.ts'

const KNOWN_VALUES: Record<string, () => string[]> = {
  'activity.type': () => listActivityKinds().map((kind) => `ACTIVITY_TYPE_${kind}`),
  'activity.kind': listActivityKinds,
  'activity.resource': () => [...new Set(ACTIVITY_ROWS.map((row) => row.resource))],
  'activity.action': () => [...new Set(ACTIVITY_ROWS.map((row) => row.action))],
}

/** Finds unknown activity names. */
export function lintActivity(expression: Expression, side: Side): LintFinding[] {
  const findings: LintFinding[] = []
  for (const part of walk(expression)) {
    const compared = comparedStrings(part)
    const member = compared && memberOf(compared.subject)
    if (!compared || member === undefined) continue
    for (const { value, span } of compared.strings) {
      if (KINDS_OF[member]!(value).length > 0) continue
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
