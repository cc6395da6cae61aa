/**
 * Finds the kinds of requests that a user could run alone.
 *
 * For each kind of request, the conditions are solved clause by clause: first those of each allow, then against each
 * deny. For each place that a clause reads, the search tries the values that policies name, their neighbors, another
 * value and no value. Every result is a request that `decide` allowed. A missing result doesn't prove that a request
 * is impossible: `notSearched` lists what was left out.
 */

import type { Expression } from '../ast.ts'
import { StepBudget, StepsExceeded, withinBudget } from '../budget.ts'
import { compileBool, evaluateStep, type Step } from '../compile.ts'
import type { CompiledPolicy, RootQuorum } from '../compiledPolicy.ts'
import { decide } from '../decide.ts'
import { NOWHERE } from '../error.ts'
import type { RequestFacts, UserFacts } from '../facts.ts'
import type { Choice } from './requests/domain.ts'
import { collectLiterals, type Literals, type Mentioned, placesIn, shareValues } from './requests/literals.ts'
import {
  type Choices,
  choicesOfUnit,
  factsOf,
  listTemplates,
  plainUnitsOf,
  type RequestTemplate,
  unitOf,
} from './requests/template.ts'

export interface SearchInput {
  readonly policies: readonly CompiledPolicy[]
  readonly users: readonly UserFacts[]
  readonly rootQuorum?: RootQuorum
  /** Full activity names with versions, if policies may distinguish them. */
  readonly activityTypes?: readonly string[]
  /** Steps per kind of request and group of users. */
  readonly stepsEach?: number
}

export interface ReachableRequest {
  readonly kind: string
  /** `wallet` or `private_key`; undefined if the request uses neither. */
  readonly signer: string | undefined
  /** The signed content, such as `eth.tx`; undefined for a raw payload and for requests that sign nothing. */
  readonly payload: string | undefined
  /** A request that `decide` allows. */
  readonly facts: RequestFacts
  readonly policyId: string | undefined
  /** Places where another value was denied. */
  readonly limited: readonly string[]
  /** Places where every tried value was allowed, although a policy could limit them. */
  readonly open: readonly string[]
}

/** What users can do alone, per group of users with the same result of every policy. */
export interface UserReach {
  readonly userIds: readonly string[]
  /** True if one of them is the root quorum alone and may do everything, regardless of policies. */
  readonly isRoot: boolean
  readonly requests: readonly ReachableRequest[]
  /** Kinds for which the steps ran out before a result was found. */
  readonly unfinished: readonly string[]
}

export interface Reach {
  readonly groups: readonly UserReach[]
  /** What the search leaves out, as sentences. */
  readonly notSearched: readonly string[]
}

const NOT_SEARCHED: readonly string[] = [
  'Values that no policy names, beyond one above, one below, another one and none.',
  'Lists of more than two different elements, and combinations of more than 96 values of one field.',
  'Consensus over credentials: the user is taken to have stamped with none in particular.',
  'What users may always do with their own credentials, and what the root quorum may do together.',
  'Whether a chain would take the example: a Solana or Bitcoin example holds what the policies ask about, and no more.',
]

const STEPS_EACH = 60_000

/** Lists, for every user, the kinds of requests that policies allow to that user alone. */
export function searchRequests(input: SearchInput): Reach {
  const literals = literalsOf(input.policies)
  const templates = listTemplates(input.activityTypes ?? [])
  const groups = groupsOf(input).map(({ users, isRoot }): UserReach => {
    const userIds = users.map(({ id }) => id)
    if (isRoot) return { userIds, isRoot, requests: [], unfinished: [] }
    const requests: ReachableRequest[] = []
    const unfinished: string[] = []
    for (const template of templates) {
      const search = new Search(input, users[0]!, template, literals)
      const found = search.run()
      if (found === 'gave up') unfinished.push(labelOf(template))
      else if (found) requests.push(found)
    }
    return { userIds, isRoot, requests, unfinished }
  })
  return { groups, notSearched: NOT_SEARCHED }
}

/** A kind of request in the words of the vocabulary. */
export function labelOf({
  kind,
  payload,
  signer,
}: Pick<RequestTemplate, 'kind' | 'payload' | 'signer'>): string {
  const raw = kind.startsWith('SIGN_RAW') ? 'raw payload' : undefined
  const parts = [payload ?? raw, signer && `by ${signer}`].filter((part) => part !== undefined)
  return parts.length === 0 ? kind : `${kind} (${parts.join(', ')})`
}

function literalsOf(policies: readonly CompiledPolicy[]): Literals {
  const found = new Map<string, Mentioned>()
  for (const { condition } of policies) collectLiterals(condition.expression, condition.types, found)
  shareValues(found)
  return found
}

interface Group {
  readonly users: UserFacts[]
  readonly isRoot: boolean
}

/** Groups users with the same result of each consensus, because they can do the same. */
function groupsOf({ policies, users, rootQuorum }: SearchInput): Group[] {
  const groups = new Map<string, Group>()
  for (const user of users) {
    const isRoot = rootQuorum?.threshold === 1 && rootQuorum.userIds.includes(user.id)
    const facts = { approvers: [user], credentials: [] }
    const key = policies.map(({ consensus }) => {
      return withinBudget(() => String(consensus.mayHold(facts, new StepBudget())), 'too many steps')
    })
    const name = `${isRoot} ${key.join()}`
    const group = groups.get(name)
    if (group) group.users.push(user)
    else groups.set(name, { users: [user], isRoot })
  }
  return [...groups.values()]
}

/** The result that a clause must have. An `||` fails if either side fails. */
type Wanted = 'true' | 'not true' | 'no error'

interface Goal {
  readonly expression: Expression
  readonly wanted: Wanted
  readonly policy: CompiledPolicy
}

class Search {
  readonly #input: SearchInput
  readonly #user: UserFacts
  readonly #template: RequestTemplate
  readonly #literals: Literals
  readonly #budget: StepBudget
  readonly #choices = new Map<string, readonly Choice[]>()
  readonly #steps = new Map<Expression, Step>()

  constructor(input: SearchInput, user: UserFacts, template: RequestTemplate, literals: Literals) {
    this.#input = input
    this.#user = user
    this.#template = template
    this.#literals = literals
    this.#budget = new StepBudget(input.stepsEach ?? STEPS_EACH)
  }

  run(): ReachableRequest | 'gave up' | undefined {
    return withinBudget(() => this.#find(), 'gave up' as const)
  }

  #find(): ReachableRequest | undefined {
    const approvals = { approvers: [this.#user], credentials: [] }
    const denies = this.#input.policies
      .filter(({ effect, consensus }) => {
        return effect === 'EFFECT_DENY' && consensus.mayHold(approvals, this.#budget)
      })
      .map((policy): Goal => ({ policy, expression: policy.condition.expression, wanted: 'not true' }))
    for (const policy of this.#input.policies) {
      if (policy.effect !== 'EFFECT_ALLOW' || policy.consensus.test(approvals, this.#budget) !== true)
        continue
      const goal: Goal = { policy, expression: policy.condition.expression, wanted: 'true' }
      for (const choices of this.#solve([goal, ...denies], new Map())) {
        const facts = factsOf(this.#template, choices)
        const decision = this.#decide(facts)
        if (decision.verdict !== 'ALLOWED') continue
        const { kind, signer, payload } = this.#template
        return { kind, signer, payload, facts, policyId: decision.policyId, ...this.#limits(choices) }
      }
    }
    return undefined
  }

  #decide(facts: RequestFacts) {
    const { policies } = this.#input
    return decide({
      policies,
      facts,
      approvers: [this.#user],
      users: [],
      now: 'whenever',
      budget: this.#budget,
    })
  }

  /** Every choice of values that meets all goals, as far as each clause can tell alone. */
  *#solve(goals: readonly Goal[], chosen: Choices): Generator<Choices> {
    this.#budget.spend(1, NOWHERE)
    const [goal, ...rest] = goals
    if (!goal) {
      yield chosen
      return
    }
    const { expression, wanted, policy } = goal
    // A deny that reads objects these requests don't have is mostly about other requests.
    if (expression === policy.condition.expression && wanted === 'not true' && this.#readsAbsent(policy)) {
      yield* this.#solve(rest, chosen)
    }
    if (expression.kind !== 'and' && expression.kind !== 'or') {
      for (const more of this.#solveClause(goal, chosen)) yield* this.#solve(rest, more)
      return
    }
    const inner = (clause: Expression, want: Wanted): Goal => ({ expression: clause, wanted: want, policy })
    const { clauses } = expression
    const needsAll = wanted === 'no error' || (expression.kind === 'and') === (wanted === 'true')
    if (needsAll) {
      yield* this.#solve([...clauses.map((clause) => inner(clause, wanted)), ...rest], chosen)
      return
    }
    for (const clause of clauses) {
      const others = clauses.filter((other) => other !== clause)
      // An allow fails if any of its sides fails; unreadable parts of a deny are left to `decide`.
      const kept = wanted === 'true' ? others.map((other) => inner(other, 'no error')) : []
      yield* this.#solve([inner(clause, wanted), ...kept, ...rest], chosen)
    }
  }

  /** A clause without `&&` and `||` at the top: every combination of values for the places it reads. */
  *#solveClause({ expression, wanted, policy }: Goal, chosen: Choices): Generator<Choices> {
    const units = new Set<string>()
    for (const place of placesIn(expression, policy.condition.types)) {
      const unit = unitOf(place, this.#template)
      if (unit !== undefined && !chosen.has(unit)) units.add(unit)
    }
    for (const more of this.#combinations([...units], chosen)) {
      this.#budget.spend(1, expression.span)
      const result = evaluateStep(
        this.#stepOf(expression, policy),
        factsOf(this.#template, more),
        'condition',
        this.#budget,
      )
      if (this.#budget.isExceeded) throw new StepsExceeded(this.#budget.limit, expression.span)
      const value = result.ok ? result.value : undefined
      const isMet =
        wanted === 'true' ? value === true : wanted === 'no error' ? value !== undefined : value !== true
      if (isMet) yield more
    }
  }

  #readsAbsent({ condition }: CompiledPolicy): boolean {
    const places = [...placesIn(condition.expression, condition.types)]
    return places.some((place) => unitOf(place, this.#template) === undefined)
  }

  #stepOf(expression: Expression, { condition }: CompiledPolicy): Step {
    let step = this.#steps.get(expression)
    if (!step) {
      step = compileBool(expression, condition.types)
      this.#steps.set(expression, step)
    }
    return step
  }

  *#combinations([unit, ...rest]: readonly string[], chosen: Choices): Generator<Choices> {
    if (unit === undefined) {
      yield chosen
      return
    }
    for (const choice of this.#choicesOf(unit)) {
      yield* this.#combinations(rest, new Map(chosen).set(unit, choice))
    }
  }

  #choicesOf(unit: string): readonly Choice[] {
    let choices = this.#choices.get(unit)
    if (!choices) {
      choices = choicesOfUnit(unit, this.#template, this.#literals)
      this.#choices.set(unit, choices)
    }
    return choices
  }

  /** Changes one place at a time; places beyond the budget are in neither list. */
  #limits(choices: Choices): { limited: string[]; open: string[] } {
    const limited: string[] = []
    const open: string[] = []
    withinBudget(() => {
      for (const unit of new Set([...choices.keys(), ...plainUnitsOf(this.#template)])) {
        if (unit === 'activity') continue
        const isOpen = this.#choicesOf(unit).every((choice) => {
          const changed = factsOf(this.#template, new Map(choices).set(unit, choice))
          return this.#decide(changed).verdict === 'ALLOWED'
        })
        if (isOpen) open.push(unit)
        else limited.push(unit)
      }
    }, undefined)
    return { limited, open }
  }
}
