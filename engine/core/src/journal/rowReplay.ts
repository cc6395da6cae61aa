/**
 * Compares the rows that a journal wrote with the stored ones, in constant memory. It keeps a fingerprint per row that can
 * still change. An activity that is final can't, so it is compared with its row and forgotten. If too many rows are kept,
 * the walk is divided into passes, each over its part of the rows.
 */

import { sha256Hex } from '@keywright/keys'
import { type CheckedVotes, checkVotes, type VoteCheck } from '../activity/votes.ts'
import { isFinalActivity, type JournalChange, type JournalEntry } from '../store/journalEntry.ts'
import type { Json, RowKey, StoreReads, TableRow } from '../store/store.ts'
import { type CompactActivityRow, JOURNALED_TABLES, USER_VERSIONS } from '../store/tables.ts'
import { versionEntry } from '../store/userVersions.ts'
import {
  type Broken,
  broken,
  type CheckpointLine,
  fingerprintOf,
  isSame,
  type JournalVisitor,
  type Problem,
  textOf,
  walkJournal,
} from './replay.ts'
import { openState } from './state.ts'

export type AddProblem = (kind: Problem['kind'], table: string, id: string, organization?: string) => void

/** Another number of passes is needed. */
export class TooManyLive extends Error {}

export interface ReplayOptions {
  readonly pass: number
  readonly passes: number
  readonly mostLive: number
  readonly onEntries?: ((count: number) => void) | undefined
  /** Called with the rows of final activities, each once, after the walk has compared them. */
  readonly onFinals?: ((rows: readonly TextedFinal[]) => Promise<void>) | undefined
}

/** A final activity, and the text without its MAC if the walk wrote it: writing it takes as long as reading the row. */
export interface TextedFinal extends TableRow {
  readonly body?: string
}

interface Live {
  readonly fingerprint: string
  /** Of an activity: how many votes it has. */
  readonly votes?: number
}

/** Rows in one call of the store. */
const READ_TOGETHER = 500

/** Names of the tables whose rows journal entries write. */
export const JOURNALED: ReadonlySet<string> = new Set(JOURNALED_TABLES)
const keyOf = (table: string, id: string) => `${table} ${id}`

export class RowReplay implements JournalVisitor {
  readonly votes = { verified: 0, unverifiable: 0 }
  /** The first vote or outcome that doesn't fit. */
  voteProblem: Broken | undefined
  readonly #store: StoreReads
  readonly #organizationId: string
  readonly #options: ReplayOptions
  readonly #add: AddProblem
  readonly #state: ReturnType<typeof openState>
  readonly #live = new Map<string, Live>()
  /** Final activities of this pass: replayed, and stored. */
  readonly #finals = { replayed: 0, stored: 0 }
  /** Rows of the final activities in the page that is walked. */
  #finalRows = new Map<string, Json | undefined>()
  /**
   * Final activities whose row is another, and the check of its votes: a later entry must have written the row, without the
   * data of an erased user.
   */
  readonly #superseded = new Map<string, VoteCheck>()
  /** Checks of votes under way, by entry. */
  #checking: (readonly [sequence: number, check: VoteCheck])[] = []
  /** Final activities of the page that are what the journal says. */
  #intact: TextedFinal[] = []
  #hasProblems = false

  constructor(store: StoreReads, organizationId: string, options: ReplayOptions, add: AddProblem) {
    this.#store = store
    this.#organizationId = organizationId
    this.#options = options
    this.#state = openState(store, organizationId)
    this.#add = (...problem) => {
      this.#hasProblems = true
      add(...problem)
    }
  }

  get live(): number {
    return this.#live.size
  }

  async known(lines: readonly CheckpointLine[]): Promise<void> {
    const ours = lines.filter(([table, id]) => JOURNALED.has(table) && this.#isOurs(table, id))
    const values = await this.#readAll(ours.map(([table, id]) => ({ table, id })))
    for (const [n, [table, id, fingerprint]] of ours.entries()) {
      const value = values[n]
      const isAsBefore = value !== undefined && fingerprintOf(value) === fingerprint
      if (isAsBefore && isFinalActivity(table, value)) {
        this.#finals.replayed++
        this.#intact.push({ table, id, value })
      } else if (isAsBefore && table === 'activities') {
        this.#keep(table, id, { fingerprint, votes: countVotes(value as unknown as CompactActivityRow) })
      } else this.#keep(table, id, { fingerprint })
    }
    for (const [table, id, fingerprint] of lines) await this.#state.known(table, id, fingerprint)
    await this.#settle()
  }

  /** Reads the final activities and the versions of users of a page together. */
  async page(entries: readonly Json[]): Promise<() => Promise<void>> {
    const { finals, versions: named } = digestsOf(entries)
    const ids = finals.filter((id) => this.#isOurs('activities', id))
    const versions = named.filter((id) => this.#isOurs(USER_VERSIONS, id))
    const [values, users] = await Promise.all([
      this.#readAll(ids.map((id) => ({ table: 'activities', id }))),
      this.#readAll(versions.map((id) => ({ table: USER_VERSIONS, id }))),
    ])
    return async () => {
      this.#options.onEntries?.(entries.length)
      await this.#settle()
      this.#finalRows = new Map(ids.map((id, n) => [id, values[n]]))
      for (const [n, id] of versions.entries()) {
        if (users[n] === undefined) this.#add('missing', USER_VERSIONS, id)
      }
    }
  }

  async entry({ sequence, activityId, changes }: JournalEntry): Promise<undefined> {
    for (const { table, id, value = null, digest } of changes) {
      if (!JOURNALED.has(table) || !this.#isOurs(table, id)) continue
      if (digest !== undefined && table === 'activities') {
        await this.#changeFinal({ sequence, activityId, id, digest })
      } else if (digest !== undefined) this.#keep(table, id, { fingerprint: digest })
      else if (value === null) this.#live.delete(keyOf(table, id))
      else if (table === 'activities') {
        await this.#changeActivity(sequence, id, value as unknown as CompactActivityRow)
      } else this.#keep(table, id, { fingerprint: fingerprintOf(value) })
    }
    for (const change of changes) this.#state.change(change)
  }

  async end(): Promise<void> {
    await this.#settle()
    for (const id of this.#superseded.keys()) this.#add('altered', 'activities', id)
  }

  /** Stored activities that weren't final when the journal ended. */
  async openActivities(): Promise<TableRow[]> {
    const keys = [...this.#live.keys()].filter((key) => key.startsWith('activities '))
    const ids = keys.map((key) => key.slice('activities '.length))
    const values = await this.#readAll(ids.map((id) => ({ table: 'activities', id })))
    return ids.flatMap((id, n) =>
      values[n] === undefined ? [] : [{ table: 'activities', id, value: values[n] }],
    )
  }

  /** Compares a page of stored rows. */
  compare(page: readonly TableRow[]): void {
    for (const { table, id, value } of page) {
      if (!JOURNALED.has(table) || !this.#isOurs(table, id)) continue
      const key = keyOf(table, id)
      const known = this.#live.get(key)
      this.#live.delete(key)
      if (known) {
        if (!isSame(table, value, known.fingerprint)) this.#add('altered', table, id)
      } else if (isFinalActivity(table, value)) this.#finals.stored++
      else this.#add('extra', table, id)
    }
  }

  async compared(): Promise<void> {
    for (const key of this.#live.keys()) {
      const end = key.indexOf(' ')
      this.#add('missing', key.slice(0, end), key.slice(end + 1))
    }
    if (this.#finals.stored <= this.#finals.replayed || this.#hasProblems) return
    for (const id of await extraFinals(this.#store, this.#organizationId))
      this.#add('extra', 'activities', id)
  }

  #isOurs(table: string, id: string): boolean {
    const { pass, passes } = this.#options
    return passes === 1 || hashOf(keyOf(table, id)) % passes === pass
  }

  #keep(table: string, id: string, row: Live): void {
    this.#live.set(keyOf(table, id), row)
    if (this.#live.size > this.#options.mostLive) throw new TooManyLive()
  }

  /** The journal has the hash of the row, and the row is the only copy. */
  async #changeFinal({ sequence, activityId, id, digest }: FinalChange): Promise<void> {
    const value = this.#finalRows.get(id)
    const body = value === undefined ? undefined : textOf(value)
    const isUnchanged = value !== undefined && sha256Hex(body!) === digest
    const earlier = this.#superseded.get(id)
    // Only an operator command changes a final activity.
    if (activityId === null && earlier) {
      if (isUnchanged) this.#superseded.delete(id)
      if (isUnchanged) this.#checked(sequence, earlier, { table: 'activities', id, value, body: body! })
      return
    }
    this.#finals.replayed++
    if (value === undefined) this.#add('missing', 'activities', id)
    else {
      const votes = await this.#votesOf(id, value as unknown as CompactActivityRow)
      if (isUnchanged) this.#checked(sequence, votes, { table: 'activities', id, value, body: body! })
      else this.#superseded.set(id, votes)
    }
    this.#live.delete(keyOf('activities', id))
  }

  #votesOf(id: string, activity: CompactActivityRow): Promise<VoteCheck> {
    const known = this.#live.get(keyOf('activities', id))?.votes ?? 0
    return checkVotes(id, activity, known, this.#state.before())
  }

  #checked(sequence: number, votes: VoteCheck, row?: TextedFinal): void {
    this.#checking.push([sequence, votes])
    if (row) this.#intact.push(row)
  }

  async #settle(): Promise<void> {
    const [checking, intact] = [this.#checking, this.#intact]
    this.#checking = []
    this.#intact = []
    await this.#options.onFinals?.(intact)
    for (const [sequence, { outcome }] of checking) this.#count(sequence, await outcome)
  }

  #count(sequence: number, { verified, unverifiable, problem }: CheckedVotes): void {
    this.votes.verified += verified
    this.votes.unverifiable += unverifiable
    if (problem !== undefined) this.voteProblem ??= broken(sequence, problem)
  }

  async #changeActivity(sequence: number, id: string, activity: CompactActivityRow): Promise<void> {
    const fingerprint = fingerprintOf(activity as unknown as Json)
    this.#checked(sequence, await this.#votesOf(id, activity))
    this.#keep('activities', id, { fingerprint, votes: countVotes(activity) })
  }

  async #readAll(keys: readonly RowKey[]): Promise<(Json | undefined)[]> {
    const values: (Json | undefined)[] = []
    for (let n = 0; n < keys.length; n += READ_TOGETHER) {
      const { answers } = await this.#store.read(this.#organizationId, keys.slice(n, n + READ_TOGETHER))
      values.push(...answers.map(({ value }) => value))
    }
    return values
  }
}

interface FinalChange {
  readonly sequence: number
  readonly activityId: string | null
  readonly id: string
  readonly digest: string
}

/** Ids of the activities whose hash entries have, and of the versions of users. Entries that were altered may hold anything. */
function digestsOf(entries: readonly Json[]): { readonly finals: string[]; readonly versions: string[] } {
  const finals: string[] = []
  const versions: string[] = []
  for (const entry of entries) {
    const { changes } = Object(entry) as Partial<JournalEntry>
    for (const change of Array.isArray(changes) ? changes : []) {
      const { table, id, digest } = Object(change) as Partial<JournalChange>
      if (typeof table !== 'string' || typeof id !== 'string' || digest === undefined) continue
      if (table === 'activities') finals.push(id)
      if (table === 'users') versions.push(versionEntry(id, digest).id)
    }
  }
  return { finals, versions }
}

/** A row or journal that was rewritten may hold no votes. */
const countVotes = ({ votes }: CompactActivityRow): number => (Array.isArray(votes) ? votes.length : 0)

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash >>> 0
}

/** Ids in one walk of the journal. */
const IDS_TOGETHER = 10_000

/** Final activities that no entry wrote. It walks the journal once per page of activities, so call it only if there are some. */
async function extraFinals(store: StoreReads, organizationId: string): Promise<string[]> {
  const extra: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await store.list(organizationId, 'activities', { after, limit: IDS_TOGETHER })
    const left = new Set(page.filter(({ value }) => isFinalActivity('activities', value)).map(({ id }) => id))
    const strike = (table: string, id: string) => table === 'activities' && left.delete(id)
    await walkJournal(store, organizationId, {
      known(lines) {
        for (const [table, id] of lines) strike(table, id)
      },
      entry({ changes }) {
        for (const { table, id } of changes) strike(table, id)
        return undefined
      },
    })
    extra.push(...left)
    if (page.length < IDS_TOGETHER) return extra
    after = page.at(-1)!.id
  }
}
