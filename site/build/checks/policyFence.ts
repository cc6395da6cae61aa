/** Policy fences: each expression may be stored in a policy, or, when marked `invalid`, must be rejected. */
import { checkPolicy, type Side } from '@keywright/policy'
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
  const problem = checkPolicy({ [side]: fence.code })[0]
  if (fence.flags.includes('invalid')) {
    if (problem === undefined) report.error('policy marked `invalid` is valid', fence.line)
  } else if (problem !== undefined) {
    const hint = problem.hint === undefined ? '' : `; ${problem.hint}`
    report.error(`policy: ${problem.message}${hint}`, fence.line + problem.span.line)
  }
}
