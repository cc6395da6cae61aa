/**
 * What was learned of an organization a moment ago. Nobody is told when a database is put back to an earlier state, so
 * nothing is remembered for longer than such a thing takes.
 */

export interface Memory<T> {
  /** Undefined when it is not known, or was not used for a while. */
  get(organization: string): T | undefined
  set(organization: string, value: T): void
  forget(organization: string): void
}

/** What nobody used for so long is forgotten. */
const KEPT_MS = 5_000

/**
 * @param clock milliseconds; one that is set back makes everything forgotten
 * @param size of how many organizations: those that were not used for the longest time make room
 */
export function rememberBriefly<T>(clock: () => number, size: number): Memory<T> {
  const known = new Map<string, { value: T; usedAt: number }>()

  return {
    get(organization) {
      const entry = known.get(organization)
      if (!entry) return undefined
      const now = clock()
      const age = now - entry.usedAt
      // The last in the map is the one that was used last.
      known.delete(organization)
      if (age < 0 || age > KEPT_MS) return undefined
      entry.usedAt = now
      known.set(organization, entry)
      return entry.value
    },
    set(organization, value) {
      known.delete(organization)
      known.set(organization, { value, usedAt: clock() })
      if (known.size > size) known.delete(known.keys().next().value!)
    },
    forget: (organization) => void known.delete(organization),
  }
}
