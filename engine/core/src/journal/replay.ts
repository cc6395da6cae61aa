/** Replays a journal: the rows that its entries wrote, from the first entry or from a checkpoint. */
import { sha256Hex } from '@keywright/keys'
import {
  bodyOfFinal,
  isFinalActivity,
  type JournalEntry,
  journalId,
  NO_PREVIOUS_ENTRY,
} from '../store/journalEntry.ts'
import type { Json, Row, StoreReads } from '../store/store.ts'
import type { CheckpointRow } from '../store/tables.ts'
import { digestIfUser } from '../store/userVersions.ts'
import { hashOf } from './entryHash.ts'
import { readAhead } from './readAhead.ts'

/** The id of the only row in the table `checkpoints`. */
export const CHECKPOINT = 'checkpoint'
/** Lookup: fingerprints of the rows that a checkpoint covers, in pages. */
export const CHECKPOINT_ROWS = 'checkpoint-rows'

/** The first invalid entry, and the reason. */
export interface Broken {
  readonly ok: false
  readonly sequence: number
  readonly reason: string
  /** Rows that don't fit, up to a limit. Absent if the journal itself doesn't fit. */
  readonly problems?: readonly Problem[]
}

/** A row that doesn't fit the journal, or a lookup that doesn't fit the tables. */
export interface Problem {
  readonly kind: 'missing' | 'extra' | 'altered'
  readonly organization: string
  readonly table: string
  readonly id: string
}

export const broken = (sequence: number, reason: string): Broken => ({ ok: false, sequence, reason })

export const isBroken = (found: object): found is Broken => 'ok' in found

/** A finished activity is the same whatever MAC its row has. */
export const textOf = (value: Json): string =>
  isFinalActivity('activities', value) ? bodyOfFinal(value) : JSON.stringify(value)

export const fingerprintOf = (value: Json): string => sha256Hex(textOf(value))

/** Whether a stored row is the one with this fingerprint, or, for a user, with this digest. */
export function isSame(table: string, value: Json, fingerprint: string): boolean {
  try {
    return (digestIfUser(table, value) ?? fingerprintOf(value)) === fingerprint
  } catch {
    // An altered user may lack members.
    return false
  }
}

/** Few enough for a page to be garbage before V8 moves it to the old generation. */
const PAGE = 250

/** All entries that an organization's journal still contains, oldest first. */
export async function* readJournal(
  store: StoreReads,
  organizationId: string,
  afterSequence = 0,
): AsyncGenerator<JournalEntry> {
  for await (const page of pagesOfJournal(store, organizationId, journalId(afterSequence))) {
    for (const { value } of page) yield value as unknown as JournalEntry
  }
}

const pagesOfJournal = (store: StoreReads, organizationId: string, start?: string) =>
  readAhead<Row>(PAGE, (last) =>
    store.list(organizationId, 'journal', { after: last?.id ?? start, limit: PAGE }),
  )

/** Where a journal starts: before its first entry, or at the checkpoint once older entries are pruned. */
interface Start {
  readonly sequence: number
  readonly head: string
  /** See `CheckpointRow`. */
  readonly appends: number
}

export interface JournalVisitor {
  /** Reads what a page of entries needs, while the page in front of it is walked. @returns called before each of them */
  page?(entries: readonly Json[]): Promise<() => Promise<void>>
  /** A page of the rows that the checkpoint stands for. */
  known(rows: readonly CheckpointLine[]): Promise<void> | void
  /** @returns false to stop before this entry */
  entry(entry: JournalEntry): Promise<boolean | undefined> | boolean | undefined
}

export type CheckpointLine = readonly [table: string, id: string, fingerprint: string]

/** Walks a journal in constant memory: what the visitor keeps is up to the visitor. @returns where the walk ended */
export async function walkJournal(
  store: StoreReads,
  organizationId: string,
  visitor: JournalVisitor,
): Promise<Start | Broken> {
  const start = await startOf(store, organizationId, visitor)
  if (isBroken(start)) return start
  // An interrupted prune leaves entries that the checkpoint stands for: the newest of them.
  let last: Start | undefined = start.sequence === 0 ? start : undefined
  let { appends } = start
  for await (const { id, value } of entriesFor(visitor, pagesOfJournal(store, organizationId))) {
    const entry = Object(value) as JournalEntry
    const sequence = last ? last.sequence + 1 : Math.min(Number(id), start.sequence + 1)
    if (id !== journalId(sequence) || entry.sequence !== sequence) {
      return broken(sequence, `entry ${sequence} is missing`)
    }
    const previous = sequence === start.sequence + 1 ? start.head : last?.head
    if (previous !== undefined && entry.previous !== previous) {
      return broken(sequence, 'does not follow the entry before')
    }
    const isCheckpoint = sequence === start.sequence
    if (!isEntry(entry) || (isCheckpoint && entry.hash !== start.head)) return broken(sequence, 'was altered')
    if (sequence > start.sequence && (await visitor.entry(entry)) === false) break
    const appended = sequence > start.sequence && mayBeAppend(entry) ? 1 : 0
    appends += appended
    last = { sequence, head: entry.hash, appends }
  }
  if (last && last.sequence < start.sequence) {
    return broken(last.sequence + 1, `entry ${last.sequence + 1} is missing`)
  }
  return last ?? start
}

async function* entriesFor(visitor: JournalVisitor, pages: AsyncGenerator<Row[]>): AsyncGenerator<Row> {
  let before:
    | { readonly page: Row[]; readonly reading: ReturnType<NonNullable<JournalVisitor['page']>> | undefined }
    | undefined
  const walked = async function* () {
    if (!before) return
    await (await before.reading)?.()
    yield* before.page
  }
  for await (const page of pages) {
    const reading = visitor.page?.(page.map(({ value }) => value))
    // A walk that stops early awaits it no more.
    reading?.catch(() => undefined)
    yield* walked()
    before = { page, reading }
  }
  yield* walked()
}

/** Whether the entry may have left the facts as they were: it writes one activity that is final. */
function mayBeAppend({ changes: [only, second] }: JournalEntry): boolean {
  if (only === undefined || second !== undefined) return false
  return only.table === 'activities' && only.digest !== undefined
}

const MEMBERS = 'sequence,activityId,at,changes,previous,hash'

/** The hash covers these members alone. */
function isEntry(entry: JournalEntry): boolean {
  const hasMembers = Object.keys(entry).join() === MEMBERS && Array.isArray(entry.changes)
  const isChange = (change: unknown) => {
    const { table, id } = Object(change) as Record<string, unknown>
    return typeof table === 'string' && typeof id === 'string'
  }
  return hasMembers && entry.changes.every(isChange) && hashOf(entry) === entry.hash
}

/** The checkpoint, once entries before it are pruned; else the time before the first entry. */
async function startOf(
  store: StoreReads,
  organizationId: string,
  visitor: JournalVisitor,
): Promise<Start | Broken> {
  const [[first], checkpoint] = await Promise.all([
    store.list(organizationId, 'journal', { limit: 1 }),
    checkpointOf(store, organizationId),
  ])
  if (!checkpoint || first?.id === journalId(1)) return { sequence: 0, head: NO_PREVIOUS_ENTRY, appends: 0 }
  const { sequence, head, rowsHash, appends } = checkpoint
  const fingerprints: string[] = []
  let { after } = pagesOf(sequence)
  for (;;) {
    const [page] = await store.list(organizationId, CHECKPOINT_ROWS, {
      ...pagesOf(sequence),
      after,
      limit: 1,
    })
    if (!page) break
    after = page.id
    fingerprints.push(fingerprintOf(page.value))
    const lines: readonly unknown[] = Array.isArray(page.value) ? page.value : []
    await visitor.known(lines.filter(Array.isArray) as unknown as readonly CheckpointLine[])
  }
  if (hashOfFingerprints(fingerprints) !== rowsHash) {
    return broken(sequence, 'is a checkpoint whose rows were altered')
  }
  return { sequence, head, appends }
}

export async function checkpointOf(
  store: StoreReads,
  organizationId: string,
): Promise<CheckpointRow | undefined> {
  return (await store.get(organizationId, 'checkpoints', CHECKPOINT)) as CheckpointRow | undefined
}

/** Id of a page of fingerprints; `pagesOf` finds all pages of a checkpoint. */
export const pageId = (sequence: number, page: number): string => `${journalId(sequence)} ${journalId(page)}`
export const pagesOf = (sequence: number) => ({
  after: journalId(sequence),
  before: journalId(sequence + 1),
})

/** Hash over the fingerprints of a checkpoint's pages. */
export const hashOfFingerprints = (fingerprints: readonly string[]): string => sha256Hex(fingerprints.join())
