/**
 * Checks an organization's journal: the chain of hashes, that replaying it gives the stored tables, that every lookup is
 * what the tables say, and that votes and outcomes fit the users, quorum and policies of their time.
 *
 * Memory stays constant, whatever the journal's length: see `RowReplay`.
 */
import { COUNTED } from '../calls/auth/counted.ts'
import { isFinalActivity } from '../store/journalEntry.ts'
import { indexedAs } from '../store/lookups.ts'
import {
  countOfLookups,
  HEAD_READING,
  HEADS,
  hasMacs,
  INDEX_READINGS,
  MACS,
  type MacIndex,
  openBuckets,
  openHead,
  openIndex,
  RowAltered,
  rowMacs,
} from '../store/rowMacs.ts'
import type { Json, StoreReads, TableRow } from '../store/store.ts'
import type { Vault } from '../vault.ts'
import { openLookupCheck } from './checkLookups.ts'
import { readAhead } from './readAhead.ts'
import { type Broken, broken, isBroken, type Problem, walkJournal } from './replay.ts'
import { type AddProblem, JOURNALED, RowReplay, type TextedFinal, TooManyLive } from './rowReplay.ts'

export type JournalVerdict =
  | {
      readonly ok: true
      readonly entries: number
      readonly head: string
      readonly votes: VoteCounts
    }
  | Broken

export interface VoteCounts {
  readonly verified: number
  /** Votes whose body or signature is withheld, or whose voter the journal doesn't show at the time. */
  readonly unverifiable: number
}

export interface VerifyOptions {
  /** Of the root secret. Without it, a journal that was rewritten together with all rows still verifies. */
  readonly vault?: Pick<Vault, 'mac' | 'mark' | 'open'> | undefined
  readonly mostLive?: number
  /** Called with the number of rows in memory and the number read in one call. */
  readonly onMemory?: (live: number, page: number) => void
  /** Called with the number of entries in each page that is read. */
  readonly onEntries?: ((count: number) => void) | undefined
}

const MOST_LIVE = 50_000
/** Rows in one call of the store. */
const PAGE = 500
const MOST_PROBLEMS = 100
/** Behind the ids of activities and journal entries. */
const LAST_ID = '~'

/**
 * Walks the whole journal, or what is left of it after the checkpoint.
 * @param store at one moment (`inSnapshot`) while others write
 * @returns `ok` with the number of entries ever written and the head's hash, or the first entry that does not fit and why
 */
export async function verifyJournal(
  store: StoreReads,
  organizationId: string,
  options: VerifyOptions = {},
): Promise<JournalVerdict> {
  const verdict = await verifyIntact(store, organizationId, options)
  if (verdict) return verdict
  for (let passes = 1; ; passes *= 2) {
    try {
      return await verifyInPasses(store, organizationId, options, passes)
    } catch (error) {
      if (!(error instanceof TooManyLive)) throw error
    }
  }
}

/**
 * Reads each row once.
 * @returns undefined if anything doesn't fit: reading again tells what. Also without a vault, whose key the sums of lookups
 * need, and if memory doesn't suffice for one pass
 */
async function verifyIntact(
  store: StoreReads,
  organizationId: string,
  { vault, mostLive = MOST_LIVE, onMemory, onEntries }: VerifyOptions,
): Promise<JournalVerdict | undefined> {
  if (!vault) return undefined
  let isIntact = true
  let activities = 0
  const doubt = () => {
    isIntact = false
  }
  const lookups = await openLookupCheck(store, organizationId, vault, doubt)
  const macs = await openMacCheck(store, organizationId, vault.mac, doubt)
  if (!macs) return undefined
  const checkMacs = async (rows: readonly TextedFinal[]) => {
    for (const row of rows) if (!(await macs.fits(row))) doubt()
  }
  const onActivities = async (rows: readonly TextedFinal[]) => {
    activities += rows.length
    await checkMacs(rows)
    await lookups.checkActivities(rows)
  }
  const onFinals = async (rows: readonly TextedFinal[]) => {
    if (!rows.every(({ value }) => isFinalActivity('activities', value))) doubt()
    await onActivities(rows)
  }
  const options = { pass: 0, passes: 1, mostLive, onEntries, onFinals }
  const replay = new RowReplay(store, organizationId, options, doubt)
  const end = await unlessTooMany(walkJournal(store, organizationId, replay))
  if (end === undefined || isBroken(end)) return end
  await replay.end()
  const open = await replay.openActivities()
  replay.compare(open)
  await onActivities(open)
  const { sequence, head, appends } = end
  const { version, facts } = await store.read(organizationId, [])
  if (version !== sequence || version - facts > appends || replay.voteProblem) return undefined
  for await (const page of pagesOf(store, organizationId, ['activities', 'journal'])) {
    const rows = page.filter(({ table }) => table !== 'activities')
    replay.compare(rows)
    await checkMacs(rows)
    await lookups.checkWithoutActivities(rows)
    onMemory?.(replay.live, page.length)
  }
  await replay.compared()
  lookups.end()
  const isWhole = activities === (await store.count(organizationId, 'activities')) && lookups.fitsActivities
  if (!isIntact || !isWhole || macs.missing() !== 0) return undefined
  const wrongHead = await headProblem(store, organizationId, { sequence, head, mac: vault.mac })
  return wrongHead ?? { ok: true, entries: sequence, head, votes: replay.votes }
}

async function unlessTooMany<T>(walk: Promise<T>): Promise<T | undefined> {
  try {
    return await walk
  } catch (error) {
    if (!(error instanceof TooManyLive)) throw error
    return undefined
  }
}

async function verifyInPasses(
  store: StoreReads,
  organizationId: string,
  options: VerifyOptions,
  passes: number,
): Promise<JournalVerdict> {
  const votes = { verified: 0, unverifiable: 0 }
  for (let pass = 0; ; pass++) {
    const verdict = await verifyPass(store, organizationId, { ...options, pass, passes })
    if (!verdict.ok) return verdict
    votes.verified += verdict.votes.verified
    votes.unverifiable += verdict.votes.unverifiable
    if (pass === passes - 1) return { ...verdict, votes }
  }
}

interface Pass extends VerifyOptions {
  readonly pass: number
  readonly passes: number
}

async function verifyPass(
  store: StoreReads,
  organizationId: string,
  { vault, pass, passes, mostLive = MOST_LIVE, onMemory, onEntries }: Pass,
): Promise<JournalVerdict> {
  const problems = collectProblems(organizationId)
  const replay = new RowReplay(store, organizationId, { pass, passes, mostLive, onEntries }, problems.add)
  const end = await walkJournal(store, organizationId, replay)
  if (isBroken(end)) return end
  await replay.end()
  const { sequence, head, appends } = end
  const { version, facts } = await store.read(organizationId, [])
  if (version !== sequence) return broken(sequence + 1, 'is missing')
  // While the count is unchanged, servers trust the rows in memory.
  if (version - facts > appends) return broken(sequence, 'is followed by a wrong count of appends')
  if (replay.voteProblem) return replay.voteProblem
  const lookups = pass === 0 ? await openLookupCheck(store, organizationId, vault, problems.add) : undefined
  const macs =
    vault && pass === 0 ? await openMacCheck(store, organizationId, vault.mac, problems.add) : undefined
  // Only an index that fits tells which of its buckets are extra.
  const isIndexed = macs !== undefined || vault === undefined
  for await (const page of pagesOf(store, organizationId)) {
    replay.compare(page)
    for (const row of page) if (macs && !(await macs.fits(row))) problems.add('altered', row.table, row.id)
    await lookups?.check(isIndexed ? page : page.filter(({ table }) => table !== MACS))
    onMemory?.(replay.live, page.length)
  }
  await replay.compared()
  lookups?.end()
  const rows = problems.rows()
  const first = rows[0]
  if (first) return { ...broken(sequence, reasonOf(first)), problems: rows }
  const missing = macs?.missing() ?? 0
  if (missing !== 0) return broken(sequence, reasonOfMissing(missing))
  const wrongHead = vault && (await headProblem(store, organizationId, { sequence, head, mac: vault.mac }))
  return wrongHead ?? { ok: true, entries: sequence, head, votes: replay.votes }
}

/** @param skipped tables of which only the first rows are read */
const pagesOf = (store: StoreReads, organizationId: string, skipped: readonly string[] = []) =>
  readAhead<TableRow>(PAGE, (last) => {
    const after = last && skipped.includes(last.table) ? { table: last.table, id: LAST_ID } : last
    return store.scan(organizationId, after, PAGE)
  })

function reasonOf({ kind, table, id }: Problem): string {
  const writer = table === MACS || table === HEADS ? 'the server' : 'an entry'
  return `row ${id} of ${table} is ${kind === 'missing' ? 'missing' : `not what ${writer} wrote`}`
}

/** The index hashes names of rows. Only counters of codes can't be derived from the tables, so the missing rows are theirs. */
const reasonOfMissing = (count: number): string =>
  `${count === 1 ? 'a row' : `${count} rows`} of ${COUNTED} ${count === 1 ? 'is' : 'are'} missing`

/** Rows of tables come first: lookups that don't fit often follow from them. */
function collectProblems(organizationId: string) {
  const ofTables: Problem[] = []
  const ofLookups: Problem[] = []
  return {
    add(kind: Problem['kind'], table: string, id: string, organization = organizationId) {
      const found = JOURNALED.has(table) ? ofTables : ofLookups
      if (found.length < MOST_PROBLEMS) found.push({ kind, organization, table, id })
    },
    rows: () => [...ofTables, ...ofLookups].slice(0, MOST_PROBLEMS),
  }
}

/**
 * Compares rows with their MACs, as the server does when it reads them.
 * @returns undefined if the head, the index or a bucket doesn't fit, which is added as a problem
 */
async function openMacCheck(
  store: StoreReads,
  organizationId: string,
  mac: Vault['mac'],
  add: AddProblem,
): Promise<MacCheck | undefined> {
  const { version, answers } = await store.read(organizationId, INDEX_READINGS)
  const found = answers.map(({ value }) => value)
  try {
    openHead(mac, organizationId, version, found[1])
    // The MAC covers these members alone.
    if (Object.keys(found[1] as object).join() !== 'sequence,hash,index,mac')
      throw new RowAltered(organizationId, HEADS, HEAD_READING.id)
    const index = openIndex(mac, organizationId, version, found)
    const { buckets, altered } = await openBuckets(mac, organizationId, index.value, (id) =>
      store.get(organizationId, MACS, id),
    )
    for (const id of altered) add(buckets.get(id) === undefined ? 'missing' : 'altered', MACS, id)
    return altered.length > 0 ? undefined : macCheck(mac, organizationId, index, buckets)
  } catch (error) {
    if (!(error instanceof RowAltered)) throw error
    const { table, id } = error
    const value = found[INDEX_READINGS.findIndex((reading) => reading.table === table)]
    add(value === undefined ? 'missing' : 'altered', table, id)
    return undefined
  }
}

interface MacCheck {
  /** How many rows of lookups weren't passed to `fits`. */
  missing(): number
  fits(row: TextedFinal): Promise<boolean>
}

/** @param buckets all, by id, as the index has them */
function macCheck(
  mac: Vault['mac'],
  organizationId: string,
  index: MacIndex,
  buckets: ReadonlyMap<string, Json | undefined>,
): MacCheck {
  const macs = rowMacs(mac, organizationId, index, async (_table, id) => buckets.get(id))
  let missing = countOfLookups(index, buckets)
  return {
    missing: () => missing,
    async fits({ table, id, value, body }) {
      if (!hasMacs(table) || table === MACS) return true
      if (indexedAs(table) !== undefined) missing--
      try {
        macs.check(table, id, value, await macs.expected(table, id), body)
        return true
      } catch (error) {
        if (!(error instanceof RowAltered)) throw error
        return false
      }
    },
  }
}

/** Verifies what hashes can't prove, because an attacker can recompute them. The head has the MAC of its row. */
async function headProblem(
  store: StoreReads,
  organizationId: string,
  { sequence, head, mac }: { readonly sequence: number; readonly head: string; readonly mac: Vault['mac'] },
): Promise<Broken | undefined> {
  const { answers } = await store.read(organizationId, [HEAD_READING])
  const { value } = answers[0]!
  return openHead(mac, organizationId, sequence, value).hash === head
    ? undefined
    : broken(sequence, 'is not what the server wrote')
}
