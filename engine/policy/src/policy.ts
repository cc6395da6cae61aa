/** A policy: its text, its syntax trees, and its compiled form. */
import { neverApplyingInSteps } from './applicability.ts'
import { type Expression, type FieldAccess, walk } from './ast.ts'
import type { StepBudget } from './budget.ts'
import { checkPolicyExpression } from './check.ts'
import { CompiledExpression, typesOf } from './compile.ts'
import type { CompiledPolicy, Explained, Voters } from './compiledPolicy.ts'
import { checkCost } from './cost.ts'
import { NOWHERE, PolicyError, type Side } from './error.ts'
import type { PolicyExplanation } from './explain/explanation.ts'
import { explainPolicy } from './explain/policy.ts'
import type { UserFacts } from './facts.ts'
import type { Effect } from './outcome.ts'
import { parseExpression } from './parse.ts'
import { countsApproval } from './reach/counts.ts'
import { type ConsensusForm, readConsensusForm } from './reach/form.ts'
import { isReachable } from './reach/search.ts'
import { finishSteps } from './steps.ts'

/** A policy as stored. An omitted expression is true; an empty one is rejected. */
export interface PolicyText {
  readonly policyId: string
  readonly policyName?: string
  readonly effect: Effect
  readonly condition?: string | null | undefined
  readonly consensus?: string | null | undefined
  /** When the policy takes part; omitted or empty: always. */
  readonly time?: string | null | undefined
}

export interface ParsedPolicy {
  readonly condition: Expression
  readonly consensus: Expression
  /** Absent: always active. */
  readonly time?: Expression
}

class Compiled implements CompiledPolicy {
  readonly policyId: string
  readonly policyName: string | undefined
  readonly effect: Effect
  readonly condition: CompiledExpression<'condition'>
  readonly consensus: CompiledExpression<'consensus'>
  readonly time: CompiledExpression<'time'> | undefined
  #form: ConsensusForm | undefined

  constructor(
    { policyId, policyName, effect }: PolicyText,
    { condition, consensus, time }: Pick<CompiledPolicy, Side>,
  ) {
    this.policyId = policyId
    this.policyName = policyName
    this.effect = effect
    this.condition = condition
    this.consensus = consensus
    this.time = time
  }

  // Computed on first use.
  get consensusForm(): ConsensusForm {
    this.#form ??= readConsensusForm(this.consensus)
    return this.#form
  }

  isReachable(voters: Voters): boolean {
    return isReachable(this, voters)
  }

  countsApproval(user: UserFacts, budget: StepBudget): boolean {
    return countsApproval(this, user, budget)
  }

  namesUser(userId: string): boolean {
    return [...walk(this.condition.expression)].some(
      (part) =>
        (part.kind === 'string' && part.value === userId) || (part.kind === 'field' && isTargetRoot(part)),
    )
  }

  explain(input: Explained): PolicyExplanation {
    return explainPolicy(this, input)
  }
}

const isTargetRoot = ({ object, name }: FieldAccess): boolean =>
  name === 'root' && object.kind === 'name' && object.name === 'target_user'

const ALWAYS: Expression = Object.freeze({ kind: 'boolean', value: true, span: NOWHERE })

type Expressions = Pick<PolicyText, Side>

/** Parses the expressions of a policy. @throws PolicyError at the first syntax error, with its side */
export function parsePolicy(text: Expressions): ParsedPolicy {
  const parsed = { condition: parseSide(text, 'condition'), consensus: parseSide(text, 'consensus') }
  return isTimed(text) ? { ...parsed, time: parseSide(text, 'time') } : parsed
}

/** Whether a policy has a time. An empty one is none. */
const isTimed = ({ time }: Expressions): boolean => time !== undefined && time !== null && time !== ''

/**
 * Parses, checks and compiles a policy: done once, when it is created, updated or first used.
 *
 * @throws PolicyError for the first syntax or type error, with its side
 */
export const compilePolicy = (text: PolicyText): CompiledPolicy => finishSteps(compileInSteps(text))

/** `compilePolicy` with steps, which yield the characters of an expression. Throws the same errors. */
export function* compileInSteps(text: PolicyText): Generator<number, CompiledPolicy> {
  const condition = yield* compileSide(text, 'condition')
  const consensus = yield* compileSide(text, 'consensus')
  const time = isTimed(text) ? yield* compileSide(text, 'time') : undefined
  return new Compiled(text, { condition, consensus, time })
}

function* compileSide<S extends Side>(text: Expressions, side: S): Generator<number, CompiledExpression<S>> {
  const expression = parseSide(text, side)
  yield lengthOf(text, side)
  const types = typesOf(expression, side)
  yield lengthOf(text, side)
  const compiled = new CompiledExpression(expression, side, types)
  yield lengthOf(text, side)
  return compiled
}

const lengthOf = (text: Expressions, side: Side): number => text[side]?.length ?? 0

/**
 * Everything that is wrong with a policy's expressions: at most one slip for each side, or all its type
 * problems, or that it costs too much, or the clauses that no request can meet. Empty when the policy may be stored. One that is stored already is compiled
 * whatever it costs, for a policy that vanished would be worse than one that exhausts the budget.
 */
export const checkPolicy = (text: Expressions): PolicyError[] => finishSteps(checkInSteps(text))

/** `checkPolicy` with a step after each phase, so that other requests can run in between. */
export function* checkInSteps(text: Expressions): Generator<void, PolicyError[]> {
  const problems: PolicyError[] = []
  for (const side of SIDES) {
    if (side === 'time' && !isTimed(text)) continue
    problems.push(...(yield* checkSide(text, side)))
    yield
  }
  return problems
}

function* checkSide(text: Expressions, side: Side): Generator<void, PolicyError[]> {
  try {
    const expression = parseSide(text, side)
    yield
    const { problems } = checkPolicyExpression(expression, side)
    if (problems.length > 0) return [...problems]
    yield
    const costly = checkCost(expression, side)
    if (costly) return [costly]
    return side === 'time' ? [] : yield* neverApplyingInSteps(expression, side)
  } catch (error) {
    if (error instanceof PolicyError) return [error]
    throw error
  }
}

/**
 * Characters of policies that `rememberPolicies` keeps: more than one organization has. A compiled policy takes up to 200
 * bytes per character.
 */
const REMEMBERED_CHARACTERS = 4_000_000

/**
 * Like `compileInSteps`, but caches results, without steps for a cached one, so that a policy is compiled once as long as its text doesn't change.
 * Policies that don't compile are not cached.
 * @param limit upper bound of the characters of cached policies
 */
export function rememberPolicies(
  limit = REMEMBERED_CHARACTERS,
): (text: PolicyText) => Generator<number, CompiledPolicy> {
  const known = new Map<string, CompiledPolicy>()
  let characters = 0
  return function* (text) {
    const key = JSON.stringify([
      text.policyId,
      text.policyName,
      text.effect,
      text.condition,
      text.consensus,
      text.time,
    ])
    const found = known.get(key) ?? (yield* compileInSteps(text))
    // Deleting first keeps the map in order of use, with the least recently used entry first.
    if (!known.delete(key)) characters += key.length
    known.set(key, found)
    for (const oldest of known.keys()) {
      if (characters <= limit || oldest === key) break
      known.delete(oldest)
      characters -= oldest.length
    }
    return found
  }
}

const SIDES = ['condition', 'consensus', 'time'] as const

function parseSide(text: Expressions, side: Side): Expression {
  const source = text[side]
  if (source === undefined || source === null) return ALWAYS
  try {
    return parseExpression(source)
  } catch (error) {
    throw error instanceof PolicyError ? error.on(side) : error
  }
}
