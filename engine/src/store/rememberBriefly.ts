/**
 * What was learned of an organization a moment ago. Nobody is told when a database is put back to an earlier state, so
 * nothing is remembered for longer than such a thing takes, however often it is asked for meanwhile.
 */

export interface Memory<T> {
  /** Undefined when it is not known, or was learned a while ago. */
  get(organization: string): T | undefined
  set(organization: string, value: T): void
  forget(organization: string): void
}

/** What was learned so long ago is learned anew. */
const KEPT_MS = 5_000

/**
 * @param clock milliseconds; one that is set back makes everything forgotten
 * @param size of how many organizations: those that were not used for the longest time make room
 */
export function rememberBriefly<T>(clock: () => number, size: number): Memory<T> {
  const known = new Map<string, { readonly value: T; readonly learnedAt: number }>()

  return {
    get(organization) {
      const entry = known.get(organization)
      if (!entry) return undefined
      const age = clock() - entry.learnedAt
      // The last in the map is the one that was used last.
      known.delete(organization)
      if (age < 0 || age > KEPT_MS) return undefined
      known.set(organization, entry)
      return entry.value
    },
    set(organization, value) {
      known.delete(organization)
      known.set(organization, { value, learnedAt: clock() })
      if (known.size > size) known.delete(known.keys().next().value!)
    },
    forget: (organization) => void known.delete(organization),
  }
}
