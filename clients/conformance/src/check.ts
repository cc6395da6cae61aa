/** A check: one requirement, its source, and the code that tests whether a client meets it. */
import type { Heard, World } from './world.ts'

export const groups = ['stamps', 'requests', 'retries', 'activities', 'errors', 'bundles', 'lists'] as const
export type Group = (typeof groups)[number]

export interface Check {
  /** Stable, because reports and records contain it. */
  readonly id: string
  readonly group: Group
  /** One sentence. */
  readonly requires: string
  /** A page of the documentation, or a published standard. */
  readonly source: string
  /** @throws Finding with the wrong value; Absent if the client lacks the feature */
  run(world: World, heard: Heard): Promise<void>
}
