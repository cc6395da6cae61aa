/** Which organizations this process commits to while a request is prepared; what other processes do, the store tells. */

export interface CommitWatch {
  /** Whether this process has committed nothing to the organization since the watch began. */
  isUnchanged(): boolean
  end(): void
}

export interface CommitCounts {
  watch(organizationId: string): CommitWatch
  /** Somebody committed to it. */
  add(organizationId: string): void
}

export function countCommits(): CommitCounts {
  /** Only of organizations that somebody watches. */
  const watched = new Map<string, { commits: number; watches: number }>()

  return {
    watch(organizationId) {
      const known = watched.get(organizationId) ?? { commits: 0, watches: 0 }
      watched.set(organizationId, known)
      known.watches++
      const { commits } = known
      return {
        isUnchanged: () => known.commits === commits,
        end() {
          if (--known.watches === 0) watched.delete(organizationId)
        },
      }
    },
    add(organizationId) {
      const known = watched.get(organizationId)
      if (known) known.commits++
    },
  }
}
