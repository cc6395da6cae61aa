/** Which of the noted organizations are to be looked into now: not those of which it is known when their next message is due. */
import type { Begun } from '@keywright/engine'
import type { Note } from '../store/notes.ts'

export interface Outlook {
  /** Those whose turn it is, who were left waiting for the longest time first. */
  next(notes: readonly Note[]): readonly string[]
  /** What was found in them. */
  learn(organizations: readonly string[], waiting: Begun['waiting']): void
  /** Notes of organizations in which nothing was found since their time was over. */
  empty(notes: readonly Note[]): readonly Note[]
  /** A message was found where none should be. */
  doubt(organization: string): void
  /** What waits, as far as was looked. */
  waiting(): { readonly organizations: number; readonly messages: number }
}

/** So many organizations are looked into in one round: however many there are, a round takes no longer. */
export const LOOKS_A_ROUND = 200

interface Known {
  /** The note as it was before the look; another one since then may mean another message. */
  readonly until: number
  /** Whether messages could still come under it. */
  readonly wasOpen: boolean
  readonly round: number
  /** Undefined until it was looked into. */
  readonly messages: number | undefined
  /** When the next message is due, by the clock; never when none waits. */
  readonly dueAt: number
}

/** @param clock milliseconds */
export function createOutlook(clock: () => number): Outlook {
  let known = new Map<string, Known>()
  let round = 0

  const isDue = ({ organization, until }: Note) => {
    const before = known.get(organization)
    return (
      before?.messages === undefined || before.wasOpen || before.until !== until || before.dueAt <= clock()
    )
  }
  const roundOf = ({ organization }: Note) => known.get(organization)?.round ?? 0

  return {
    next(notes) {
      round++
      const noted = new Set(notes.map(({ organization }) => organization))
      known = new Map(Array.from(known).filter(([organization]) => noted.has(organization)))
      const chosen = notes
        .filter(isDue)
        .sort((a, b) => roundOf(a) - roundOf(b))
        .slice(0, LOOKS_A_ROUND)
      for (const { organization, until, isOpen } of chosen) {
        const messages = known.get(organization)?.messages
        // Due until something was learned of it.
        known.set(organization, { until, wasOpen: isOpen, round, messages, dueAt: 0 })
      }
      return chosen.map(({ organization }) => organization)
    },
    learn(organizations, waiting) {
      for (const organization of organizations) {
        const { messages = 0, dueAt = Infinity } = waiting.get(organization) ?? {}
        const before = known.get(organization)
        if (before) known.set(organization, { ...before, messages, dueAt })
      }
    },
    empty: (notes) =>
      notes.filter((note) => note.isOver && !isDue(note) && known.get(note.organization)?.messages === 0),
    doubt: (organization) => void known.delete(organization),
    waiting() {
      const counts = Array.from(known.values(), ({ messages = 0 }) => messages)
      return {
        organizations: counts.filter((messages) => messages > 0).length,
        messages: counts.reduce((sum, messages) => sum + messages, 0),
      }
    },
  }
}
