/**
 * Group commit: requests that are staged while a commit is under way are written together by the next one.
 *
 * A request that only appends (a new activity: nearly every signature) leaves its organization's turn as soon as it is
 * staged, and is answered when it is durable. Decisions rest on facts, and an append changes none, so no decision rests
 * on rows that are staged and not yet durable.
 *
 * Each commit is guarded by the versions that its journal entries follow, and by the facts that its requests read.
 * Appends of other processes don't conflict: the entries are linked behind them. A request whose facts have changed, or
 * whose body another process executed, gets a StoreConflict and begins again; the rest of its group is committed.
 *
 * If another process commits to the same organization, the group waits for the lock and takes in requests that are staged
 * until then: two processes alternate with large groups instead of conflicting with small ones.
 */
import { journalId } from './journalEntry.ts'
import { countTogether, isOpen, openLane } from './lane.ts'
import { chainsOf, keyOfRow, link, type State, type Waiting, writtenBy } from './linking.ts'
import { rememberBriefly } from './rememberBriefly.ts'
import type { Counters, OpenedRest, Staged, Staging } from './staging.ts'
import { type Charge, STORAGE } from './storage.ts'
import { type Reading, type Store, StoreConflict, type Turn } from './store.ts'

/** Upper bound of organizations whose last entry is cached. */
const HEADS = 4_000
/** After this many conflicts with other processes, the requests of the group begin again. */
const MAX_ATTEMPTS = 8
/** After this many locked commits without another process in between, commits go by version again. */
const QUIET_TURNS = 3

/**
 * The last entry of a journal that was written here, and the storage counters of its commit. Together they spare a
 * signature one of three statements.
 */
interface Head {
  readonly version: number
  readonly hash: string
  readonly counters: Counters
}

/**
 * @param clock milliseconds
 * @param gather settles when requests that are nearly ready have had the time to join. Default: immediately
 */
export function openGroupCommit(
  store: Store,
  clock: () => number,
  gather: () => Promise<void> = async () => undefined,
): Staging {
  const heads = rememberBriefly<Head>(clock, HEADS)
  /** Organizations that another process commits to as well, with the number of quiet turns left. */
  const shared = rememberBriefly<number>(clock, HEADS)
  const asRead = openLane(commitAsRead, gather)
  const inTurn = openLane(commitInTurn, gather)

  const wait = (one: Waiting) => (isInCompany(one) ? inTurn : asRead)(one)

  const isInCompany = ({ staged }: Waiting) =>
    store.commitInTurn !== undefined &&
    staged.entries.some(({ organization }) => shared.get(organization) !== undefined)

  /** @param group requests that must wait for their turn are removed from it */
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

  /** @param group grows by waiting requests that were staged before the lock was taken */
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

  /** Adds requests that were staged while the group waited and that write to the same organizations only. */
  function takeIn(group: Waiting[], waiting: Waiting[], organizations: ReadonlySet<string>): void {
    const fits = ({ staged }: Waiting) =>
      staged.entries.every(({ organization }) => organizations.has(organization))
    const fitting = waiting.filter(fits)
    const room = countTogether([...group, ...fitting]) - group.length
    const taken = new Set(fitting.slice(0, Math.max(0, room)))
    group.push(...taken)
    waiting.splice(0, waiting.length, ...waiting.filter((one) => !taken.has(one)))
  }

  /** A turn is quiet if the commit would have succeeded without the lock. */
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
   * If all requests of a group read an organization at the same version, and no later version is known here, their
   * reads are used: the commit is guarded by that version. All other organizations are read again.
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
    const head = heads.get(organization)
    const charges = those.flatMap(({ staged }) => chargesTo(organization, staged))
    const counterOf = async ({ owner, read }: Charge) =>
      [owner, head?.counters.has(owner) ? head.counters.get(owner) : await read()] as const
    const counters = async () => new Map(await Promise.all(charges.map(counterOf)))
    // Requests that only read it need the same facts, at any version.
    if (entries.length === 0)
      return { version, facts, hash: undefined, lastEntry: nothing, existing, counters }
    if (rests.some((rest) => rest.version !== version) || (head && head.version !== version)) return undefined
    return { version, facts, hash: head?.hash, lastEntry: () => entries[0]!.lastEntry(), existing, counters }
  }

  /** The current state of organizations, and which of the fresh rows exist. */
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
      // Under the lock the number of the last entry is known, so it is read in the same call.
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
    isWritten: (organization, version) => (heads.get(organization)?.version ?? 0) >= version,
  }
}

const entryOf = (version: number): Reading => ({ table: 'journal', id: journalId(version) })

/** The newest version that a request of the group read. */
function lastRead(group: readonly Waiting[], organization: string): number {
  const rests = group.flatMap(({ staged }) =>
    staged.rests.filter((rest) => rest.organization === organization),
  )
  return Math.max(...rests.map(({ version }) => version))
}

const NONE: ReadonlySet<string> = new Set()
const nothing = async () => undefined

/** The requests of a group, by the organizations that they read. */
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

const chargesTo = (organization: string, { charges }: Staged): Charge[] =>
  charges.filter((charge) => charge.organization === organization)
