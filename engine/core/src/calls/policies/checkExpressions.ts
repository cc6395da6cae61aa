/** Checks the expressions of a policy before it is stored or approved. */
import { ApiError, limits } from '@keywright/contract'
import {
  checkInSteps,
  fromSelectors,
  PolicyError,
  type Problem,
  type Selector,
  type Side,
} from '@keywright/policy'
import { type Budget, finishResting } from '../../budget.ts'

export interface Expressions {
  readonly condition?: string | undefined
  readonly consensus?: string | undefined
  readonly time?: string | undefined
}

const SIDES = ['condition', 'consensus', 'time'] as const

/**
 * Pauses within and after each long expression.
 * @param fieldOf the posted member of an expression, for errors
 * @throws ApiError 400 with position and reason of the first problem; the details contain all of them
 */
export async function assertExpressions(
  budget: Budget,
  expressions: Expressions,
  fieldOf: (side: Side) => string,
): Promise<void> {
  const problems: Problem[] = []
  for (const side of SIDES) {
    const text = expressions[side]
    if (text === undefined) continue
    // Each step takes less than a microsecond per character.
    const steps = checkInSteps({ [side]: text })
    problems.push(...(await finishResting(budget, steps, () => budget.worked(text.length))))
  }
  if (problems.length > 0) throw refusal(problems, (problem) => fieldOf(problem.side ?? 'condition'))
}

/** Translates the selectors of versions 1 and 2 to a condition. @throws ApiError 400 for an invalid selector */
export function toCondition(selectors: readonly Selector[]): string {
  try {
    return fromSelectors(selectors, limits.expressionLength)
  } catch (error) {
    throw error instanceof PolicyError ? refusal([error], () => 'selectors') : error
  }
}

function refusal(problems: readonly Problem[], fieldOf: (problem: Problem) => string): ApiError {
  const violations = problems.map((problem) => ({
    field: fieldOf(problem),
    description: `character ${positionOf(problem)}: ${reasonOf(problem)}`,
  }))
  const first = problems[0]!
  return new ApiError(
    'POLICY_EXPRESSION_INVALID',
    { expression: first.side ?? 'condition', position: positionOf(first), reason: reasonOf(first) },
    { violations },
  ) as ApiError
}

/** Positions for people start at 1. */
const positionOf = ({ span }: Problem) => span.start + 1

const reasonOf = ({ message, hint }: Problem) => (hint === undefined ? message : `${message}; ${hint}`)
