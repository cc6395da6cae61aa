/** The older form of a policy: a list of selectors instead of expressions. */

import type { Expression } from './ast.ts'
import { checkExpression } from './check.ts'
import { NOWHERE, PolicyError } from './error.ts'
import { format } from './format.ts'
import { parseExpression } from './parse.ts'
import { suggestWord } from './suggest.ts'
import { abbreviate } from './token.ts'
import { formatType, type Type } from './type.ts'

export interface Selector {
  readonly subject?: string
  readonly operator?: string
  readonly target?: string
  readonly targets?: readonly string[]
}

/** Clauses one at a time, because a long subject with many targets would not fit into memory. */
type Translate = (subject: string, targets: readonly string[]) => Iterable<string>

const each = (clause: (subject: string, target: string) => string): Translate =>
  function* (subject, targets) {
    for (const target of targets) yield clause(subject, target)
  }
const compared = (operator: string) => each((subject, target) => `${subject} ${operator} ${target}`)
const once =
  (clause: (subject: string, targets: string) => string): Translate =>
  (subject, targets) => [clause(subject, targets.join(', '))]

/** The equivalent expression of each operator. */
export const SELECTOR_OPERATORS: Readonly<Record<string, Translate>> = {
  OPERATOR_EQUAL: compared('=='),
  OPERATOR_NOT_EQUAL: compared('!='),
  OPERATOR_MORE_THAN: compared('>'),
  OPERATOR_MORE_THAN_OR_EQUAL: compared('>='),
  OPERATOR_LESS_THAN: compared('<'),
  OPERATOR_LESS_THAN_OR_EQUAL: compared('<='),
  OPERATOR_CONTAINS: each((subject, target) => `${subject}.contains(${target})`),
  OPERATOR_IN: once((subject, targets) => `${subject} in [${targets}]`),
  OPERATOR_NOT_IN: compared('!='),
  OPERATOR_CONTAINS_ONE: once((subject, targets) => `[${targets}].any(target, ${subject}.contains(target))`),
  OPERATOR_CONTAINS_ALL: once((subject, targets) => `[${targets}].all(target, ${subject}.contains(target))`),
}

/** Operators that accept an empty list of targets. */
const MAY_BE_EMPTY = new Set(['OPERATOR_IN', 'OPERATOR_CONTAINS_ONE', 'OPERATOR_CONTAINS_ALL'])

/**
 * Translates selectors into a condition: each becomes a clause, and the clauses are joined by `&&`. A subject is an
 * expression of the language, such as `activity.type` or `eth.tx.to`; targets are texts, read as integers or bools if
 * the subject is one.
 *
 * @param longest maximum length of the condition, in characters
 * @returns `true` for an empty list
 * @throws PolicyError `SELECTOR_MALFORMED`, or the problem of a subject
 */
export function fromSelectors(selectors: readonly Selector[], longest: number): string {
  if (selectors.length === 0) return 'true'
  const clauses: string[] = []
  let length = 0
  // Spaces and needless parentheses of subjects aren't in the condition, but take as long to parse.
  let posted = 0
  for (const [index, selector] of selectors.entries()) {
    const place = `selector ${index}`
    posted += selector.subject?.length ?? 0
    if (posted > longest) throw tooLong(place, longest)
    for (const clause of clausesOf(selector, place, longest)) {
      length += clause.length + AND.length
      if (length > longest + AND.length) throw tooLong(place, longest)
      clauses.push(clause)
    }
  }
  return format(parseExpression(clauses.join(AND)))
}

const AND = ' && '

function clausesOf(selector: Selector, place: string, longest: number): Iterable<string> {
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
  const targets: string[] = []
  let length = 0
  for (const text of texts) {
    length += text.length + 1
    if (length > longest) throw tooLong(place, longest)
    targets.push(literalOf(text, type, place))
  }
  // In parentheses, because an operator binds more tightly than an `||` of the subject. `format` drops needless ones.
  return translate(`(${format(subject)})`, targets)
}

const tooLong = (place: string, longest: number) =>
  malformed(`${place} makes the condition longer than ${longest} characters`)

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
