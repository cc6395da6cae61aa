/** Conditions on `activity` that no activity meets, or that rule out what the condition reads. */
import { ACTIVITY_ROWS, kindOfActivity, listActivityKinds } from '../activities.ts'
import { type Expression, walk } from '../ast.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import type { LintFinding } from '../lint.ts'
import { suggestWord } from '../suggest.ts'
import { VOCABULARY } from '../vocabulary.ts'
import { alwaysEvaluated, comparedStrings, conjuncts, declaredPath } from './parts.ts'

/** Which kinds of activity a value of each member stands for. */
const KINDS_OF: Record<string, (value: string) => string[]> = {
  'activity.type': (value) => (value.startsWith('ACTIVITY_TYPE_') ? knownKind(kindOfActivity(value)) : []),
  'activity.kind': knownKind,
  'activity.resource': (value) =>
    ACTIVITY_ROWS.filter((row) => row.resource === value).flatMap((row) => row.kinds),
  'activity.action': (value) =>
    ACTIVITY_ROWS.filter((row) => row.action === value).flatMap((row) => row.kinds),
}

const KNOWN_VALUES: Record<string, () => string[]> = {
  'activity.type': () => listActivityKinds().map((kind) => `ACTIVITY_TYPE_${kind}`),
  'activity.kind': listActivityKinds,
  'activity.resource': () => [...new Set(ACTIVITY_ROWS.map((row) => row.resource))],
  'activity.action': () => [...new Set(ACTIVITY_ROWS.map((row) => row.action))],
}

/** Finds unknown activity names, impossible combinations, and names that the asked-for activities lack. */
export function lintActivity(expression: Expression, side: Side): LintFinding[] {
  const unknown = unknownNames(expression, side)
  if (unknown.length > 0) return unknown
  const kinds = possibleKinds(expression)
  if (!kinds) return []
  if (kinds.size === 0) {
    return [
      {
        code: 'CONTRADICTION',
        severity: 'mistake',
        message: 'no activity has this resource, action and type together',
        hint: 'a wallet account that signs counts as `PRIVATE_KEY` and `SIGN`',
        side,
        span: expression.span,
      },
    ]
  }
  return absentNames(expression, kinds, side)
}

function unknownNames(expression: Expression, side: Side): LintFinding[] {
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

/** The kinds that every clause on `activity` lets through; undefined when there is no such clause. */
function possibleKinds(expression: Expression): Set<string> | undefined {
  let possible: Set<string> | undefined
  for (const clause of conjuncts(expression)) {
    const compared = comparedStrings(clause)
    const member = compared && memberOf(compared.subject)
    if (!compared || member === undefined) continue
    const kinds = new Set(compared.strings.flatMap(({ value }) => KINDS_OF[member]!(value)))
    possible = possible ? new Set([...possible].filter((kind) => kinds.has(kind))) : kinds
  }
  return possible
}

function absentNames(expression: Expression, kinds: ReadonlySet<string>, side: Side): LintFinding[] {
  const findings: LintFinding[] = []
  for (const part of alwaysEvaluated(expression)) {
    const presentFor = presentForOf(part)
    if (!presentFor || presentFor.some((kind) => kinds.has(kind))) continue
    const which = kinds.size === 1 ? `\`${[...kinds][0]}\`` : 'the activities that this asks for'
    findings.push({
      code: 'NEVER_PRESENT',
      severity: 'mistake',
      message: `${which} never has \`${format(part)}\`, so this is an error whenever it could apply`,
      hint: `\`${format(part)}\` is there for ${presentFor.map((kind) => `\`${kind}\``).join(', ')}`,
      side,
      span: part.span,
    })
  }
  return findings
}

function presentForOf(part: Expression): readonly string[] | undefined {
  const path = declaredPath(part)
  if (path !== undefined) return VOCABULARY.names.find((entry) => entry.path === path)?.presentFor
  if (part.kind !== 'field' || part.object.kind !== 'field' || format(part.object) !== 'activity.params')
    return undefined
  const params = VOCABULARY.structs.find((entry) => entry.name === 'ActivityParams')!
  return params.fields.find((field) => field.name === part.name)?.presentFor
}

function memberOf(subject: Expression): string | undefined {
  if (subject.kind !== 'field' || subject.object.kind !== 'name') return undefined
  const path = format(subject)
  return Object.hasOwn(KINDS_OF, path) ? path : undefined
}

function knownKind(kind: string): string[] {
  return listActivityKinds().includes(kind) ? [kind] : []
}
