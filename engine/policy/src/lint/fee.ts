/** Limits of an Ethereum fee that leave the fee of blobs open. */
import type { Comparison, Expression } from '../ast.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import { MIRRORED, type Term, termsOf } from '../parts.ts'
import type { LintFinding, LintOptions } from './finding.ts'

const FEES: ReadonlySet<string> = new Set([
  'eth.tx.gas_price',
  'eth.tx.max_fee_per_gas',
  'eth.tx.max_priority_fee_per_gas',
])
/** EIP-4844: the only type with blobs, which have a fee of their own. */
const BLOB_TYPE = 'TYPE_3'

/** Finds the first limit of a fee under which a blob transaction may pay any fee for its blobs. */
export function lintFee(expression: Expression, side: Side, { effect }: LintOptions): LintFinding[] {
  const isAllow = effect !== 'EFFECT_DENY'
  const found = openLimit({ clause: expression, isWanted: isAllow })
  if (!found) return []
  return [
    {
      code: 'BLOB_FEE_OPEN',
      severity: 'caution',
      message: `\`${format(found)}\` doesn't limit the fee of blobs (type 3), \`eth.tx.max_fee_per_blob_gas\``,
      hint: isAllow
        ? "add `eth.tx.type in ['LEGACY', 'TYPE_1', 'TYPE_2']`"
        : "deny blobs as well: add `|| eth.tx.type == 'TYPE_3'`",
      side,
      span: found.span,
    },
  ]
}

/** The first limit of a fee that applies to blob transactions. */
function openLimit(term: Term): Expression | undefined {
  const terms = termsOf(term.clause, term.isWanted)
  if (terms.some(limitsBlobFee)) return undefined
  for (const each of terms) {
    if (isAtMost(each, FEES)) return each.clause
    const inner = alternativesOf(each)
      .map(openLimit)
      .find((found) => found)
    if (inner) return inner
  }
  return undefined
}

/** The terms of which one is enough. */
const alternativesOf = ({ clause, isWanted }: Term): Term[] =>
  clause.kind === (isWanted ? 'or' : 'and') ? clause.clauses.map((each) => ({ clause: each, isWanted })) : []

/** Whether a term keeps out blob transactions, or limits the fee of their blobs. */
function limitsBlobFee(term: Term): boolean {
  const { clause, isWanted } = term
  const alternatives = alternativesOf(term)
  if (alternatives.length > 0)
    return alternatives.every((each) => termsOf(each.clause, isWanted).some(limitsBlobFee))
  if (clause.kind !== 'comparison') return false
  if (isAtMost(term, BLOB_FEE)) return true
  const { left, right } = clause
  const [subject, value] = format(right) === TYPE ? [right, left] : [left, right]
  if (format(subject) !== TYPE) return false
  const operator = operatorOf(clause, isWanted)
  if (value.kind === 'string')
    return ['==', '!='].includes(operator) && (operator === '==') === (value.value !== BLOB_TYPE)
  if (value.kind !== 'list' || clause.operator !== 'in') return false
  const isBlob = (item: Expression) => item.kind === 'string' && item.value === BLOB_TYPE
  return isWanted
    ? value.items.every((item) => item.kind === 'string' && !isBlob(item))
    : value.items.some(isBlob)
}

const TYPE = 'eth.tx.type'
const BLOB_FEE: ReadonlySet<string> = new Set(['eth.tx.max_fee_per_blob_gas'])

/** Whether a term gives one of the fields an upper bound. */
function isAtMost({ clause, isWanted }: Term, fields: ReadonlySet<string>): boolean {
  if (clause.kind !== 'comparison') return false
  const isMirrored = fields.has(format(clause.right))
  if (!isMirrored && !fields.has(format(clause.left))) return false
  const operator = operatorOf(clause, isWanted)
  return ['<', '<=', '=='].includes(isMirrored ? (MIRRORED[operator] ?? operator) : operator)
}

const operatorOf = ({ operator }: Comparison, isWanted: boolean): string =>
  isWanted ? operator : (NEGATED[operator] ?? operator)

/** The operator of the opposite. */
const NEGATED: Readonly<Record<string, string>> = {
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
  '==': '!=',
  '!=': '==',
}
