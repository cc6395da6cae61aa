/**
 * Clauses that no request can meet, by what the activity is and which objects the request has.
 *
 * Each kind of request is one shape: an activity, what it signs with, and what it signs. A clause never applies when no
 * shape that the clauses around it let through meets it.
 */
import { ACTIVITY_ROWS, kindOfActivity, listActivityKinds } from './activities.ts'
import { childrenOf, type Expression, walk } from './ast.ts'
import { checkExpression } from './check.ts'
import { compile, evaluateStep } from './compile.ts'
import { PolicyError, type Side } from './error.ts'
import { format } from './format.ts'
import { alwaysEvaluated, comparedStrings, declaredPath } from './parts.ts'
import { listShapes, type RequestTemplate } from './reach/requests/template.ts'
import { abbreviate } from './token.ts'
import { VOCABULARY } from './vocabulary.ts'

type Shapes = readonly RequestTemplate[]

const ALL: Shapes = listShapes()

/** Which kinds of activity a value of each member stands for. */
export const KINDS_OF: Record<string, (value: string) => string[]> = {
  'activity.type': (value) => (value.startsWith('ACTIVITY_TYPE_') ? knownKind(kindOfActivity(value)) : []),
  'activity.kind': knownKind,
  'activity.resource': (value) =>
    ACTIVITY_ROWS.filter((row) => row.resource === value).flatMap((row) => row.kinds),
  'activity.action': (value) =>
    ACTIVITY_ROWS.filter((row) => row.action === value).flatMap((row) => row.kinds),
}

/** The clauses of a checked expression that no request can meet. */
export function neverApplying(expression: Expression, side: Side): PolicyError[] {
  const always = erring(expression, side)
  return always.length > 0 ? always : impossible(expression, true, ALL, side)
}

/** Names that are read whatever the request is, and that no request has together: an allow always errs on them. */
export function neverTogether(expression: Expression): { part: Expression; reason: string } | undefined {
  let left = ALL
  for (const part of alwaysEvaluated(expression)) {
    const next = left.filter((shape) => hasObject(shape, part))
    if (next.length === 0) return { part, reason: whyAbsent(part) }
    left = next
  }
  return undefined
}

/**
 * @param wanted false below a negation, such as `(...) == false`
 * @param around the shapes that the clauses around this one let through; never none
 */
function impossible(expression: Expression, wanted: boolean, around: Shapes, side: Side): PolicyError[] {
  const negated = negationOf(expression)
  if (negated) return impossible(negated.operand, negated.isNegated ? !wanted : wanted, around, side)
  if (expression.kind !== 'and' && expression.kind !== 'or')
    return impossibleClause(expression, wanted, around, side)
  const { clauses } = expression
  if ((expression.kind === 'and') !== wanted) {
    return clauses.flatMap((clause) => impossible(clause, wanted, around, side))
  }
  let left = around
  for (const clause of clauses) {
    const next = meeting(clause, wanted, left)
    if (next.length === 0) return impossible(clause, wanted, left, side)
    left = next
  }
  return clauses.flatMap((clause) => {
    const others = clauses.filter((other) => other !== clause)
    const context = others.reduce((shapes, other) => meeting(other, wanted, shapes), around)
    return impossible(clause, wanted, context, side)
  })
}

function impossibleClause(clause: Expression, wanted: boolean, around: Shapes, side: Side): PolicyError[] {
  const met = meeting(clause, wanted, around)
  if (met.length === 0) return [neverApplies(clause, around, side)]
  return quantifiersIn(clause).flatMap(({ fn, body }) =>
    impossible(body, fn === 'filter' || wanted, met, side),
  )
}

/** The outermost ones: what they nest is in their bodies. */
function quantifiersIn(part: Expression): (Expression & { kind: 'quantifier' })[] {
  if (part.kind === 'quantifier') return [part, ...quantifiersIn(part.list)]
  return childrenOf(part).flatMap(quantifiersIn)
}

/** The shapes for which an expression may come to `wanted`. */
function meeting(expression: Expression, wanted: boolean, shapes: Shapes): Shapes {
  const negated = negationOf(expression)
  if (negated) return meeting(negated.operand, negated.isNegated ? !wanted : wanted, shapes)
  if (expression.kind === 'and' || expression.kind === 'or') {
    if ((expression.kind === 'and') === wanted) {
      return expression.clauses.reduce((left, clause) => meeting(clause, wanted, left), shapes)
    }
    const met = new Set(expression.clauses.flatMap((clause) => meeting(clause, wanted, shapes)))
    return shapes.filter((shape) => met.has(shape))
  }
  const kinds = kindsMeeting(expression, wanted)
  const parts = [...alwaysRead(expression)]
  return shapes.filter(
    (shape) => (!kinds || kinds.has(shape.kind)) && parts.every((part) => hasObject(shape, part)),
  )
}

/** `(...) == false` and its like. */
function negationOf(expression: Expression): { operand: Expression; isNegated: boolean } | undefined {
  if (expression.kind !== 'comparison') return undefined
  const { operator, left, right } = expression
  if (operator !== '==' && operator !== '!=') return undefined
  const literal = [left, right].find((part) => part.kind === 'boolean')
  if (!literal) return undefined
  return { operand: literal === left ? right : left, isNegated: literal.value !== (operator === '==') }
}

/** The parts that a clause reads whatever they come to: neither alternatives nor what is asked of elements. */
function* alwaysRead(part: Expression): Generator<Expression> {
  yield part
  for (const child of childrenOf(part)) {
    const isBody = part.kind === 'quantifier' && child === part.body
    const isAlternative = child.kind === 'and' || child.kind === 'or' || child.kind === 'list'
    if (!isBody && !isAlternative) yield* alwaysRead(child)
  }
}

/** The kinds of activity for which a clause may come to `wanted`; undefined where it does not say. */
function kindsMeeting(clause: Expression, wanted: boolean): ReadonlySet<string> | undefined {
  const isUnequal = clause.kind === 'comparison' && clause.operator === '!='
  const compared = comparedStrings(isUnequal ? { ...clause, operator: '==' } : clause)
  const member = compared && memberOf(compared.subject)
  if (!compared || member === undefined) return undefined
  const named = compared.strings.map(({ value }) => KINDS_OF[member]!(value))
  // A word that is unknown here may be one of a later release.
  if (named.some((kinds) => kinds.length === 0)) return undefined
  const kinds = new Set(named.flat())
  if (wanted !== isUnequal) return kinds
  // Another version of the same kind has another type.
  if (member === 'activity.type') return undefined
  return new Set(listActivityKinds().filter((kind) => !kinds.has(kind)))
}

/** The member of the activity that a part reads, if it says what kind of activity it is. */
export function memberOf(subject: Expression): string | undefined {
  if (subject.kind !== 'field' || subject.object.kind !== 'name') return undefined
  const path = format(subject)
  return Object.hasOwn(KINDS_OF, path) ? path : undefined
}

function hasObject({ names, kind }: RequestTemplate, part: Expression): boolean {
  const path = declaredPath(part)
  const entry = VOCABULARY.names.find((candidate) => candidate.path === path)
  if (entry) return entry.side === 'consensus' || names.includes(entry.path)
  return parameterKinds(part)?.includes(kind) ?? true
}

function parameterKinds(part: Expression): readonly string[] | undefined {
  if (part.kind !== 'field' || part.object.kind !== 'field' || format(part.object) !== 'activity.params')
    return undefined
  const params = VOCABULARY.structs.find((entry) => entry.name === 'ActivityParams')!
  return params.fields.find((field) => field.name === part.name)?.presentFor
}

/** Closed parts, such as `'abc'[5]`, err in every request. */
function erring(expression: Expression, side: Side): PolicyError[] {
  if (!isClosed(expression)) {
    const isBody = (part: Expression) => expression.kind === 'quantifier' && part === expression.body
    return childrenOf(expression)
      .filter((part) => !isBody(part) || isEntered(expression))
      .flatMap((part) => erring(part, side))
  }
  const { problems, types } = checkExpression(expression, side)
  if (problems.length > 0) return []
  const result = evaluateStep(compile(expression, types), {}, side)
  if (result.ok) return []
  const message = `\`${abbreviate(format(expression))}\` is always an error: ${result.error.message}`
  return [new PolicyError('NEVER_APPLIES', message, result.error.span, undefined, side)]
}

const isEntered = (part: Expression) =>
  part.kind === 'quantifier' && part.list.kind === 'list' && part.list.items.length > 0

function isClosed(expression: Expression): boolean {
  const bound = new Set<string>()
  for (const part of walk(expression)) {
    if (part.kind === 'quantifier') bound.add(part.variable)
    else if (part.kind === 'name' && !bound.has(part.name)) return false
  }
  return true
}

function neverApplies(clause: Expression, around: Shapes, side: Side): PolicyError {
  const absent = [...alwaysRead(clause)].find((part) => !around.some((shape) => hasObject(shape, part)))
  const text = abbreviate(format(clause))
  const beside = around === ALL ? '' : ' that meets the clauses around it'
  if (absent) {
    const message = `\`${text}\` never applies: no request${beside} has \`${format(absent)}\``
    return new PolicyError('NEVER_APPLIES', message, clause.span, whyAbsent(absent), side)
  }
  const isOfActivity = comparedStrings(clause) !== undefined
  const message = isOfActivity
    ? `\`${text}\` never applies: no activity${beside} is of this kind`
    : `\`${text}\` never applies: no request${beside} has all that it reads`
  const hint = 'a wallet account that signs counts as `PRIVATE_KEY` and `SIGN`'
  return new PolicyError('NEVER_APPLIES', message, clause.span, isOfActivity ? hint : undefined, side)
}

const WHY = {
  signer: 'a request uses either a wallet or a private key; write one policy for each',
  payload: 'a request signs one kind of payload; write one policy for each',
}

function whyAbsent(part: Expression): string {
  const entry = VOCABULARY.names.find((candidate) => candidate.path === declaredPath(part))
  const kinds = entry?.presentFor ?? parameterKinds(part) ?? []
  const present = `\`${format(part)}\` is present for ${kinds.map((kind) => `\`${kind}\``).join(', ')}`
  return entry?.excludes ? `${present}; ${WHY[entry.excludes]}` : present
}

function knownKind(kind: string): string[] {
  return listActivityKinds().includes(kind) ? [kind] : []
}
