/** Checks an organization's journal: the chain of hashes, and that replaying it gives the stored tables. */

import { hashOf, type JournalEntry, NO_PREVIOUS_ENTRY } from '../store/journalEntry.ts'
import type { Json, Store } from '../store/store.ts'
import { JOURNALED_TABLES } from '../store/tables.ts'

export type JournalVerdict =
  | { readonly ok: true; readonly entries: number; readonly head: string }
  | { readonly ok: false; readonly sequence: number; readonly reason: string }

const PAGE = 1_000

/** Every entry of an organization's journal, oldest first. */
export async function* readJournal(store: Store, organizationId: string): AsyncGenerator<JournalEntry> {
  for (let after: string | undefined; ; ) {
    const page = await store.list(organizationId, 'journal', { after, limit: PAGE })
    for (const row of page) yield row.value as unknown as JournalEntry
    if (page.length < PAGE) return
    after = page.at(-1)!.id
  }
}

/**
 * Walks the whole journal.
 * @returns `ok` with the number of entries and the head's hash, or the first entry that does not fit and why
 */
export async function verifyJournal(store: Store, organizationId: string): Promise<JournalVerdict> {
  let previous = NO_PREVIOUS_ENTRY
  let sequence = 0
  const replayed = new Map<string, Map<string, Json>>(JOURNALED_TABLES.map((table) => [table, new Map()]))
  for await (const entry of readJournal(store, organizationId)) {
    sequence++
    if (entry.sequence !== sequence) return broken(sequence, `entry ${sequence} is missing`)
    if (entry.previous !== previous) return broken(sequence, 'does not follow the entry before')
    if (hashOf(entry) !== entry.hash) return broken(sequence, 'was altered')
    for (const { table, id, value } of entry.changes) {
      if (value === null) replayed.get(table)?.delete(id)
      else replayed.get(table)?.set(id, value)
    }
    previous = entry.hash
  }
  if ((await store.version(organizationId)) !== sequence) return broken(sequence + 1, 'is missing')
  for (const [table, rows] of replayed) {
    const stored = await store.list(organizationId, table)
    const differs =
      stored.length !== rows.size ||
      stored.some(({ id, value }) => JSON.stringify(rows.get(id)) !== JSON.stringify(value))
    if (differs) return broken(sequence, `the table ${table} holds what no entry wrote`)
  }
  return { ok: true, entries: sequence, head: previous }
}

function broken(sequence: number, reason: string): JournalVerdict {
  return { ok: false, sequence, reason }
}
