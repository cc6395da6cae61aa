/** Removes old entries of a journal. A checkpoint replaces them, so that the rest can still be verified. */
import { limits } from '@keywright/contract'
import { commitAlone } from '../store/commitAlone.ts'
import { type JournalEntry, journalId } from '../store/journalEntry.ts'
import { type Store, StoreConflict, type Write } from '../store/store.ts'
import { type CheckpointRow, JOURNALED_TABLES } from '../store/tables.ts'
import { beginTransaction } from '../store/transaction.ts'
import type { Mac } from '../vault.ts'
import {
  type Broken,
  CHECKPOINT,
  CHECKPOINT_ROWS,
  type CheckpointLine,
  checkpointOf,
  fingerprintOf,
  hashOfFingerprints,
  isBroken,
  pageId,
  walkJournal,
} from './replay.ts'

/** Upper bound of rows that one commit writes or removes, so that no other caller waits long. */
const BATCH = limits.prunedPerCommit
/** Upper bound of attempts, because a server may commit at the same time. */
const TRIES = 20

export interface Pruned {
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
  /** Upper bound of rows that are kept in memory. More rows take more walks over the journal. Default: 200,000. */
  readonly mostRows?: number
  /** Called with the number of rows in memory. For tests. */
  readonly onMemory?: (rows: number) => void
}

const MOST_ROWS = 200_000

/**
 * Removes entries older than a time. After a crash, run it again: it continues.
 * @throws RowAltered; StoreConflict if other commits always come first
 */
export async function pruneJournal(
  store: Store,
  organizationId: string,
  { before, upTo = Number.POSITIVE_INFINITY, now, mac, mostRows = MOST_ROWS, onMemory }: Prune,
): Promise<Pruned | Broken> {
  const walk = async (from: string, isWanted: (entry: JournalEntry) => boolean) => {
    const rows = new FirstRows(from, mostRows, onMemory)
    const end = await walkJournal(store, organizationId, {
      known(lines) {
        for (const line of lines) rows.put(line)
      },
      entry: (entry) => (isWanted(entry) ? rows.apply(entry) : false),
    })
    return isBroken(end) ? end : { ...end, rows }
  }
  let walked = await walk('', ({ at, sequence }) => at < before && sequence <= upTo)
  if (isBroken(walked)) return walked
  const { sequence, head, appends } = walked
  const known = await checkpointOf(store, organizationId)
  if (sequence > (known?.sequence ?? 0)) {
    const fingerprints: string[] = []
    let page: CheckpointLine[] = []
    const putPage = async () => {
      const id = pageId(sequence, fingerprints.length)
      const write = { organization: organizationId, table: CHECKPOINT_ROWS, id, value: page }
      await store.commit({ guards: [], writes: [write] })
      fingerprints.push(fingerprintOf(page))
      page = []
    }
    for (;;) {
      for (const line of walked.rows.inOrder()) {
        page.push(line)
        if (page.length === BATCH) await putPage()
      }
      const { next } = walked.rows
      if (next === undefined) break
      walked = await walk(next, (entry) => entry.sequence <= sequence)
      if (isBroken(walked)) return walked
    }
    if (page.length > 0) await putPage()
    const rowsHash = hashOfFingerprints(fingerprints)
    await putCheckpoint(store, mac, organizationId, {
      sequence,
      head,
      rowsHash,
      appends,
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

/** The rows that entries wrote, from a key on: as many of the first ones as fit into memory. */
class FirstRows {
  /** The first key that didn't fit. */
  next: string | undefined
  readonly #lines = new Map<string, CheckpointLine>()

  constructor(
    readonly from: string,
    readonly most: number,
    readonly onMemory: Prune['onMemory'],
  ) {}

  put(line: CheckpointLine): void {
    const key = keyOf(line[0], line[1])
    if (!JOURNALED.has(line[0]) || key < this.from || (this.next !== undefined && key >= this.next)) return
    this.#lines.set(key, line)
    this.onMemory?.(this.#lines.size)
    if (this.#lines.size > this.most) this.#dropHalf()
  }

  apply({ changes }: JournalEntry): undefined {
    for (const { table, id, value, digest } of changes) {
      if (digest !== undefined) this.put([table, id, digest])
      else if (value === null || value === undefined) this.#lines.delete(keyOf(table, id))
      else this.put([table, id, fingerprintOf(value)])
    }
  }

  inOrder(): CheckpointLine[] {
    return [...this.#lines.keys()].sort().map((key) => this.#lines.get(key)!)
  }

  #dropHalf(): void {
    const dropped = [...this.#lines.keys()].sort().slice(Math.ceil(this.most / 2))
    for (const key of dropped) this.#lines.delete(key)
    this.next = dropped[0]!
  }
}

const JOURNALED: ReadonlySet<string> = new Set(JOURNALED_TABLES)
const keyOf = (table: string, id: string) => `${table}\0${id}`

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
