/** The older form of a policy: a list of selectors instead of expressions. */

import type { Expression } from './ast.ts'
import { checkExpression } from './check.ts'
import { NOWHERE, PolicyError } from './error.ts'
import { format } from './format.ts'
import { parseExpression } from './parse.ts'
import { suggestWord } from './suggest.ts'
import { abbreviate } from './token.ts'
import { formatType, type Type } from './type.ts'

/** One selector: the first version has a `target`, the second has `targets`. */
export interface Selector {
  readonly subject?: string
  readonly operator?: string
  readonly target?: string
  readonly targets?: readonly string[]
}

type Translate = (subject: string, targets: readonly string[]) => string

const each = (operator: string): Translate => {
  return (subject, targets) => targets.map((target) => `${subject} ${operator} ${target}`).join(' && ')
}

/** The equivalent expression of each operator. */
export const SELECTOR_OPERATORS: Readonly<Record<string, Translate>> = {
  OPERATOR_EQUAL: each('=='),
  OPERATOR_NOT_EQUAL: each('!='),
  OPERATOR_MORE_THAN: each('>'),
  OPERATOR_MORE_THAN_OR_EQUAL: each('>='),
  OPERATOR_LESS_THAN: each('<'),
  OPERATOR_LESS_THAN_OR_EQUAL: each('<='),
  OPERATOR_CONTAINS: (subject, targets) =>
    targets.map((target) => `${subject}.contains(${target})`).join(' && '),
  OPERATOR_IN: (subject, targets) => `${subject} in [${targets.join(', ')}]`,
  OPERATOR_NOT_IN: each('!='),
  OPERATOR_CONTAINS_ONE: (subject, targets) =>
    `[${targets.join(', ')}].any(target, ${subject}.contains(target))`,
  OPERATOR_CONTAINS_ALL: (subject, targets) =>
    `[${targets.join(', ')}].all(target, ${subject}.contains(target))`,
}

/** Operators that accept an empty list of targets. */
const MAY_BE_EMPTY = new Set(['OPERATOR_IN', 'OPERATOR_CONTAINS_ONE', 'OPERATOR_CONTAINS_ALL'])

/**
 * Translates selectors into a condition: each becomes a clause, and the clauses are joined by `&&`. A subject is an
 * expression of the language, such as `activity.type` or `eth.tx.to`; targets are texts, read as integers or bools if
 * the subject is one.
 *
 * @returns `true` for an empty list
 * @throws PolicyError `SELECTOR_MALFORMED`, or the problem of a subject
 */
export function fromSelectors(selectors: readonly Selector[]): string {
  if (selectors.length === 0) return 'true'
  return format(parseExpression(selectors.map(clauseOf).join(' && ')))
}

function clauseOf(selector: Selector, index: number): string {
  const place = `selector ${index}`
  const operator = selector.operator ?? ''
  const translate = Object.hasOwn(SELECTOR_OPERATORS, operator) ? SELECTOR_OPERATORS[operator] : undefined
  if (!translate) {
    const hint = suggestWord(operator, Object.keys(SELECTOR_OPERATORS))
    throw malformed(`${place} has no known operator: \`${abbreviate(operator)}\``, hint)
  }
  const subject = parseExpression(selector.subject ?? '')
  const type = typeOf(subject)
  const texts = selector.targets ?? (selector.target === undefined ? [] : [selector.target])
  if (texts.length === 0 && !MAY_BE_EMPTY.has(operator)) throw malformed(`${place} has no target`)
  const targets = texts.map((text) => literalOf(text, type, place))
  // In parentheses, because an operator binds more tightly than an `||` of the subject. `format` drops needless ones.
  return translate(`(${format(subject)})`, targets)
}

function typeOf(subject: Expression): Type {
  const { type, problems } = checkExpression(subject, 'condition')
  if (problems[0]) throw problems[0]
  return type!.kind === 'list' ? type!.of : type!
}

function literalOf(text: string, type: Type, place: string): string {
  if (type.kind === 'int' || type.kind === 'uint') {
    if (/^[0-9]+$/.test(text)) return text
    throw malformed(`${place} compares an ${formatType(type)} with \`${abbreviate(text)}\``)
  }
  if (type.kind === 'bool') {
    if (text === 'true' || text === 'false') return text
    throw malformed(`${place} compares a bool with \`${abbreviate(text)}\``)
  }
  if (/['\n\r]/.test(text)) {
    throw malformed(
      `${place} has a target with a quote or a line break`,
      'no string of the language can hold it',
    )
  }
  return `'${text}'`
}

function malformed(message: string, hint?: string): PolicyError {
  return new PolicyError('SELECTOR_MALFORMED', message, NOWHERE, hint, 'condition')
}
