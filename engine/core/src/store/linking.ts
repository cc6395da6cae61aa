/** Links the requests of a group into one commit: each journal entry follows the one before it. */
import { hashIn, journalEntry } from './journalEntry.ts'
import { keyOf } from './keyOf.ts'
import type { FreshRow, NewEntry, Staged } from './staging.ts'
import { addCharge, counterRow } from './storage.ts'
import { type Commit, type Json, StoreConflict, type Write } from './store.ts'

/** A staged request that waits for its commit. */
export interface Waiting {
  readonly staged: Staged
  isTold: boolean
  done(): void
  fail(error: unknown): void
}

/** The known state of an organization before a commit. */
export interface State {
  readonly version: number
  readonly facts: number
  readonly hash: string | undefined
  /** Reads the head, if the hash of the last entry is not known. */
  lastHead(): Promise<Json | undefined>
  readonly existing: ReadonlySet<string>
  /** Storage counters that the commit changes, by owner. */
  counters(): Promise<ReadonlyMap<string, Json | undefined>>
}

/** Organizations whose journals a group extends. */
export const writtenBy = (group: readonly Waiting[]): ReadonlySet<string> =>
  new Set(group.flatMap(({ staged }) => staged.entries.map(({ organization }) => organization)))

interface Chain {
  readonly state: State
  /** Why no entry can follow: the head was altered. */
  readonly broken: unknown
  /** Hash of its last entry; undefined for an empty journal. */
  last: string | undefined
  /** `head` of its last new entry. */
  head: NewEntry['head'] | undefined
  entries: number
  appends: number
  /** Fresh rows that exist, or that another request of this commit writes. */
  readonly taken: Set<string>
  /** Storage counters including the charges so far, by owner. */
  readonly counters: Map<string, Json | undefined>
}

export async function chainsOf(
  group: readonly Waiting[],
  states: ReadonlyMap<string, State>,
): Promise<ReadonlyMap<string, Chain>> {
  const written = writtenBy(group)
  const readHash = async (organization: string, { facts, version, lastHead }: State) => {
    // The others conflict.
    const current = group.filter(({ staged }) =>
      staged.rests.some((rest) => rest.organization === organization && rest.facts === facts),
    )
    const entries = current.flatMap(({ staged }) => staged.entries)
    const one = entries.find((entry) => entry.organization === organization)
    return one?.hashIn(await lastHead(), version)
  }
  const chain = async ([organization, state]: [string, State]): Promise<[string, Chain]> => {
    const isNew = !written.has(organization) || state.version === 0
    const readLast = async () => (isNew ? undefined : (state.hash ?? (await readHash(organization, state))))
    let broken: unknown
    const [last, counters] = await Promise.all([readLast(), state.counters()]).catch((error: unknown) => {
      broken = error
      return [undefined, []] as const
    })
    const taken = new Set(state.existing)
    const extended = { last, head: undefined, entries: 0, appends: 0, taken, counters: new Map(counters) }
    return [organization, { state, broken, ...extended }]
  }
  return new Map(await Promise.all(Array.from(states, chain)))
}

/** Combines all requests that don't conflict into one commit, in order of arrival; the others fail. */
export function link(group: readonly Waiting[], chains: ReadonlyMap<string, Chain>) {
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
  const extended = all.filter(([, { entries }]) => entries > 0)
  const onlyRead = all.filter(([, { entries }]) => entries === 0)
  const commit: Commit = {
    guards: extended.map(([organization, { state, entries, appends }]) => {
      return { organization, version: state.version, entries, appends }
    }),
    rests: onlyRead.map(([organization, { state }]) => ({ organization, facts: state.facts })),
    writes,
  }
  // The guard of the organization's entries also protects its counters.
  for (const [organization, { counters }] of extended) {
    for (const [owner, value] of counters) {
      if (value !== undefined) writes.push(counterRow(organization, owner, value))
    }
  }
  for (const [, { state, entries, last, head }] of extended)
    writes.push(head!(state.version + entries, last!))
  const heads = extended.map(([organization, { state, entries, last, counters }]) => {
    return [organization, { version: state.version + entries, hash: last!, counters }] as const
  })
  return { accepted, commit, heads }
}

/** The organization on which a request conflicts: its facts changed, or a fresh row exists by now. */
function conflictOf({ rests, fresh }: Staged, chains: ReadonlyMap<string, Chain>): string | undefined {
  const changed = rests.find(({ organization, facts }) => {
    const { state, entries, appends } = chains.get(organization)!
    return state.facts + entries - appends !== facts
  })
  const taken = fresh.find((row) => chains.get(row.organization)!.taken.has(keyOfRow(row)))
  return (changed ?? taken)?.organization
}

/**
 * The journal entries of a request, which follow those of the requests before it.
 * @throws ApiError when a storage quota is full; RowAltered
 */
function entriesOf({ entries, fresh, charges }: Staged, chains: ReadonlyMap<string, Chain>): Write[] {
  // Build everything before changing the chains, so that a failure leaves no trace.
  const made = entries.map(({ organization, changes, cause, isAppend, head }) => {
    const chain = chains.get(organization)!
    if (chain.broken !== undefined) throw chain.broken
    const entry = journalEntry(chain.last, chain.state.version + chain.entries, changes, cause)
    return { chain, isAppend, head, write: { organization, table: 'journal', ...entry } }
  })
  const charged = charges.map((charge) => {
    const { counters } = chains.get(charge.organization)!
    return { counters, owner: charge.owner, value: addCharge(counters.get(charge.owner), charge) }
  })
  for (const { counters, owner, value } of charged) counters.set(owner, value)
  for (const { chain, isAppend, head, write } of made) {
    chain.head = head
    chain.entries++
    if (isAppend) chain.appends++
    chain.last = hashIn(write.value)
  }
  for (const row of fresh) chains.get(row.organization)!.taken.add(keyOfRow(row))
  return made.map(({ write }) => write)
}

export const keyOfRow = ({ table, id }: FreshRow) => keyOf(table, id)
