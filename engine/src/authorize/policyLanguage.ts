/** Loads the policy language with the first policy, because most organizations in a page never have one. */
import type { CompiledPolicy } from '@keywright/policy'
import type { PolicyRow } from '../store/tables.ts'

let loaded: typeof import('./compilePolicy.ts') | undefined

async function loadPolicyLanguage(): Promise<void> {
  loaded ??= await import('./compilePolicy.ts')
}

/** Compiles policies; a policy is compiled again only if its text changes. */
export async function compilePolicies(rows: readonly PolicyRow[]): Promise<readonly CompiledPolicy[]> {
  if (rows.length === 0) return []
  if (!loaded) await loadPolicyLanguage()
  return rows.map(loaded!.compilePolicy)
}

/** Loads the language if there are policies. */
export async function prefetchPolicies(rows: Promise<readonly PolicyRow[]>): Promise<void> {
  if (loaded) return
  // A failed read rejects again when the decision awaits it.
  const found = await rows.catch(() => [])
  if (found.length > 0) await loadPolicyLanguage()
}
