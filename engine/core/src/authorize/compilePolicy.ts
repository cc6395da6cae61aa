/** Loaded by `policyLanguage.ts`. */
import { type CompiledPolicy, rememberPolicies } from '@keywright/policy'
import type { PolicyRow } from '../store/tables.ts'

/** For rows that are returned again as the same object: avoids comparing texts. `compileOnce` decides how long it lasts. */
const compiledPolicies = new WeakMap<PolicyRow, WeakRef<CompiledPolicy>>()
/** The same text is compiled once. */
const compileOnce = rememberPolicies()

/** @param onCompile called if the policy is compiled, which takes milliseconds for a long one */
export function compilePolicy(row: PolicyRow, onCompile: () => void): CompiledPolicy {
  let policy = compiledPolicies.get(row)?.deref()
  if (!policy) {
    policy = compileOnce(row, onCompile)
    compiledPolicies.set(row, new WeakRef(policy))
  }
  return policy
}
