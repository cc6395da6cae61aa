/** Remembers what a process acknowledged to its callers: versions of organizations, and recent activities. */
import type { Commit } from '@keywright/engine'

export interface Acknowledged {
  /** Remembers a commit that succeeded. */
  add(commit: Commit): void
  /** 0 if unknown. */
  versionOf(organization: string): number
  /** Version and IDs of recent activities, oldest first. */
  of(organization: string): { readonly version: number; readonly activities: readonly string[] }
  organizations(): string[]
  forget(organization: string): void
}

/** Upper bounds of what is remembered. The organizations that were least recently written are forgotten first. */
const ORGANIZATIONS = 50_000
const ACTIVITIES = 100_000
const ACTIVITIES_OF_ONE = 1_000
/** Older activities may have been pruned. */
const ACTIVITY_MS = 3_600_000

interface Known {
  version: number
  activities: { readonly id: string; readonly at: number }[]
}

const NOTHING: Known = { version: 0, activities: [] }

/** @param clock milliseconds */
export function createAcknowledged(clock: () => number): Acknowledged {
  const known = new Map<string, Known>()
  let activities = 0

  const recent = ({ activities }: Known) => {
    const since = clock() - ACTIVITY_MS
    return activities.slice(-ACTIVITIES_OF_ONE).filter(({ at }) => at >= since)
  }

  function forget(organization: string): void {
    activities -= known.get(organization)?.activities.length ?? 0
    known.delete(organization)
  }

  return {
    add({ guards, writes }) {
      for (const { organization, version, entries = 1 } of guards) {
        const before = known.get(organization) ?? { version: 0, activities: [] }
        before.version = Math.max(before.version, version + entries)
        // The latest written is last in the map.
        known.delete(organization)
        known.set(organization, before)
      }
      for (const { organization, table, id, value } of writes) {
        const of = known.get(organization)
        if (table !== 'activities' || value === undefined || !of) continue
        of.activities.push({ id, at: clock() })
        activities++
        if (of.activities.length < 2 * ACTIVITIES_OF_ONE) continue
        activities -= of.activities.length
        of.activities = recent(of)
        activities += of.activities.length
      }
      while (known.size > ORGANIZATIONS || activities > ACTIVITIES) forget(known.keys().next().value!)
    },
    versionOf: (organization) => known.get(organization)?.version ?? 0,
    of(organization) {
      const of = known.get(organization) ?? NOTHING
      return { version: of.version, activities: [...new Set(recent(of).map(({ id }) => id))] }
    },
    organizations: () => [...known.keys()],
    forget,
  }
}
