/** Loaded by `policyLanguage.ts`. */
import { type CompiledPolicy, rememberPolicies } from '@keywright/policy'
import type { PolicyRow } from '../store/tables.ts'

/** A store in memory gives the same object again, which is found without looking at its text. */
const compiledPolicies = new WeakMap<PolicyRow, CompiledPolicy>()
/** Other stores read the text again, which is compiled once all the same. */
const compileOnce = rememberPolicies()

export function compilePolicy(row: PolicyRow): CompiledPolicy {
  let policy = compiledPolicies.get(row)
  if (!policy) compiledPolicies.set(row, (policy = compileOnce(row)))
  return policy
}
