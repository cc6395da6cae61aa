/** Loaded by `policyLanguage.ts`. */
import { type CompiledPolicy, rememberPolicies } from '@keywright/policy'
import type { PolicyRow } from '../store/tables.ts'

/** For rows that are returned again as the same object: avoids comparing texts. `compileOnce` decides how long it lasts. */
const compiledPolicies = new WeakMap<PolicyRow, WeakRef<CompiledPolicy>>()
/** The same text is compiled once. */
const compileOnce = rememberPolicies()

/** @returns the policy, or the steps of compiling it: one for each expression, because a long one takes milliseconds */
export const compilePolicy = (row: PolicyRow): CompiledPolicy | Generator<number, CompiledPolicy> =>
  compiledPolicies.get(row)?.deref() ?? compileInSteps(row)

function* compileInSteps(row: PolicyRow): Generator<number, CompiledPolicy> {
  const policy = yield* compileOnce(row)
  compiledPolicies.set(row, new WeakRef(policy))
  return policy
}
