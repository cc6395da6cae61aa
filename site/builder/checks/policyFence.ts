/** Checks policy fences: each expression must be valid, or invalid if marked `invalid`. */
import { checkPolicy, type Side } from '@keywright/policy'
import type { Fence } from '../markdown/fence.ts'
import type { Reporter } from '../problems.ts'

const sides: readonly Side[] = ['condition', 'consensus']

/** Checks one fence. Reports problems at their line. */
export function checkPolicyFence(fence: Fence, report: Reporter): void {
  // `values` fences are evaluated, and some of their lines demonstrate errors.
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
