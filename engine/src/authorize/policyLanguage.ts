/** The language of policies, which comes with the first policy: most organizations of a page never have one. */
import type { CompiledPolicy } from '@keywright/policy'
import type { PolicyRow } from '../store/tables.ts'

let loaded: typeof import('./compilePolicy.ts') | undefined

/** Before an organization's turn, so that nobody waits for it in there. */
export async function loadPolicyLanguage(): Promise<void> {
  loaded ??= await import('./compilePolicy.ts')
}

/** Each is compiled once for as long as its text stays the same. */
export async function compilePolicies(rows: readonly PolicyRow[]): Promise<readonly CompiledPolicy[]> {
  if (rows.length === 0) return []
  if (!loaded) await loadPolicyLanguage()
  return rows.map(loaded!.compilePolicy)
}

/** Loads it where it will be wanted. */
export async function expectPolicies(rows: Promise<readonly PolicyRow[]>): Promise<void> {
  if (loaded) return
  // A reading that fails, fails again for whoever asks for it.
  const found = await rows.catch(() => [])
  if (found.length > 0) await loadPolicyLanguage()
}
