/** Loaded by `policyLanguage.ts`. */
import { type CompiledPolicy, rememberPolicies } from '@keywright/policy'
import type { PolicyRow } from '../store/tables.ts'

/** For the memory store, which returns the same row object again: avoids comparing texts. */
const compiledPolicies = new WeakMap<PolicyRow, CompiledPolicy>()
/** For other stores: the same text is compiled once. */
const compileOnce = rememberPolicies()

export function compilePolicy(row: PolicyRow): CompiledPolicy {
  let policy = compiledPolicies.get(row)
  if (!policy) compiledPolicies.set(row, (policy = compileOnce(row)))
  return policy
}
