/** What a case of `cases/` comes to, written as the files write it. */

import { evaluateBySpec, SpecError } from '../spec/evaluate.ts'
import {
  checkExpression,
  type Evaluation,
  type Expression,
  evaluate,
  formatType,
  formatValue,
  PolicyError,
  type Problem,
  parseExpression,
  type Side,
} from '../src/index.ts'
import { type ExpressionCase, readContext } from './case-file.ts'
import { APPROVALS, REQUESTS } from './fixtures.ts'

/** The type of a case, or its errors as the files write them. */
export function checked({ text, side }: ExpressionCase): string[] {
  try {
    const { type, problems } = checkExpression(parseExpression(text), side)
    return problems.length > 0 ? problems.map((problem) => describeAt(problem, text)) : [formatType(type!)]
  } catch (error) {
    if (error instanceof PolicyError) return [describeAt(error, text)]
    throw error
  }
}

/** What a case comes to in a context. */
export function evaluated({ text, side }: ExpressionCase, context: string): string {
  const facts = readContext(context, side === 'condition' ? REQUESTS : APPROVALS)
  const expression = parseExpression(text)
  const result = evaluate(expression, side, facts as never)
  assertAgreement(expression, side, facts, result)
  return result.ok ? formatValue(result.value) : describeAt(result.error, text)
}

/** Every case is also a case of the specification. */
function assertAgreement(expression: Expression, side: Side, facts: object, result: Evaluation): void {
  if (result.ok && typeof result.value !== 'boolean') return
  const specified = specOutcome(expression, side, facts)
  const real = result.ok ? result.value : result.error.code
  if (specified !== real) throw new Error(`the specification says ${specified}, not ${real}`)
}

function specOutcome(expression: Expression, side: Side, facts: object): boolean | string {
  try {
    return evaluateBySpec(expression, side, facts)
  } catch (error) {
    if (error instanceof SpecError) return error.code
    throw error
  }
}

function describeAt({ span, message, hint }: Problem, text: string): string {
  const at = text.slice(span.start, span.end).replaceAll('\n', ' ')
  const quoted = at.length > 40 ? `${at.slice(0, 37)}...` : at
  const place = at === '' ? 'the end' : `\`${quoted}\``
  return `error at ${span.line}:${span.column} ${place}: ${message}${hint ? `; ${hint}` : ''}`
}
