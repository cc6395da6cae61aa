/** Verifies an organization's journal: the chain of hashes, and that replaying it yields the stored tables. */

import { INDEX_READINGS, openHead, openIndex, RowAltered } from '../store/rowMacs.ts'
import type { Json, Store } from '../store/store.ts'
import type { Mac } from '../vault.ts'
import { type Broken, broken, fingerprintOf, isBroken, type KnownRow, replayJournal } from './replay.ts'

export type JournalVerdict = { readonly ok: true; readonly entries: number; readonly head: string } | Broken

/**
 * Verifies the whole journal, or the part after the checkpoint.
 * @param mac of the root secret. Without it, a journal that was rewritten along with all rows still verifies
 * @returns `ok` with the number of entries ever written and the head's hash, or the first invalid entry and the
 *   reason
 */
export async function verifyJournal(
  store: Store,
  organizationId: string,
  mac?: Mac,
): Promise<JournalVerdict> {
  const replayed = await replayJournal(store, organizationId)
  if (isBroken(replayed)) return replayed
  const { sequence, head, rows } = replayed
  if ((await store.version(organizationId)) !== sequence) return broken(sequence + 1, 'is missing')
  for (const [table, known] of rows) {
    const stored = await store.list(organizationId, table)
    const ids = new Set(stored.map(({ id }) => id))
    const wrong = stored.find(({ id, value }) => !matches(known.get(id), value))?.id
    const missing = [...known.keys()].find((id) => !ids.has(id))
    if (wrong !== undefined) return broken(sequence, `row ${wrong} of ${table} is not what an entry wrote`)
    if (missing !== undefined) return broken(sequence, `row ${missing} of ${table} is missing`)
  }
  return (
    (mac && (await headProblem(store, organizationId, { sequence, head, mac }))) ?? {
      ok: true,
      entries: sequence,
      head,
    }
  )
}

/** Verifies what hashes can't prove, because an attacker can recompute them. */
async function headProblem(
  store: Store,
  organizationId: string,
  { sequence, head, mac }: { readonly sequence: number; readonly head: string; readonly mac: Mac },
): Promise<Broken | undefined> {
  const { answers } = await store.read(organizationId, INDEX_READINGS)
  const found = answers.map(({ value }) => value)
  if (found.every((value) => value === undefined)) return broken(sequence, 'the organization has no MACs')
  try {
    openIndex(mac, organizationId, sequence, found)
    const { hash } = openHead(mac, organizationId, sequence, found[1])
    return hash === head ? undefined : broken(sequence, 'is not what the server wrote')
  } catch (error) {
    if (!(error instanceof RowAltered)) throw error
    return broken(sequence, `row ${error.id} of ${error.table} is not what the server wrote`)
  }
}

function matches(known: KnownRow | undefined, value: Json): boolean {
  if (!known) return false
  return 'value' in known
    ? JSON.stringify(known.value) === JSON.stringify(value)
    : known.fingerprint === fingerprintOf(value)
}
