/** Checks code fences: type-checks policies, parses and validates JSON. */
import type { Fence } from '../markdown/fence.ts'
import type { Reporter } from '../problems.ts'
import { checkJsonFence } from './jsonFence.ts'
import { checkPolicyFence } from './policyFence.ts'
import { checkShellFence } from './shellFence.ts'

type FenceCheck = (fence: Fence, report: Reporter) => void

const checksByLanguage: Readonly<
  Record<string, { check: FenceCheck; values: readonly string[]; flags: readonly string[] }>
> = {
  policy: { check: checkPolicyFence, values: ['side'], flags: ['invalid', 'values'] },
  json: { check: checkJsonFence, values: ['request', 'response', 'object'], flags: [] },
  sh: { check: checkShellFence, values: [], flags: ['transcript', 'background'] },
  text: { check: () => {}, values: [], flags: ['output'] },
  diagram: { check: () => {}, values: ['alt'], flags: ['sequence', 'map'] },
}
const plain = { check: () => {}, values: [], flags: [] }

/** Checks the fences of one page. */
export function checkFences(fences: readonly Fence[], report: Reporter): void {
  for (const fence of fences) {
    const { check, values, flags } = checksByLanguage[fence.lang] ?? plain
    for (const name of Object.keys(fence.values)) {
      if (!(values as readonly string[]).includes(name))
        report.error(`unknown fence option \`${name}\``, fence.line)
    }
    for (const flag of fence.flags) {
      if (fence.lang !== 'diagram' && !(flags as readonly string[]).includes(flag)) {
        report.error(`unknown fence option \`${flag}\``, fence.line)
      }
    }
    check(fence, report)
  }
}
