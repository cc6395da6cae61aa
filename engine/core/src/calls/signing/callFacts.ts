/** Adds the arguments of contract calls to the facts of a transaction. */
import type { PolicyFacts } from '../../checked.ts'
import type { Context } from '../../context.ts'

/** Reads nothing, and loads no decoder, if the organization has no interfaces. */
export async function withCalls(context: Context, facts: PolicyFacts): Promise<PolicyFacts> {
  if (!context.organization.interfaces) return facts
  const { readCalls } = await import('./readCalls.ts')
  return readCalls(context, facts)
}
