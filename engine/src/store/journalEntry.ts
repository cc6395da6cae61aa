/**
 * The journal of an organization: one entry for each commit that changed its tables, chained by hashes.
 * Entry n names the hash of entry n − 1, so no entry can be altered, dropped or inserted without breaking the
 * chain; replaying all entries gives the tables.
 */
import { sha256Hex, toUtf8 } from '@keywright/keys'
import type { Json, Row } from './store.ts'

/** `value` null stands for a removed row. */
export interface JournalChange {
  readonly table: string
  readonly id: string
  readonly value: Json
}

export interface JournalEntry {
  /** 1 for the first entry, without gaps. Equals the organization's version in the store. */
  readonly sequence: number
  /** The activity that made the change; null for operator commands. */
  readonly activityId: string | null
  /** When, in milliseconds since 1970. */
  readonly at: number
  readonly changes: readonly JournalChange[]
  /** `hash` of the entry before, or 64 zeros for the first. */
  readonly previous: string
  /** Lower-case hex SHA-256 of the JSON text of all members above, in this order. */
  readonly hash: string
}

/** What the first entry names as its predecessor. */
export const NO_PREVIOUS_ENTRY = '0'.repeat(64)

/** Row id of entry `sequence`: twelve digits, so that text order is number order. */
export function journalId(sequence: number): string {
  return String(sequence).padStart(12, '0')
}

/**
 * The entry that follows version `version`, as the row to write.
 * @param last the entry of that version, as it is stored; undefined for the first
 */
export function journalEntry(
  last: Json | undefined,
  version: number,
  changes: Iterable<{ table: string; id: string; value: Json | undefined }>,
  cause: { activityId: string | null; at: number },
): Row {
  const content = {
    sequence: version + 1,
    activityId: cause.activityId,
    at: cause.at,
    changes: Array.from(changes, ({ table, id, value }) => ({ table, id, value: value ?? null })),
    previous: (last as JournalEntry | undefined)?.hash ?? NO_PREVIOUS_ENTRY,
  }
  return { id: journalId(version + 1), value: { ...content, hash: hashOf(content) } }
}

/** @see JournalEntry.hash */
export function hashOf({ sequence, activityId, at, changes, previous }: Omit<JournalEntry, 'hash'>): string {
  return sha256Hex(toUtf8(JSON.stringify({ sequence, activityId, at, changes, previous })))
}
