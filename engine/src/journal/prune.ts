/** Removes old entries of a journal. A checkpoint replaces them, so that the rest can still be verified. */
import { limits } from '@keywright/contract'
import { commitAlone } from '../store/commitAlone.ts'
import { type JournalEntry, journalId } from '../store/journalEntry.ts'
import { type Store, StoreConflict, type Write } from '../store/store.ts'
import type { CheckpointRow } from '../store/tables.ts'
import { beginTransaction } from '../store/transaction.ts'
import type { Mac } from '../vault.ts'
import {
  type Broken,
  CHECKPOINT,
  CHECKPOINT_ROWS,
  checkpointOf,
  fingerprintOf,
  hashOfPages,
  isBroken,
  type KnownRows,
  pageId,
  replayJournal,
} from './replay.ts'

/** Upper bound of rows that one commit writes or removes, so that no other caller waits long. */
const BATCH = limits.prunedPerCommit
/** Upper bound of attempts, because a server may commit at the same time. */
const TRIES = 20

export interface Pruned {
  /** Number of removed entries. */
  readonly removed: number
  /** The newest entry that the checkpoint covers; 0 if nothing was ever pruned. */
  readonly sequence: number
}

export interface Prune {
  /** Milliseconds, as `now`. */
  readonly before: number
  /** The last entry that may be removed. Default: any. */
  readonly upTo?: number | undefined
  readonly now: number
  /** Of the root secret, because decisions depend on the checkpoint row. */
  readonly mac: Mac
}

/**
 * Removes entries older than a time. After a crash, run it again: it continues.
 * @throws RowAltered; StoreConflict if other commits always come first
 */
export async function pruneJournal(
  store: Store,
  organizationId: string,
  { before, upTo = Number.POSITIVE_INFINITY, now, mac }: Prune,
): Promise<Pruned | Broken> {
  const isOld = ({ at, sequence }: JournalEntry) => at < before && sequence <= upTo
  const replayed = await replayJournal(store, organizationId, isOld)
  if (isBroken(replayed)) return replayed
  const { sequence, head, rows, appends } = replayed
  const known = await checkpointOf(store, organizationId)
  if (sequence > (known?.sequence ?? 0)) {
    const pages = pagesOfRows(rows)
    for (const [n, value] of pages.entries()) {
      const write = { organization: organizationId, table: CHECKPOINT_ROWS, id: pageId(sequence, n), value }
      await store.commit({ guards: [], writes: [write] })
    }
    const rowsHash = hashOfPages(pages)
    await putCheckpoint(store, mac, organizationId, {
      sequence,
      head,
      rowsHash,
      ...(appends !== undefined && { appends }),
      createdAt: now,
    })
  }
  const checkpoint = await checkpointOf(store, organizationId)
  if (!checkpoint) return { removed: 0, sequence: 0 }
  const removed = await removeBefore(store, organizationId, 'journal', journalId(checkpoint.sequence + 1))
  await removeBefore(store, organizationId, CHECKPOINT_ROWS, journalId(checkpoint.sequence))
  return { removed, sequence: checkpoint.sequence }
}

/** Writes the checkpoint, an ordinary row: an entry writes it, and the hashes of later entries cover it. */
async function putCheckpoint(
  store: Store,
  mac: Mac,
  organization: string,
  row: CheckpointRow,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const transaction = beginTransaction(store, { staging: commitAlone(store), vault: { mac } })
      const rows = await transaction.organization(organization)
      rows.put('checkpoints', CHECKPOINT, row)
      return await transaction.commit({ activityId: null, at: row.createdAt }).durable
    } catch (error) {
      if (!(error instanceof StoreConflict) || tries === TRIES) throw error
    }
  }
}

/** `[table, id, fingerprint]` of each row, in a deterministic order. */
function pagesOfRows(rows: KnownRows): [string, string, string][][] {
  const lines = [...rows]
    .flatMap(([table, known]) =>
      [...known].map(([id, row]): [string, string, string] => [
        table,
        id,
        'value' in row ? fingerprintOf(row.value) : row.fingerprint,
      ]),
    )
    .sort(([a, idA], [b, idB]) => (a < b || (a === b && idA < idB) ? -1 : 1))
  return Array.from({ length: Math.ceil(lines.length / BATCH) }, (_, n) =>
    lines.slice(n * BATCH, (n + 1) * BATCH),
  )
}

async function removeBefore(
  store: Store,
  organization: string,
  table: string,
  before: string,
): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await store.list(organization, table, { before, limit: BATCH })
    if (rows.length === 0) return removed
    const writes = rows.map(({ id }): Write => ({ organization, table, id, value: undefined }))
    await store.commit({ guards: [], writes })
    removed += rows.length
  }
}
