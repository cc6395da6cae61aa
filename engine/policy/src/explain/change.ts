/** Finds what would have to change for an expression to evaluate differently. */
import { withinBudget } from '../budget.ts'
import type { CompiledPolicy, Voters } from '../compiledPolicy.ts'
import type { Problem } from '../error.ts'
import { fewestApprovals } from '../reach/search.ts'
import { approvalsMessage } from './approvals.ts'
import { readsNothing } from './clause.ts'
import type { Change, ClauseChange, ClauseExplanation } from './explanation.ts'

/** The fewest clauses that must change for the expression to be true. */
export function changesToTrue(clause: ClauseExplanation): Change[] {
  if (clause.value === true) return []
  if (clause.connective === 'and') return clause.clauses.flatMap(changesToTrue)
  // Both sides of `||` are evaluated, so every error must be fixed before one side can count.
  const erring = clause.clauses.filter((part) => part.value === undefined)
  if (clause.connective === 'or' && erring.length > 0) return erring.flatMap(changesToTrue)
  if (clause.connective === 'or') {
    const ways = clause.clauses.map(changesToTrue)
    return ways.reduce((best, way) => (way.length < best.length ? way : best))
  }
  if (clause.problem) return [mend(clause, clause.problem)]
  return [{ kind: 'fulfil', message: `\`${clause.text}\` must hold${found(clause)}`, ...placeOf(clause) }]
}

/** What would keep a deny from applying: one of its expressions must become false. */
export function changesToLift(condition: ClauseExplanation, consensus: ClauseExplanation): Change[] {
  const sides = [condition, consensus].filter((side) => !readsNothing(side))
  if (sides.length === 0) return [{ kind: 'impossible', message: 'this policy denies every request' }]
  return fewest(sides.map(changesToFalse))
}

function changesToFalse(clause: ClauseExplanation): Change[] {
  if (clause.value === false) return []
  if (clause.connective === 'or') return clause.clauses.flatMap(changesToFalse)
  if (clause.connective === 'and') return fewest(clause.clauses.map(changesToFalse))
  return clause.problem && clause.value === undefined ? [mend(clause, clause.problem)] : [avoid(clause)]
}

/** The first of the shortest ways, preferring ways that make something readable. */
function fewest(ways: readonly Change[][]): Change[] {
  const mendsFirst = ways.toSorted((a, b) => countFixes(b) - countFixes(a))
  return mendsFirst.reduce((best, way) => (way.length < best.length ? way : best))
}

const countFixes = (way: readonly Change[]) => way.filter(({ kind }) => kind === 'fix').length

const mend = (clause: ClauseExplanation, problem: Problem): Change => ({
  kind: 'fix',
  message: `\`${clause.text}\` must have a value, but ${problem.message}`,
  problem,
  ...placeOf(clause),
})

const avoid = (clause: ClauseExplanation): Change => ({
  kind: 'avoid',
  message: `\`${clause.text}\` must not hold${found(clause)}`,
  ...placeOf(clause),
})

/** The fewest approvals that make a policy's consensus true. */
export function approvalsChange(policy: CompiledPolicy, voters: Voters): Change {
  const needed = withinBudget(() => fewestApprovals(policy, voters), 'exceeded')
  if (needed === 'exceeded') {
    return { kind: 'impossible', message: 'finding out who else would have to approve takes too many steps' }
  }
  if (!needed) {
    return { kind: 'impossible', message: 'no further approvals can make the consensus true' }
  }
  return { kind: 'approvals', message: approvalsMessage(needed.groups), ...needed }
}

function found({ operands }: ClauseExplanation): string {
  const values = operands.flatMap(({ text, value }) => (value === undefined ? [] : `\`${text}\` is ${value}`))
  return values.length === 0 ? '' : `, and ${values.join(', ')}`
}

function placeOf({ side, text, span, operands }: ClauseExplanation): Omit<ClauseChange, 'message'> {
  return { side, text, span, operands }
}
