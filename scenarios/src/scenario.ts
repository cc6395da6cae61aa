/** A story: title, required abilities, and steps. */
import type { Ability, Host } from './host.ts'
import { World } from './world.ts'

export interface Scenario {
  /** Title in domain terms. */
  readonly title: string
  readonly needs: readonly Ability[]
  readonly tell: (world: World) => Promise<void>
}

export const scenario = (
  title: string,
  tell: Scenario['tell'],
  needs: readonly Ability[] = [],
): Scenario => ({ title, needs, tell })

export interface Told {
  /** Missing abilities, because of which the story was skipped; empty if it ran. */
  readonly missing: readonly Ability[]
}

/**
 * Runs a story on a host, then verifies the journals of all its organizations.
 * @throws StoryBroken, or the error of a call
 */
export async function runScenario(host: Host, { needs, tell }: Scenario): Promise<Told> {
  const missing = needs.filter((ability) => host[ability] === undefined)
  if (missing.length > 0) return { missing }
  const world = new World(host)
  await tell(world)
  await world.verifyJournals()
  return { missing }
}
