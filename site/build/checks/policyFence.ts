/** Policy fences: each expression is parsed and type-checked, or, when marked `invalid`, must be refused. */
import {
  checkPolicyExpression,
  PolicyError,
  type Problem,
  parseExpression,
  type Side,
} from '@keywright/policy'
import type { Fence } from '../markdown/fence.ts'
import type { Reporter } from '../problems.ts'

const sides: readonly Side[] = ['condition', 'consensus']

/** Checks one fence. A problem is reported at its own line. */
export function checkPolicyFence(fence: Fence, report: Reporter): void {
  // Its lines are evaluated, and some are there for their error.
  if (fence.flags.includes('values')) return
  const wanted = fence.values['side'] ?? 'condition'
  const side = sides.find((one) => one === wanted)
  if (side === undefined) {
    report.error(`unknown side \`${wanted}\`, known are ${sides.join(', ')}`, fence.line)
    return
  }
  const problem = firstProblem(fence.code, side)
  if (fence.flags.includes('invalid')) {
    if (problem === undefined) report.error('policy marked `invalid` is valid', fence.line)
  } else if (problem !== undefined) {
    const hint = problem.hint === undefined ? '' : `; ${problem.hint}`
    report.error(`policy: ${problem.message}${hint}`, fence.line + problem.span.line)
  }
}

function firstProblem(text: string, side: Side): Problem | undefined {
  try {
    return checkPolicyExpression(parseExpression(text), side).problems[0]
  } catch (error) {
    if (error instanceof PolicyError) return error
    throw error
  }
}
