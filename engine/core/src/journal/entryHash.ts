/** The hash of a journal entry, for verification: commits hash texts that they have already. */
import { sha256Hex } from '@keywright/keys'
import type { JournalEntry } from '../store/journalEntry.ts'

/** @see JournalEntry.hash */
export function hashOf({ sequence, activityId, at, changes, previous }: Omit<JournalEntry, 'hash'>): string {
  return sha256Hex(JSON.stringify({ sequence, activityId, at, changes, previous }))
}
