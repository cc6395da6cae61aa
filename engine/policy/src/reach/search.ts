/** Finds out whether further approvals can make a consensus true, and which ones. */

import type { Scope } from '../compile.ts'
import type { CompiledPolicy, Voters } from '../compiledPolicy.ts'
import type { ApprovalGroup } from '../explain/explanation.ts'
import type { UserFacts } from '../facts.ts'
import { type BoolFormula, type ConsensusForm, type CountFormula, isOfSort, sortScope } from './form.ts'
import { tryApprovals } from './try.ts'

/** Approvals that make a consensus true: a number per group. */
export interface NeededApprovals {
  readonly count: number
  readonly groups: readonly ApprovalGroup[]
}

/** Upper bound of boxes to examine; a formula with a handful of counts needs a few dozen. */
const MOST_BOXES = 5_000

/**
 * Whether some set of further approvals makes the consensus true. Exact for formulas over `any`, `all`, `filter`,
 * `count()`, `&&` and `||`; a bounded search for anything else.
 *
 * @throws StepsExceeded if the budget runs out before the result is known
 */
export function isReachable(policy: CompiledPolicy, voters: Voters): boolean {
  const form = policy.consensusForm
  if (!form.formula) return tryApprovals(policy, voters, 'any') !== undefined
  if (form.isMonotone) return isReachedByAll(policy, form.formula, voters)
  const problem = stateProblem(policy, form.formula, voters)
  if (!problem) return false
  const found = solve(problem, Number.POSITIVE_INFINITY)
  return found === 'gave up' ? tryApprovals(policy, voters, 'any') !== undefined : found !== undefined
}

/** The smallest number of further approvals that makes the consensus true, or undefined if none does. */
export function fewestApprovals(policy: CompiledPolicy, voters: Voters): NeededApprovals | undefined {
  const form = policy.consensusForm
  if (!form.formula) return named(tryApprovals(policy, voters, 'fewest'))
  const problem = stateProblem(policy, form.formula, voters)
  if (!problem || !isReachable(policy, voters)) return undefined
  for (let most = 0; most <= voters.candidates.length; most++) {
    const found = solve(problem, most)
    if (found === 'gave up') break
    if (found) return inGroups(problem, found)
  }
  return named(tryApprovals(policy, voters, 'fewest'))
}

/** Users of the same sorts are interchangeable, so only their number matters. */
interface Group {
  readonly members: readonly UserFacts[]
  /** Per sort, 1 if the group's members count. */
  readonly adds: readonly number[]
}

interface Problem {
  readonly formula: BoolFormula
  /** Spends the cost of one evaluation of the formula. */
  readonly payLook: () => void
  /** Number of present approvers per sort. */
  readonly present: readonly number[]
  readonly groups: readonly Group[]
}

/** For a monotone formula, more approvals never hurt, so let users approve one by one until it is true. */
function isReachedByAll(policy: CompiledPolicy, formula: BoolFormula, voters: Voters): boolean {
  const form = policy.consensusForm
  const scope = sortScope(voters.budget)
  const counts = countPresent(form, voters.approvers, scope)
  if (!counts) return false
  const { span } = policy.consensus.expression
  const isTrue = () => {
    voters.budget.spend(form.size + form.sorts.length, span)
    const ranges = counts.map((count): Range => [count, count])
    return judge(formula, ranges) === true
  }
  for (const user of voters.candidates) {
    if (addVote(user, form, counts, scope) && isTrue()) return true
  }
  return isTrue()
}

/** Adds a user's vote to the counts; false if the user doesn't count anywhere or makes the consensus fail. */
function addVote(user: UserFacts, { sorts }: ConsensusForm, counts: number[], scope: Scope): boolean {
  let added = 0
  for (let i = 0; i < sorts.length; i++) {
    const isOf = isOfSort(user, sorts[i]!, scope)
    if (isOf === undefined) {
      while (i-- > 0) if (isOfSort(user, sorts[i]!, scope)) counts[i]!--
      return false
    }
    if (isOf) {
      counts[i]!++
      added++
    }
  }
  return added > 0
}

function countPresent(
  form: ConsensusForm,
  approvers: readonly UserFacts[],
  scope: Scope,
): number[] | undefined {
  const present = form.sorts.map(() => 0)
  for (const approver of approvers) {
    for (const [i, sort] of form.sorts.entries()) {
      const isOf = isOfSort(approver, sort, scope)
      if (isOf === undefined) return undefined
      if (isOf) present[i]!++
    }
  }
  return present
}

/** Undefined if a present approver makes the consensus fail, which no further approval can fix. */
function stateProblem(policy: CompiledPolicy, formula: BoolFormula, voters: Voters): Problem | undefined {
  const form = policy.consensusForm
  const scope = sortScope(voters.budget)
  const present = countPresent(form, voters.approvers, scope)
  if (!present) return undefined
  const groups = new Map<string, { members: UserFacts[]; adds: number[] }>()
  for (const user of voters.candidates) {
    const membership = form.sorts.map((sort) => isOfSort(user, sort, scope))
    if (membership.includes(undefined)) continue
    const adds = membership.map(Number)
    const key = adds.join('')
    const group = groups.get(key)
    if (group) group.members.push(user)
    else groups.set(key, { members: [user], adds })
  }
  const { span } = policy.consensus.expression
  const lookCost = form.size + form.sorts.length * groups.size
  const payLook = () => voters.budget.spend(lookCost, span)
  return { formula, payLook, present, groups: [...groups.values()] }
}

/** Per group, the minimum and maximum number of members who approve. */
interface Box {
  readonly low: readonly number[]
  readonly high: readonly number[]
}

/**
 * Finds numbers of approvals per group, at most `most` in total, that make the formula true: evaluates it over ranges
 * of numbers and bisects ranges with an uncertain result.
 */
function solve(problem: Problem, most: number): readonly number[] | 'gave up' | undefined {
  const sizes = problem.groups.map((group) => group.members.length)
  const boxes: Box[] = [{ low: sizes.map(() => 0), high: sizes }]
  if (most >= sum(sizes)) boxes.push({ low: sizes, high: sizes })
  for (let looked = 0; boxes.length > 0; looked++) {
    if (looked >= MOST_BOXES) return 'gave up'
    const box = boxes.pop()!
    const spare = most - sum(box.low)
    if (spare < 0) continue
    problem.payLook()
    const verdict = judge(problem.formula, rangesOf(problem, box, spare))
    if (verdict === true) return box.low
    if (verdict === undefined) boxes.push(...halves(box))
  }
  return undefined
}

type Range = readonly [low: number, high: number]

function rangesOf({ present, groups }: Problem, { low, high }: Box, spare: number): Range[] {
  return present.map((already, sort) => {
    let least = already
    let room = 0
    for (let g = 0; g < groups.length; g++) {
      if (groups[g]!.adds[sort] === 0) continue
      least += low[g]!
      room += high[g]! - low[g]!
    }
    return [least, least + Math.min(room, spare)]
  })
}

/** The upper half comes first, because most formulas need more approvals, not fewer. */
function halves({ low, high }: Box): Box[] {
  let widest = 0
  for (let g = 1; g < low.length; g++) {
    if (high[g]! - low[g]! > high[widest]! - low[widest]!) widest = g
  }
  const middle = Math.floor((low[widest]! + high[widest]!) / 2)
  if (low[widest] === high[widest]) return []
  return [
    { low, high: high.with(widest, middle) },
    { low: low.with(widest, middle + 1), high },
  ]
}

/** True or false if that holds for every number in the ranges, otherwise undefined. */
function judge(formula: BoolFormula, ranges: readonly Range[]): boolean | undefined {
  switch (formula.kind) {
    case 'constant':
      return formula.value
    case 'and':
    case 'or': {
      const decisive = formula.kind === 'or'
      let isCertain = true
      for (const part of formula.parts) {
        const verdict = judge(part, ranges)
        if (verdict === decisive) return decisive
        if (verdict === undefined) isCertain = false
      }
      return isCertain ? !decisive : undefined
    }
    case 'equal': {
      const left = judge(formula.left, ranges)
      const right = judge(formula.right, ranges)
      return left === undefined || right === undefined ? undefined : (left === right) !== formula.isNegated
    }
    case 'compare':
      return judgeCounts(formula.operator, rangeOf(formula.left, ranges), rangeOf(formula.right, ranges))
  }
}

function judgeCounts(operator: string, [a, A]: Range, [b, B]: Range): boolean | undefined {
  switch (operator) {
    case '>=':
      return a >= B ? true : A < b ? false : undefined
    case '>':
      return a > B ? true : A <= b ? false : undefined
    case '<=':
      return A <= b ? true : a > B ? false : undefined
    case '<':
      return A < b ? true : a >= B ? false : undefined
    case '==':
      return a === A && b === B && a === b ? true : A < b || a > B ? false : undefined
    default:
      return A < b || a > B ? true : a === A && b === B && a === b ? false : undefined
  }
}

function rangeOf(count: CountFormula, ranges: readonly Range[]): Range {
  return count.kind === 'number' ? [count.value, count.value] : ranges[count.sort]!
}

function inGroups({ groups }: Problem, counts: readonly number[]): NeededApprovals {
  const needed = groups.flatMap((group, g) =>
    counts[g]! > 0 ? [{ need: counts[g]!, userIds: group.members.map((user) => user.id) }] : [],
  )
  return { count: sum(counts), groups: needed }
}

function named(users: readonly UserFacts[] | undefined): NeededApprovals | undefined {
  return users && { count: users.length, groups: users.map((user) => ({ need: 1, userIds: [user.id] })) }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
