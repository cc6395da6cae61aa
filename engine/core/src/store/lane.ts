/** A queue of a group commit. */
import type { Waiting } from './linking.ts'

/** Upper bounds of one group commit. A single request may have more characters. */
const COMMITTED_TOGETHER = 128
const CHARACTERS_TOGETHER = 4_000_000

/**
 * A queue whose requests are committed in groups, one group at a time.
 * @param commitTogether commits a group; may add requests that still wait
 * @param gather settles when requests that are nearly ready have had the time to join
 */
export function openLane(
  commitTogether: (group: Waiting[], waiting: Waiting[]) => Promise<void>,
  gather: () => Promise<void>,
) {
  const waiting: Waiting[] = []
  let isFlushing = false

  async function flushAll(): Promise<void> {
    isFlushing = true
    while (waiting.length > 0) {
      await gather()
      await commitGroup(waiting.splice(0, countTogether(waiting)), waiting)
    }
    isFlushing = false
  }

  /**
   * Never throws: each request of the group settles or moves to the other lane.
   * @param others requests that may join
   */
  async function commitGroup(group: Waiting[], others: Waiting[]): Promise<void> {
    try {
      await commitTogether(group, others)
    } catch (error) {
      const left = group.filter(isOpen)
      if (left.length === 1 || !isOfContents(error)) {
        for (const { fail } of left) fail(error)
        return
      }
      // The rows of one request cannot be written: commit each alone.
      for (const one of left) await commitGroup([one], [])
    }
  }

  return (one: Waiting) => {
    waiting.push(one)
    if (!isFlushing) void flushAll()
  }
}

/** How many of the waiting requests one commit takes. */
export function countTogether(waiting: readonly Pick<Waiting, 'staged'>[]): number {
  let characters = 0
  const end = waiting.findIndex(({ staged }, n) => {
    // The journal repeats rows of tables.
    for (const { text = '' } of staged.writes) characters += 2 * text.length
    return n === COMMITTED_TOGETHER || (n > 0 && characters > CHARACTERS_TOGETHER)
  })
  return end < 0 ? waiting.length : end
}

export const isOpen = ({ isTold }: Waiting) => !isTold

/**
 * Errors caused by the rows of a request: PostgreSQL's classes 22 (data), 23 (integrity) and 54 (program limits), and
 * SQLite's equivalents. Leaving the request out helps; waiting doesn't.
 */
const OF_CONTENTS = /^(22|23|54)...$|^SQLITE_(TOOBIG|CONSTRAINT|MISMATCH)/

function isOfContents(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown }
  return error instanceof TypeError || (typeof code === 'string' && OF_CONTENTS.test(code))
}
