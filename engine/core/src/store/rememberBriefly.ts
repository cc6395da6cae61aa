/**
 * A small cache of facts about organizations. Restoring a database to an earlier state sends no notice, so an entry
 * expires sooner than a restore can finish, no matter how often it is used.
 */

export interface Memory<T> {
  /** Undefined if the value is unknown or has expired. */
  get(organization: string): T | undefined
  set(organization: string, value: T): void
  forget(organization: string): void
}

/** Lifetime of an entry. */
const KEPT_MS = 5_000

/**
 * @param clock milliseconds; setting it back clears entries from the future
 * @param size upper bound of organizations; the least recently used are evicted
 */
export function rememberBriefly<T>(clock: () => number, size: number): Memory<T> {
  const known = new Map<string, { readonly value: T; readonly learnedAt: number }>()

  return {
    get(organization) {
      const entry = known.get(organization)
      if (!entry) return undefined
      const age = clock() - entry.learnedAt
      // The most recently used entry is last in the map.
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
