/** Checks an organization's journal: the chain of hashes, and that replaying it gives the stored tables. */

import type { Json, Store } from '../store/store.ts'
import { type Broken, broken, fingerprintOf, isBroken, type KnownRow, replayJournal } from './replay.ts'

export type JournalVerdict = { readonly ok: true; readonly entries: number; readonly head: string } | Broken

/**
 * Walks the whole journal, or what is left of it after the checkpoint.
 * @returns `ok` with the number of entries ever written and the head's hash, or the first entry that does not fit and why
 */
export async function verifyJournal(store: Store, organizationId: string): Promise<JournalVerdict> {
  const replayed = await replayJournal(store, organizationId)
  if (isBroken(replayed)) return replayed
  const { sequence, head, rows } = replayed
  if ((await store.version(organizationId)) !== sequence) return broken(sequence + 1, 'is missing')
  for (const [table, known] of rows) {
    const stored = await store.list(organizationId, table)
    const differs =
      stored.length !== known.size || stored.some(({ id, value }) => !matches(known.get(id), value))
    if (differs) return broken(sequence, `the table ${table} holds what no entry wrote`)
  }
  return { ok: true, entries: sequence, head }
}

function matches(known: KnownRow | undefined, value: Json): boolean {
  if (!known) return false
  return 'value' in known
    ? JSON.stringify(known.value) === JSON.stringify(value)
    : known.fingerprint === fingerprintOf(value)
}
