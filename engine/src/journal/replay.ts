/** Replays a journal: the rows that its entries wrote, from the first entry or from a checkpoint. */
import { sha256Hex } from '@keywright/keys'
import { hashOf, type JournalEntry, journalId, NO_PREVIOUS_ENTRY } from '../store/journalEntry.ts'
import type { Json, Store } from '../store/store.ts'
import { type CheckpointRow, JOURNALED_TABLES } from '../store/tables.ts'

/** The id of the only row in the table `checkpoints`. */
export const CHECKPOINT = 'checkpoint'
/** Lookup: fingerprints of the rows that a checkpoint covers, in pages. */
export const CHECKPOINT_ROWS = 'checkpoint-rows'

/** What the journal knows about a row: its value, or the fingerprint of a row that no later entry changed. */
export type KnownRow = { readonly value: Json } | { readonly fingerprint: string }

/** Rows of each journaled table, by id. */
export type KnownRows = ReadonlyMap<string, Map<string, KnownRow>>

/** The state of a journal after one of its entries. */
export interface Replayed {
  readonly sequence: number
  /** Hash of that entry. */
  readonly head: string
  readonly rows: KnownRows
}

/** The first invalid entry, and the reason. */
export interface Broken {
  readonly ok: false
  readonly sequence: number
  readonly reason: string
}

export const broken = (sequence: number, reason: string): Broken => ({ ok: false, sequence, reason })

export const isBroken = (replayed: Replayed | Broken): replayed is Broken => 'ok' in replayed

export const fingerprintOf = (value: Json): string => sha256Hex(JSON.stringify(value))

const PAGE = 1_000

/** All entries that an organization's journal still contains, oldest first. */
export async function* readJournal(
  store: Store,
  organizationId: string,
  afterSequence = 0,
): AsyncGenerator<JournalEntry> {
  for (let after = journalId(afterSequence); ; ) {
    const page = await store.list(organizationId, 'journal', { after, limit: PAGE })
    for (const row of page) yield row.value as unknown as JournalEntry
    if (page.length < PAGE) return
    after = page.at(-1)!.id
  }
}

/** @param isWanted stops before the first entry for which it returns false */
export async function replayJournal(
  store: Store,
  organizationId: string,
  isWanted: (entry: JournalEntry) => boolean = () => true,
): Promise<Replayed | Broken> {
  const start = await startOf(store, organizationId)
  if (isBroken(start)) return start
  let { sequence, head } = start
  for await (const entry of readJournal(store, organizationId, sequence)) {
    if (!isWanted(entry)) break
    sequence++
    if (entry.sequence !== sequence) return broken(sequence, `entry ${sequence} is missing`)
    if (entry.previous !== head) return broken(sequence, 'does not follow the entry before')
    if (hashOf(entry) !== entry.hash) return broken(sequence, 'was altered')
    for (const { table, id, value } of entry.changes) {
      if (value === null) start.rows.get(table)?.delete(id)
      else start.rows.get(table)?.set(id, { value })
    }
    head = entry.hash
  }
  return { sequence, head, rows: start.rows }
}

/** The checkpoint, if entries were pruned; otherwise the state before the first entry. */
async function startOf(store: Store, organizationId: string): Promise<Replayed | Broken> {
  const rows = new Map(JOURNALED_TABLES.map((table) => [table as string, new Map<string, KnownRow>()]))
  const [[first], checkpoint] = await Promise.all([
    store.list(organizationId, 'journal', { limit: 1 }),
    checkpointOf(store, organizationId),
  ])
  if (!checkpoint || first?.id === journalId(1)) return { sequence: 0, head: NO_PREVIOUS_ENTRY, rows }
  const { sequence, head, rowsHash } = checkpoint
  const pages = await store.list(organizationId, CHECKPOINT_ROWS, pagesOf(sequence))
  if (hashOfPages(pages.map(({ value }) => value)) !== rowsHash) {
    return broken(sequence, 'is a checkpoint whose rows were altered')
  }
  for (const [table, id, fingerprint] of pages.flatMap(({ value }) => value as [string, string, string][])) {
    rows.get(table)?.set(id, { fingerprint })
  }
  return { sequence, head, rows }
}

export async function checkpointOf(store: Store, organizationId: string): Promise<CheckpointRow | undefined> {
  return (await store.get(organizationId, 'checkpoints', CHECKPOINT)) as CheckpointRow | undefined
}

/** Id of a page of fingerprints; `pagesOf` finds all pages of a checkpoint. */
export const pageId = (sequence: number, page: number): string => `${journalId(sequence)} ${journalId(page)}`
export const pagesOf = (sequence: number) => ({
  after: journalId(sequence),
  before: journalId(sequence + 1),
})

export const hashOfPages = (pages: readonly Json[]): string => sha256Hex(pages.map(fingerprintOf).join())
