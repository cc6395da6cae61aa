/**
 * Finds clauses that no request can match, based on the kind of activity and the objects of the request.
 *
 * Each kind of request is one shape: an activity, its signer, and the signed content. A clause never applies if it
 * matches none of the shapes that the surrounding clauses admit.
 */
import { ACTIVITY_ROWS, kindOfActivity, listActivityKinds } from './activities.ts'
import { childrenOf, type Expression, walk } from './ast.ts'
import { StepBudget, StepsExceeded } from './budget.ts'
import { type Checked, checkExpression } from './check.ts'
import { compile, evaluateStep } from './compile.ts'
import { PolicyError, type Side } from './error.ts'
import { format } from './format.ts'
import {
  alwaysEvaluated,
  comparedStrings,
  declaredPath,
  evaluatedChildren,
  isLiteral,
  negationOf,
  termsOf,
} from './parts.ts'
import { listShapes, type RequestTemplate } from './reach/requests/template.ts'
import { finishSteps } from './steps.ts'
import { abbreviate } from './token.ts'
import { type FieldEntry, VOCABULARY } from './vocabulary.ts'

/** A set of shapes, one bit per shape. */
type Shapes = bigint

const SHAPES: readonly RequestTemplate[] = listShapes()

const shapesWhere = (test: (shape: RequestTemplate) => boolean): Shapes =>
  SHAPES.reduce((found, shape, at) => (test(shape) ? found | (1n << BigInt(at)) : found), 0n)

const ALL: Shapes = shapesWhere(() => true)

/** The shapes with each name, and with each parameter of the activity. */
const SHAPES_WITH: ReadonlyMap<string, Shapes> = new Map([
  ...VOCABULARY.names.map(
    ({ path, side }) =>
      [path, side === 'consensus' ? ALL : shapesWhere(({ names }) => names.includes(path))] as const,
  ),
  ...parametersOfActivities().map(
    ({ name, presentFor }) =>
      [`activity.params.${name}`, shapesWhere(({ kind }) => presentFor?.includes(kind) ?? true)] as const,
  ),
])

const SHAPES_OF_KIND: ReadonlyMap<string, Shapes> = new Map(
  listActivityKinds().map((kind) => [kind, shapesWhere((shape) => shape.kind === kind)]),
)

function kindsBy(member: 'resource' | 'action'): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, readonly string[]>()
  for (const row of ACTIVITY_ROWS) kinds.set(row[member], [...(kinds.get(row[member]) ?? []), ...row.kinds])
  return kinds
}
const [KINDS_BY_RESOURCE, KINDS_BY_ACTION] = [kindsBy('resource'), kindsBy('action')]

/** The kinds of activity that a value of each member stands for. */
export const KINDS_OF: Record<string, (value: string) => readonly string[]> = {
  'activity.type': (value) => (value.startsWith('ACTIVITY_TYPE_') ? knownKind(kindOfActivity(value)) : []),
  'activity.kind': knownKind,
  'activity.resource': (value) => KINDS_BY_RESOURCE.get(value) ?? [],
  'activity.action': (value) => KINDS_BY_ACTION.get(value) ?? [],
}

/** Upper bound of reported problems of an expression. */
const MOST_PROBLEMS = 100

/** The clauses of a checked expression that no request can match, 100 at most. */
export const neverApplying = (expression: Expression, side: Side): PolicyError[] =>
  finishSteps(neverApplyingInSteps(expression, side))

export function* neverApplyingInSteps(expression: Expression, side: Side): Generator<void, PolicyError[]> {
  const always = erring(expression, side)
  if (always.length > 0) return always
  yield
  return new Finder(side).impossible(expression, true, ALL)
}

/** Names that are always read but never occur in the same request: an allow always fails on them. */
export function neverTogether(expression: Expression): { part: Expression; reason: string } | undefined {
  let left = ALL
  for (const part of alwaysEvaluated(expression)) {
    left &= shapesWith(part)
    if (left === 0n) return { part, reason: whyAbsent(part) }
  }
  return undefined
}

export function kindsMeeting(expression: Expression): ReadonlySet<string> {
  const shapes = new Finder('condition').meeting(expression, true)
  return new Set(SHAPES.filter((_, at) => (shapes >> BigInt(at)) & 1n).map(({ kind }) => kind))
}

/** Finds clauses. `wanted` is false inside a negation, such as `(...) == false`. */
class Finder {
  readonly #side: Side
  readonly #met = { true: new Map<Expression, Shapes>(), false: new Map<Expression, Shapes>() }
  readonly #subjects = new Map<Expression, number>()
  #problems = 0

  constructor(side: Side) {
    this.#side = side
  }

  /** @param around the shapes that the surrounding clauses admit; not empty */
  impossible(expression: Expression, wanted: boolean, around: Shapes): PolicyError[] {
    const negated = negationOf(expression)
    if (negated) return this.impossible(negated.operand, negated.isNegated ? !wanted : wanted, around)
    if (expression.kind !== 'and' && expression.kind !== 'or')
      return this.#ofClause(expression, wanted, around)
    if ((expression.kind === 'and') !== wanted) {
      return expression.clauses.flatMap((clause) => this.impossible(clause, wanted, around))
    }
    const terms = termsOf(expression, wanted).toSorted(
      (one, other) => this.#rankOf(one.clause) - this.#rankOf(other.clause),
    )
    /** The shapes that the terms before each one admit. */
    const before: Shapes[] = []
    let left = around
    for (const { clause, isWanted } of terms) {
      before.push(left)
      const next = left & this.meeting(clause, isWanted)
      if (next === 0n) return this.impossible(clause, isWanted, left)
      left = next
    }
    let after = ALL
    const found = terms.toReversed().flatMap(({ clause, isWanted }, at) => {
      const each = this.impossible(clause, isWanted, before.at(-1 - at)! & after)
      after &= this.meeting(clause, isWanted)
      return each
    })
    return found.toSorted((one, other) => one.span.start - other.span.start)
  }

  #ofClause(clause: Expression, wanted: boolean, around: Shapes): PolicyError[] {
    const met = around & this.meeting(clause, wanted)
    if (met === 0n) return ++this.#problems > MOST_PROBLEMS ? [] : [neverApplies(clause, around, this.#side)]
    return quantifiersIn(clause).flatMap(({ fn, body }) =>
      this.impossible(body, fn === 'filter' || wanted, met),
    )
  }

  /** The shapes for which an expression may evaluate to `wanted`. */
  meeting(expression: Expression, wanted: boolean): Shapes {
    const known = this.#met[`${wanted}`]
    const met = known.get(expression) ?? this.#findMeeting(expression, wanted)
    known.set(expression, met)
    return met
  }

  #findMeeting(expression: Expression, wanted: boolean): Shapes {
    const negated = negationOf(expression)
    if (negated) return this.meeting(negated.operand, negated.isNegated ? !wanted : wanted)
    if (expression.kind === 'and' || expression.kind === 'or') {
      const each = expression.clauses.map((clause) => this.meeting(clause, wanted))
      return (expression.kind === 'and') === wanted
        ? each.reduce((all, one) => all & one)
        : each.reduce((all, one) => all | one)
    }
    let met = shapesOfKinds(expression, wanted)
    for (const part of alwaysRead(expression)) met &= shapesWith(part)
    return met
  }

  /**
   * The kind of activity determines which objects a request has. So of two clauses that exclude each other, the one about
   * the object is reported: clauses about the activity alone come first, those about objects alone last.
   */
  #rankOf(clause: Expression): number {
    const subjects = this.#subjectsOf(clause)
    return subjects & OF_OBJECTS ? (subjects & OF_ACTIVITY ? 1 : 2) : 0
  }

  #subjectsOf(part: Expression): number {
    let subjects = this.#subjects.get(part)
    if (subjects !== undefined) return subjects
    subjects = (memberOf(part) ? OF_ACTIVITY : 0) | (shapesWith(part) === ALL ? 0 : OF_OBJECTS)
    for (const child of childrenOf(part)) subjects |= this.#subjectsOf(child)
    this.#subjects.set(part, subjects)
    return subjects
  }
}

/** What an expression is about. */
const OF_ACTIVITY = 1
const OF_OBJECTS = 2

/** The outermost quantifiers; `impossible` visits nested ones through the bodies. */
function quantifiersIn(part: Expression): (Expression & { kind: 'quantifier' })[] {
  if (part.kind === 'quantifier') return [part, ...quantifiersIn(part.list)]
  return childrenOf(part).flatMap(quantifiersIn)
}

/** The parts that a clause always reads: no alternatives and no tests of elements. */
const alwaysRead = (clause: Expression): Generator<Expression> =>
  walk(clause, (part) =>
    (part.kind === 'quantifier' ? [part.list] : childrenOf(part)).filter(
      ({ kind }) => kind !== 'and' && kind !== 'or' && kind !== 'list',
    ),
  )

/** The shapes whose activity may make a clause evaluate to `wanted`; all if it doesn't read the activity. */
function shapesOfKinds(clause: Expression, wanted: boolean): Shapes {
  const isUnequal = clause.kind === 'comparison' && clause.operator === '!='
  const compared = comparedStrings(isUnequal ? { ...clause, operator: '==' } : clause)
  const member = compared && memberOf(compared.subject)
  if (!compared || member === undefined) return ALL
  const values = new Set(compared.strings.map(({ value }) => value))
  const named = Array.from(values, (value) => KINDS_OF[member]!(value))
  // An unknown word may come from a later release.
  if (named.some((kinds) => kinds.length === 0)) return ALL
  const kinds = new Set(named.flat())
  const isOneOf = wanted !== isUnequal
  // Another version of the same kind has another type.
  if (!isOneOf && member === 'activity.type') return ALL
  let shapes = 0n
  for (const kind of kinds) shapes |= SHAPES_OF_KIND.get(kind)!
  return isOneOf ? shapes : ALL ^ shapes
}

/** The activity's member that a part reads, if it determines the kind of activity. */
export function memberOf(subject: Expression): string | undefined {
  if (subject.kind !== 'field' || subject.object.kind !== 'name') return undefined
  const path = format(subject)
  return Object.hasOwn(KINDS_OF, path) ? path : undefined
}

/** The shapes with the object or parameter that a part reads; all for other parts. */
function shapesWith(part: Expression): Shapes {
  return SHAPES_WITH.get(declaredPath(part) ?? parameterPath(part) ?? '') ?? ALL
}

function parameterPath(part: Expression): string | undefined {
  if (part.kind !== 'field' || part.object.kind !== 'field' || part.object.name !== 'params') return undefined
  const { object } = part.object
  return object.kind === 'name' && object.name === 'activity' ? `activity.params.${part.name}` : undefined
}

function parametersOfActivities(): readonly FieldEntry[] {
  return VOCABULARY.structs.find(({ name }) => name === 'ActivityParams')!.fields
}

/** Steps for evaluating constant parts: more than conditions that people write take. */
const CONSTANT_STEPS = 20_000

/** Constant parts that always fail, such as `'abc'[5]`. */
function erring(expression: Expression, side: Side): PolicyError[] {
  const scopes = scopesRead(expression)
  const budget = new StepBudget(CONSTANT_STEPS)
  let checked: Checked | undefined
  const failing = (part: Expression): PolicyError[] => {
    if (isLiteral(part)) return []
    if (scopes.get(part) !== CONSTANT) return evaluatedChildren(part).flatMap(failing)
    checked ??= checkExpression(expression, side)
    if (checked.problems.length > 0) return []
    const result = evaluateStep(compile(part, checked.types), {}, side, budget)
    if (result.ok || result.error instanceof StepsExceeded) return []
    const message = `\`${abbreviate(format(part))}\` is always an error: ${result.error.message}`
    return [new PolicyError('NEVER_APPLIES', message, result.error.span, undefined, side)]
  }
  return failing(expression).slice(0, MOST_PROBLEMS)
}

const CONSTANT = Number.POSITIVE_INFINITY

/**
 * The outermost scope that each part reads: -1 for names of the language, n for the variable of the nth quantifier around
 * it, `CONSTANT` for none.
 */
function scopesRead(expression: Expression): ReadonlyMap<Expression, number> {
  const scopes = new Map<Expression, number>()
  const variables: string[] = []
  const visit = (part: Expression): number => {
    let outermost = part.kind === 'name' ? variables.lastIndexOf(part.name) : CONSTANT
    for (const child of childrenOf(part)) {
      const isBody = part.kind === 'quantifier' && child === part.body
      const own = isBody ? variables.push(part.variable) - 1 : CONSTANT
      const read = visit(child)
      if (isBody) variables.pop()
      if (read < own) outermost = Math.min(outermost, read)
    }
    scopes.set(part, outermost)
    return outermost
  }
  visit(expression)
  return scopes
}

function neverApplies(clause: Expression, around: Shapes, side: Side): PolicyError {
  const absent = [...alwaysRead(clause)].find((part) => (around & shapesWith(part)) === 0n)
  const text = abbreviate(format(clause))
  const context = around === ALL ? '' : ' that meets the clauses around it'
  if (absent) {
    const message = `\`${text}\` never applies: no request${context} has \`${format(absent)}\``
    return new PolicyError('NEVER_APPLIES', message, clause.span, whyAbsent(absent), side)
  }
  const isOfActivity = comparedStrings(clause) !== undefined
  const message = isOfActivity
    ? `\`${text}\` never applies: no activity${context} is of this kind`
    : `\`${text}\` never applies: no request${context} has all that it reads`
  const hint = 'a wallet account that signs counts as `PRIVATE_KEY` and `SIGN`'
  return new PolicyError('NEVER_APPLIES', message, clause.span, isOfActivity ? hint : undefined, side)
}

const WHY = {
  signer: 'a request uses either a wallet or a private key; write one policy for each',
  payload: 'a request signs one kind of payload; write one policy for each',
}

function whyAbsent(part: Expression): string {
  const entry = VOCABULARY.names.find((candidate) => candidate.path === declaredPath(part))
  const parameter = parametersOfActivities().find(({ name }) => parameterPath(part)?.endsWith(`.${name}`))
  const kinds = entry?.presentFor ?? parameter?.presentFor ?? []
  const present = `\`${format(part)}\` is present for ${kinds.map((kind) => `\`${kind}\``).join(', ')}`
  return entry?.excludes ? `${present}; ${WHY[entry.excludes]}` : present
}

function knownKind(kind: string): string[] {
  return SHAPES_OF_KIND.has(kind) ? [kind] : []
}
