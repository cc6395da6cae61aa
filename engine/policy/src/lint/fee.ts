/** Limits of an Ethereum fee that leave the fee of blobs open. */
import type { Comparison, Expression } from '../ast.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import { conjuncts, MIRRORED } from '../parts.ts'
import type { LintFinding, LintOptions } from './finding.ts'

const FEES: ReadonlySet<string> = new Set([
  'eth.tx.gas_price',
  'eth.tx.max_fee_per_gas',
  'eth.tx.max_priority_fee_per_gas',
])
/** EIP-4844: the only type with blobs, which have a fee of their own. */
const BLOB_TYPE = 'TYPE_3'

/** Finds the first limit of a fee, in an allow, under which a blob transaction may pay any fee for its blobs. */
export function lintFee(expression: Expression, side: Side, { effect }: LintOptions): LintFinding[] {
  if (effect === 'EFFECT_DENY') return []
  const found = openLimit(expression)
  if (!found) return []
  return [
    {
      code: 'BLOB_FEE_OPEN',
      severity: 'caution',
      message: `\`${format(found)}\` doesn't limit the fee of blobs (type 3), \`eth.tx.max_fee_per_blob_gas\``,
      hint: "add `eth.tx.type in ['LEGACY', 'TYPE_1', 'TYPE_2']`",
      side,
      span: found.span,
    },
  ]
}

function openLimit(expression: Expression): Expression | undefined {
  const clauses = conjuncts(expression)
  if (clauses.some(limitsBlobFee)) return undefined
  for (const clause of clauses) {
    if (clause.kind === 'comparison' && isAtMost(clause, FEES)) return clause
    const inner = clause.kind === 'or' ? clause.clauses.map(openLimit).find((found) => found) : undefined
    if (inner) return inner
  }
  return undefined
}

function limitsBlobFee(clause: Expression): boolean {
  if (clause.kind === 'or') return clause.clauses.every((each) => conjuncts(each).some(limitsBlobFee))
  if (clause.kind !== 'comparison') return false
  if (isAtMost(clause, BLOB_FEE)) return true
  const { operator, left, right } = clause
  const [subject, value] = format(right) === TYPE ? [right, left] : [left, right]
  if (format(subject) !== TYPE) return false
  if (value.kind === 'string') return (operator === '==') === (value.value !== BLOB_TYPE) && operator !== 'in'
  return (
    operator === 'in' &&
    value.kind === 'list' &&
    value.items.every((item) => item.kind === 'string' && item.value !== BLOB_TYPE)
  )
}

const TYPE = 'eth.tx.type'
const BLOB_FEE: ReadonlySet<string> = new Set(['eth.tx.max_fee_per_blob_gas'])

function isAtMost({ operator, left, right }: Comparison, fields: ReadonlySet<string>): boolean {
  const isMirrored = fields.has(format(right))
  if (!isMirrored && !fields.has(format(left))) return false
  return ['<', '<=', '=='].includes(isMirrored ? (MIRRORED[operator] ?? operator) : operator)
}
