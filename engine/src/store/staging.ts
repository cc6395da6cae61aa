/**
 * Group commit: what requests want written while a commit is under way is written together by the next one.
 *
 * A request that only appends (a new activity: nearly every signature) gives up its organization's turn as soon as its
 * writes are staged here, and is answered when they are durable. What a request rests on are facts, and no append is
 * one, so nothing is ever decided on what is staged and not yet durable.
 *
 * Each commit is guarded by the versions that its journal entries follow, and by the facts that its requests read.
 * Appends of other processes that came first are no conflict: the entries are linked behind them. A request whose facts
 * are others by now, or whose body was executed elsewhere, is told so and begins again; its neighbours are not.
 *
 * Of an organization to which another process commits as well, the group waits for its turn, and takes in who was staged
 * meanwhile: two processes write large groups in turn instead of small ones against each other.
 */
import { hashIn, journalEntry, journalId, type TextedChange } from './journalEntry.ts'
import { keyOf } from './keyOf.ts'
import { rememberBriefly } from './rememberBriefly.ts'
import { addCharge, type Charge, counterRow, STORAGE } from './storage.ts'
import {
  type Commit,
  type Json,
  type Reading,
  type Rest,
  type Store,
  StoreConflict,
  type Turn,
  type Write,
} from './store.ts'

/** What a request wants committed: all of it or nothing. */
export interface Staged {
  /** Every organization that was read. */
  readonly rests: readonly OpenedRest[]
  /** One for each organization whose tables change. */
  readonly entries: readonly NewEntry[]
  /** Rows of tables and lookups; the journal's are made here. */
  readonly writes: readonly Write[]
  /** Rows that nobody may have written: they were looked for, and were not there. */
  readonly fresh: readonly FreshRow[]
  /** What it adds to storage counters, of organizations with an entry. */
  readonly charges: readonly Charge[]
}

export interface OpenedRest extends Rest {
  readonly version: number
}

export interface FreshRow {
  readonly organization: string
  readonly table: string
  readonly id: string
}

export interface NewEntry {
  readonly organization: string
  readonly changes: readonly TextedChange[]
  readonly cause: Cause
  /** Whether it leaves the facts as they are. */
  readonly isAppend: boolean
  /** The entry of the version that was read, as it is stored; undefined for none. */
  lastEntry(): Promise<Json | undefined>
}

/** What the journal names as reason; at in milliseconds. */
export interface Cause {
  readonly activityId: string | null
  readonly at: number
}

export interface Staging {
  /** Whether a request that only appends may leave its organization's turn before it is durable. */
  readonly isShared: boolean
  /**
   * Settles when everything staged here is durable.
   * @throws StoreConflict when somebody changed what it rests on; ApiError when a storage quota is full; whatever else
   *   the store threw
   */
  commit(staged: Staged): Promise<void>
  /** Whether the entry of this version is known here: then nobody needs to read it. */
  knowsEntry(organization: string, version: number): boolean
}

interface Waiting {
  readonly staged: Staged
  /** Whether it was told what came of it. */
  isTold: boolean
  done(): void
  fail(error: unknown): void
}

/** So many requests at most are one commit, and no more characters of rows unless one has more: nobody waits for long. */
const COMMITTED_TOGETHER = 128
const CHARACTERS_TOGETHER = 4_000_000
/** Organizations whose last entry is remembered. */
const HEADS = 4_000
/** Other processes came first so often: everybody begins again. */
const MAX_ATTEMPTS = 8
/** So many commits in turn, between which nobody else committed, show that an organization is no longer shared. */
const QUIET_TURNS = 3

/** The last entry of a journal that was written here. */
interface Head {
  readonly version: number
  readonly hash: string
}

/** What is known of an organization before a commit. */
interface State {
  readonly version: number
  readonly facts: number
  /** Of the last entry, where it is known. */
  readonly hash: string | undefined
  /** Reads the last entry where it is not. */
  lastEntry(): Promise<Json | undefined>
  /** Fresh rows that are there by now. */
  readonly existing: ReadonlySet<string>
  /** Storage counters that the commit changes, by owner. */
  counters(): Promise<ReadonlyMap<string, Json | undefined>>
}

/**
 * @param clock milliseconds
 * @param gather settles when whoever is ready to stage something has had the time to. Default: at once
 */
export function openStaging(
  store: Store,
  clock: () => number,
  gather: () => Promise<void> = async () => undefined,
): Staging {
  const heads = rememberBriefly<Head>(clock, HEADS)
  /** Organizations to which another process commits as well: how many quiet turns are left. */
  const shared = rememberBriefly<number>(clock, HEADS)
  const asRead = openLane(commitAsRead)
  const inTurn = openLane(commitInTurn)

  /** Who waits for one kind of commit; the other kind waits for none of them. */
  function openLane(commitTogether: (group: Waiting[], waiting: Waiting[]) => Promise<void>) {
    const waiting: Waiting[] = []
    let isFlushing = false

    async function flushAll(): Promise<void> {
      isFlushing = true
      while (waiting.length > 0) {
        await gather()
        await commitGroup(waiting.splice(0, countTogether(waiting)), waiting)
      }
      isFlushing = false
    }

    /**
     * Never throws: everybody in the group is told, or went to the other lane.
     * @param others who may be taken in
     */
    async function commitGroup(group: Waiting[], others: Waiting[]): Promise<void> {
      try {
        await commitTogether(group, others)
      } catch (error) {
        const left = group.filter(isOpen)
        if (left.length === 1 || !isOfContents(error)) {
          for (const { fail } of left) fail(error)
          return
        }
        // What one of them brings cannot be written: each gets an answer of its own, with nobody else.
        for (const one of left) await commitGroup([one], [])
      }
    }

    return (one: Waiting) => {
      waiting.push(one)
      if (!isFlushing) void flushAll()
    }
  }

  const wait = (one: Waiting) => (isInCompany(one) ? inTurn : asRead)(one)

  const isInCompany = ({ staged }: Waiting) =>
    store.commitInTurn !== undefined &&
    staged.entries.some(({ organization }) => shared.get(organization) !== undefined)

  /** @param group those who are to wait for their turn are taken out */
  async function commitAsRead(group: Waiting[]): Promise<void> {
    let states = await statesAsRead(group)
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const linked = link(group.filter(isOpen), await chainsOf(group, states))
      try {
        if (linked.accepted.length > 0) await store.commit(linked.commit)
        tellDone(linked)
        return
      } catch (error) {
        if (!(error instanceof StoreConflict)) throw error
      }
      const now = await readStates(byOrganization(linked.accepted))
      for (const [organization, { version }] of now) {
        if (version !== states.get(organization)!.version) shared.set(organization, QUIET_TURNS)
      }
      states = now
      const moved = linked.accepted.filter(isInCompany)
      group.splice(0, group.length, ...linked.accepted.filter((one) => !isInCompany(one)))
      for (const one of moved) inTurn(one)
    }
    throw new StoreConflict('of many')
  }

  /** @param group those who were staged in the meantime are added, from those who wait */
  async function commitInTurn(group: Waiting[], waiting: Waiting[]): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const organizations = [...writtenBy(group.filter(isOpen))].sort()
      let linked = link([], new Map())
      try {
        await store.commitInTurn!(organizations, async (turn) => {
          takeIn(group, waiting, new Set(organizations))
          noteWhoCame(group, turn)
          const left = group.filter(isOpen)
          linked = link(left, await chainsOf(left, await readStates(byOrganization(left), turn)))
          return linked.accepted.length > 0 ? linked.commit : undefined
        })
        tellDone(linked)
        return
      } catch (error) {
        if (!(error instanceof StoreConflict)) throw error
      }
    }
    throw new StoreConflict('of many')
  }

  function tellDone({ heads: written, accepted }: ReturnType<typeof link>): void {
    for (const [organization, head] of written) heads.set(organization, head)
    for (const { done } of accepted) done()
  }

  /** Who was staged while the group waited, and writes to nothing else. */
  function takeIn(group: Waiting[], waiting: Waiting[], organizations: ReadonlySet<string>): void {
    const fits = ({ staged }: Waiting) =>
      staged.entries.every(({ organization }) => organizations.has(organization))
    const fitting = waiting.filter(fits)
    const room = countTogether([...group, ...fitting]) - group.length
    const taken = new Set(fitting.slice(0, Math.max(0, room)))
    group.push(...taken)
    waiting.splice(0, waiting.length, ...waiting.filter((one) => !taken.has(one)))
  }

  /** A turn is quiet when the commit would have found what it expects without waiting for it. */
  function noteWhoCame(group: readonly Waiting[], { moments }: Turn): void {
    for (const [organization, { version }] of moments) {
      const turns = shared.get(organization)
      if (turns === undefined) continue
      const isQuiet =
        version === heads.get(organization)?.version || version === lastRead(group, organization)
      if (!isQuiet) shared.set(organization, QUIET_TURNS)
      else if (turns > 1) shared.set(organization, turns - 1)
      else shared.forget(organization)
    }
  }

  /**
   * Of an organization that all read at one version, which is still its last one as far as is known here, what was read
   * may be relied on: the commit is guarded by just that. The others are read once more.
   */
  async function statesAsRead(group: readonly Waiting[]): Promise<Map<string, State>> {
    const all = byOrganization(group)
    const states = new Map<string, State>()
    for (const [organization, those] of all) {
      const state = stateAsRead(organization, those)
      if (state) states.set(organization, state)
    }
    const others = new Map(Array.from(all).filter(([organization]) => !states.has(organization)))
    for (const [organization, state] of await readStates(others)) states.set(organization, state)
    return states
  }

  function stateAsRead(organization: string, those: readonly Waiting[]): State | undefined {
    const rests = those.map(({ staged }) => staged.rests.find((rest) => rest.organization === organization)!)
    const [{ version, facts }] = rests as [OpenedRest]
    const entries = those.flatMap(({ staged }) =>
      staged.entries.filter((one) => one.organization === organization),
    )
    if (rests.some((rest) => rest.facts !== facts)) return undefined
    const existing = NONE
    const charges = those.flatMap(({ staged }) => chargesTo(organization, staged))
    const counters = async () =>
      new Map(await Promise.all(charges.map(async (of) => [of.owner, await of.read()] as const)))
    // Whoever only read it asks for the same facts, and for no version.
    if (entries.length === 0)
      return { version, facts, hash: undefined, lastEntry: nothing, existing, counters }
    const head = heads.get(organization)
    if (rests.some((rest) => rest.version !== version) || (head && head.version !== version)) return undefined
    return { version, facts, hash: head?.hash, lastEntry: () => entries[0]!.lastEntry(), existing, counters }
  }

  /** How organizations stand now, and which of the fresh rows exist. */
  async function readStates(
    those: ReadonlyMap<string, readonly Waiting[]>,
    turn?: Turn,
  ): Promise<Map<string, State>> {
    const read = async ([organization, of]: [string, readonly Waiting[]]) => {
      const fresh = of.flatMap(({ staged }) =>
        staged.fresh.filter((row) => row.organization === organization),
      )
      const owners = of.flatMap(({ staged }) => chargesTo(organization, staged).map(({ owner }) => owner))
      const counted = [...new Set(owners)].map((id): Reading => ({ table: STORAGE, id }))
      const readings = [...fresh.map(({ table, id }): Reading => ({ table, id })), ...counted]
      const head = heads.get(organization)
      // In a turn, the last entry is known by its number, and read beside.
      const moment = turn?.moments.get(organization)
      const entry = moment && moment.version !== head?.version ? [entryOf(moment.version)] : []
      const from = turn ?? store
      const { answers, ...found } = await from.read(organization, [...readings, ...entry])
      const { version, facts } = moment ?? found
      const existing = new Set(fresh.filter((_, n) => answers[n]!.value !== undefined).map(keyOfRow))
      const lastEntry = async () =>
        entry.length > 0
          ? answers.at(-1)!.value
          : (await from.read(organization, [entryOf(version)])).answers[0]!.value
      const hash = head?.version === version ? head.hash : undefined
      const values = counted.map(({ id }, n) => [id, answers[fresh.length + n]!.value] as const)
      const counters = async () => new Map(values)
      return [organization, { version, facts, hash, lastEntry, existing, counters }] as const
    }
    return new Map(await Promise.all(Array.from(those, read)))
  }

  return {
    isShared: true,
    commit: (staged) =>
      new Promise((done, fail) => {
        const one: Waiting = {
          staged,
          isTold: false,
          done() {
            one.isTold = true
            done()
          },
          fail(error) {
            one.isTold = true
            fail(error)
          },
        }
        wait(one)
      }),
    knowsEntry: (organization, version) => heads.get(organization)?.version === version,
  }
}

/** How many of those who wait are one commit. */
export function countTogether(waiting: readonly Pick<Waiting, 'staged'>[]): number {
  let characters = 0
  const end = waiting.findIndex(({ staged }, n) => {
    // Rows of tables are in the journal once more.
    for (const { text = '' } of staged.writes) characters += 2 * text.length
    return n === COMMITTED_TOGETHER || (n > 0 && characters > CHARACTERS_TOGETHER)
  })
  return end < 0 ? waiting.length : end
}

const isOpen = ({ isTold }: Waiting) => !isTold

const entryOf = (version: number): Reading => ({ table: 'journal', id: journalId(version) })

/** Organizations whose journals a group extends. */
const writtenBy = (group: readonly Waiting[]): ReadonlySet<string> =>
  new Set(group.flatMap(({ staged }) => staged.entries.map(({ organization }) => organization)))

/** The newest version that anybody in a group read. */
function lastRead(group: readonly Waiting[], organization: string): number {
  const rests = group.flatMap(({ staged }) =>
    staged.rests.filter((rest) => rest.organization === organization),
  )
  return Math.max(...rests.map(({ version }) => version))
}

const NONE: ReadonlySet<string> = new Set()
const nothing = async () => undefined

/** Who of a group read an organization. */
function byOrganization(group: readonly Waiting[]): Map<string, Waiting[]> {
  const all = new Map<string, Waiting[]>()
  for (const one of group) {
    for (const { organization } of one.staged.rests) {
      const those = all.get(organization)
      if (those) those.push(one)
      else all.set(organization, [one])
    }
  }
  return all
}

/** An organization's journal as the commit extends it. */
interface Chain {
  readonly state: State
  /** Hash of its last entry; undefined where there is none. */
  last: string | undefined
  entries: number
  appends: number
  /** Fresh rows that are taken: by somebody else, or by one of the same commit. */
  readonly taken: Set<string>
  /** Storage counters as far as they were charged, by owner. */
  readonly counters: Map<string, Json | undefined>
}

async function chainsOf(
  group: readonly Waiting[],
  states: ReadonlyMap<string, State>,
): Promise<ReadonlyMap<string, Chain>> {
  const written = writtenBy(group)
  const chain = async ([organization, state]: [string, State]): Promise<[string, Chain]> => {
    const isNew = !written.has(organization) || state.version === 0
    const readLast = async () => (isNew ? undefined : (state.hash ?? hashIn(await state.lastEntry())))
    const [last, counters] = await Promise.all([readLast(), state.counters()])
    const taken = new Set(state.existing)
    return [organization, { state, last, entries: 0, appends: 0, taken, counters: new Map(counters) }]
  }
  return new Map(await Promise.all(Array.from(states, chain)))
}

/** One commit of all that do not stand in each other's way, in the order in which they came; the others are told. */
function link(group: readonly Waiting[], chains: ReadonlyMap<string, Chain>) {
  const accepted: Waiting[] = []
  const writes: Write[] = []
  for (const one of group) {
    const conflict = conflictOf(one.staged, chains)
    if (conflict === undefined) {
      try {
        writes.push(...one.staged.writes, ...entriesOf(one.staged, chains))
        accepted.push(one)
      } catch (error) {
        one.fail(error)
      }
    } else one.fail(new StoreConflict(conflict))
  }
  const kept = new Set(accepted.flatMap(({ staged }) => staged.rests.map(({ organization }) => organization)))
  const all = Array.from(chains).filter(([organization]) => kept.has(organization))
  const commit: Commit = {
    guards: all
      .filter(([, { entries }]) => entries > 0)
      .map(
        ([
          organization,
          {
            state: { version },
            entries,
            appends,
          },
        ]) => ({ organization, version, entries, appends }),
      ),
    rests: all
      .filter(([, { entries }]) => entries === 0)
      .map(([organization, { state }]) => ({ organization, facts: state.facts })),
    writes,
  }
  for (const [organization, { entries, counters }] of all) {
    // The guard of its entries protects the counters too.
    if (entries === 0) continue
    for (const [owner, value] of counters) {
      if (value !== undefined) writes.push(counterRow(organization, owner, value))
    }
  }
  const heads = all
    .filter(([, { entries }]) => entries > 0)
    .map(([organization, { state, entries, last }]) => {
      return [organization, { version: state.version + entries, hash: last! }] as const
    })
  return { accepted, commit, heads }
}

/** An organization of which something that the request rests on is no longer so. */
function conflictOf({ rests, fresh }: Staged, chains: ReadonlyMap<string, Chain>): string | undefined {
  const changed = rests.find(({ organization, facts }) => {
    const { state, entries, appends } = chains.get(organization)!
    return state.facts + entries - appends !== facts
  })
  const taken = fresh.find((row) => chains.get(row.organization)!.taken.has(keyOfRow(row)))
  return (changed ?? taken)?.organization
}

const chargesTo = (organization: string, { charges }: Staged): Charge[] =>
  charges.filter((charge) => charge.organization === organization)

/**
 * The journal entries of a request, behind those of the requests before it.
 * @throws ApiError when a storage quota is full
 */
function entriesOf({ entries, fresh, charges }: Staged, chains: ReadonlyMap<string, Chain>): Write[] {
  // All are made before any counts: what cannot be made leaves nothing behind.
  const made = entries.map(({ organization, changes, cause, isAppend }) => {
    const chain = chains.get(organization)!
    const entry = journalEntry(chain.last, chain.state.version + chain.entries, changes, cause)
    return { chain, isAppend, write: { organization, table: 'journal', ...entry } }
  })
  const charged = charges.map((charge) => {
    const { counters } = chains.get(charge.organization)!
    return { counters, owner: charge.owner, value: addCharge(counters.get(charge.owner), charge) }
  })
  for (const { counters, owner, value } of charged) counters.set(owner, value)
  for (const { chain, isAppend, write } of made) {
    chain.entries++
    if (isAppend) chain.appends++
    chain.last = hashIn(write.value)
  }
  for (const row of fresh) chains.get(row.organization)!.taken.add(keyOfRow(row))
  return made.map(({ write }) => write)
}

const keyOfRow = ({ table, id }: FreshRow) => keyOf(table, id)

/**
 * PostgreSQL's classes 22 (data), 23 (integrity) and 54 (limits of the program), SQLite's of the same: trying without it
 * helps, waiting does not.
 */
const OF_CONTENTS = /^(22|23|54)...$|^SQLITE_(TOOBIG|CONSTRAINT|MISMATCH)/

function isOfContents(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown }
  return error instanceof TypeError || (typeof code === 'string' && OF_CONTENTS.test(code))
}
