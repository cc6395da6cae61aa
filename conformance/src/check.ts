/** A check: one requirement, where it comes from, and what finds out whether a client meets it. */
import type { Heard, World } from './world.ts'

export const groups = ['stamps', 'requests', 'retries', 'activities', 'errors', 'bundles', 'lists'] as const
export type Group = (typeof groups)[number]

export interface Check {
  /** Stable: reports and records name it. */
  readonly id: string
  readonly group: Group
  /** One sentence. */
  readonly requires: string
  /** A page of the documentation, or a published standard. */
  readonly source: string
  /** @throws Finding what is wrong, with the value; Absent when the client does not have it */
  run(world: World, heard: Heard): Promise<void>
}
