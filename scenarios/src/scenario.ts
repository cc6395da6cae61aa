/** A story: what it is called, what it needs of a host, and how it goes. */
import type { Ability, Host } from './host.ts'
import { World } from './world.ts'

export interface Scenario {
  /** In the domain's words. */
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
  /** What the host cannot play, so that the story was not told; empty when it was. */
  readonly missing: readonly Ability[]
}

/**
 * Tells one story on a host; at its end the journals of all its organizations verify.
 * @throws StoryBroken, or whatever a call of the story threw
 */
export async function runScenario(host: Host, { needs, tell }: Scenario): Promise<Told> {
  const missing = needs.filter((ability) => host[ability] === undefined)
  if (missing.length > 0) return { missing }
  const world = new World(host)
  await tell(world)
  await world.verifyJournals()
  return { missing }
}
