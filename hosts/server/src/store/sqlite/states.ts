/** Versions of organizations, cached until another process writes to the file. */
import type Database from 'libsql'

/** Range of fact numbers per content of the database, so that numbers of replaced contents never match. */
const FACTS_OF_AN_ERA = 2 ** 40

interface State {
  readonly version: number
  readonly appends: number
}

const NEVER_WRITTEN: State = { version: 0, appends: 0 }

/** Upper bound of cached organizations. */
const MOST_STATES = 10_000

export interface Moment {
  readonly version: number
  readonly facts: number
}

export interface States {
  momentOf(organization: string): Moment
  raise(organization: string, entries: number, moreAppends: number): void
  forget(): void
  /** Another process that wrote to the file may have changed any organization. */
  forgetIfWrittenElsewhere(): void
  /** Reads check for other writers once per turn of the event loop; commits check in their transaction. */
  lookOnceInTurn(): void
  /** All contents were replaced. */
  beginEra(): void
}

/**
 * Caches the versions of organizations, because each request reads them several times and other processes rarely write
 * to the file.
 */
export function openStates(database: Database.Database): States {
  // Cast, because a damaged number can be a text (see texts.ts).
  const versionOf = database.prepare(
    `SELECT CAST(version AS INTEGER) AS version, CAST(appends AS INTEGER) AS appends
     FROM organizations WHERE organization = ?`,
  )
  const otherWriters = database.prepare('PRAGMA data_version')
  const known = new Map<string, State>()
  let seenWriters: number | undefined
  let isLookedAt = false
  /** Number of times that all contents were replaced. */
  let era = 0

  function get(organization: string): State {
    const before = known.get(organization)
    if (before) return before
    const state = (versionOf.get(organization) as State | undefined) ?? NEVER_WRITTEN
    if (known.size >= MOST_STATES) known.clear()
    known.set(organization, state)
    return state
  }
  function forgetIfWrittenElsewhere(): void {
    const { data_version: writers } = otherWriters.get() as { data_version: number }
    if (writers !== seenWriters) known.clear()
    seenWriters = writers
  }
  return {
    momentOf(organization) {
      const { version, appends } = get(organization)
      return { version, facts: version - appends + era * FACTS_OF_AN_ERA }
    },
    raise(organization, entries, moreAppends) {
      const { version, appends } = get(organization)
      known.set(organization, { version: version + entries, appends: appends + moreAppends })
    },
    forget: () => known.clear(),
    forgetIfWrittenElsewhere,
    lookOnceInTurn() {
      if (isLookedAt) return
      isLookedAt = true
      setImmediate(() => {
        isLookedAt = false
      })
      forgetIfWrittenElsewhere()
    },
    beginEra() {
      era++
      known.clear()
    },
  }
}
