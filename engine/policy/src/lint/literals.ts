/** Literals that can't match what they are compared with. */
import { type Comparison, childrenOf, type Expression } from '../ast.ts'
import { checkExpression } from '../check.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import { MIRRORED } from '../parts.ts'
import { abbreviate } from '../token.ts'
import type { TextFormat, Type } from '../type.ts'
import { ID_KINDS } from '../vocabulary/ids.ts'
import { VOCABULARY } from '../vocabulary.ts'
import type { LintFinding, LintOptions, Oddity } from './finding.ts'
import { oddText } from './texts.ts'

type Types = ReadonlyMap<Expression, Type>
type StringLiteral = Expression & { kind: 'string' }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The id of a feature is its name. */
const ID_FIELDS = new Set([
  'id',
  ...Object.keys(ID_KINDS).flatMap((kind) => (kind === 'feature' ? [] : `${kind}_id`)),
])

/** Finds texts that can't occur in the compared place, and redundant comparisons. */
export function lintLiterals(expression: Expression, side: Side, options: LintOptions): LintFinding[] {
  const { types } = checkExpression(expression, side)
  const findings: LintFinding[] = []
  const visit = (part: Expression, lists: ReadonlyMap<string, Expression>): void => {
    if (part.kind === 'comparison') {
      const constant = constantOrder(part)
      if (constant !== undefined) {
        const message = `\`${format(part)}\` is always ${constant}: no integer here is negative`
        findings.push({ code: 'ALWAYS_SAME', severity: 'caution', message, side, span: part.span })
      }
    }
    for (const { subject, texts } of comparedTexts(part, lists)) {
      for (const { value, span } of texts) {
        const odd = oddLiteral(subject, value, types, options)
        if (odd) findings.push({ ...odd, side, span })
      }
    }
    const inner = part.kind === 'quantifier' ? new Map(lists).set(part.variable, part.list) : lists
    for (const child of childrenOf(part)) visit(child, inner)
  }
  visit(expression, new Map())
  return findings
}

function comparedTexts(
  part: Expression,
  lists: ReadonlyMap<string, Expression>,
): { subject: Expression; texts: readonly StringLiteral[] }[] {
  const pair =
    part.kind === 'contains'
      ? [part.item, part.list]
      : part.kind === 'comparison' && ['==', '!=', 'in'].includes(part.operator)
        ? [part.left, part.right]
        : undefined
  if (!pair) return []
  const [a, b] = pair as [Expression, Expression]
  return [
    { subject: a, texts: textsOf(b, lists) },
    { subject: b, texts: textsOf(a, lists) },
  ]
}

function textsOf(expression: Expression, lists: ReadonlyMap<string, Expression>): readonly StringLiteral[] {
  if (expression.kind === 'string') return [expression]
  if (expression.kind === 'list') return expression.items.filter((item) => item.kind === 'string')
  const list = expression.kind === 'name' ? lists.get(expression.name) : undefined
  return list?.kind === 'list' ? textsOf(list, lists) : []
}

function oddLiteral(
  subject: Expression,
  text: string,
  types: Types,
  options: LintOptions,
): Oddity | undefined {
  const entry = subject.kind === 'field' ? fieldOf(subject, types) : undefined
  return (
    (entry?.values && oddValue(text, entry.values)) ??
    oddText(subject, text, formatOf(types.get(subject))) ??
    oddId(subject, text, options)
  )
}

function fieldOf({ object, name }: Expression & { kind: 'field' }, types: Types) {
  const owner = types.get(object)
  if (owner?.kind !== 'struct') return undefined
  const struct = VOCABULARY.structs.find((candidate) => candidate.name === owner.name)
  return struct?.fields.find((field) => field.name === name)
}

function formatOf(type: Type | undefined): TextFormat | undefined {
  if (type?.kind === 'list') return formatOf(type.of)
  return type?.kind === 'string' && type.formats?.size === 1 ? [...type.formats][0] : undefined
}

function oddValue(text: string, values: readonly string[]): Oddity | undefined {
  if (values.includes(text)) return undefined
  return {
    code: 'NEVER_EQUAL',
    severity: 'mistake',
    message: `\`${abbreviate(text)}\` never matches`,
    hint: `it is one of ${values.map((value) => `\`'${value}'\``).join(', ')}`,
  }
}

function oddId(subject: Expression, text: string, { checkIds }: LintOptions): Oddity | undefined {
  if (!checkIds || subject.kind !== 'field' || !ID_FIELDS.has(subject.name) || UUID.test(text))
    return undefined
  return {
    code: 'NOT_AN_ID',
    severity: 'caution',
    message: `\`${abbreviate(text)}\` is not a UUID, and every id is`,
  }
}

/** The constant result of a comparison with 0, because no readable value is negative. */
function constantOrder({ operator, left, right }: Comparison): boolean | undefined {
  const isMirrored = left.kind === 'integer'
  const [literal, subject] = isMirrored ? [left, right] : [right, left]
  if (literal.kind !== 'integer' || literal.value !== 0n || subject.kind === 'integer') return undefined
  const order = isMirrored ? MIRRORED[operator] : operator
  return order === '<' || order === '>=' ? order === '>=' : undefined
}
