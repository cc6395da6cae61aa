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

import { byOrganization, type Head, readStates, statesAsRead } from './groupStates.ts'
import { countTogether, isOpen, openLane } from './lane.ts'
import { chainsOf, link, type Waiting, writtenBy } from './linking.ts'
import { type Memory, rememberBriefly } from './rememberBriefly.ts'
import type { Staged, Staging } from './staging.ts'
import { type Store, StoreConflict, type Turn } from './store.ts'

/** Upper bound of organizations whose last entry is cached. */
const HEADS = 4_000
/** After this many conflicts with other processes, the requests of the group begin again. */
const MAX_ATTEMPTS = 8
/** After this many locked commits without another process in between, commits go by version again. */
const QUIET_TURNS = 3

/**
 * @param clock milliseconds
 * @param gather settles when requests that are nearly ready have had the time to join. Default: immediately
 */
export const openGroupCommit = (
  store: Store,
  clock: () => number,
  gather: () => Promise<void> = async () => undefined,
): Staging => new GroupCommit(store, clock, gather)

/** Callers copy and detach the members of the port, so those are bound. */
class GroupCommit implements Staging {
  readonly isShared = true
  readonly #store: Store
  readonly #heads: Memory<Head>
  /** Organizations that another process commits to as well, with the number of quiet turns left. */
  readonly #quietTurns: Memory<number>
  readonly #asRead: (one: Waiting) => void
  readonly #inTurn: (one: Waiting) => void

  constructor(store: Store, clock: () => number, gather: () => Promise<void>) {
    this.#store = store
    this.#heads = rememberBriefly(clock, HEADS)
    this.#quietTurns = rememberBriefly(clock, HEADS)
    this.#asRead = openLane((group) => this.#commitAsRead(group), gather)
    this.#inTurn = openLane((group, waiting) => this.#commitInTurn(group, waiting), gather)
  }

  readonly commit = (staged: Staged): Promise<void> =>
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
      if (this.#isContended(one)) this.#inTurn(one)
      else this.#asRead(one)
    })

  readonly isWritten = (organization: string, version: number): boolean =>
    (this.#heads.get(organization)?.version ?? 0) >= version

  #isContended({ staged }: Waiting): boolean {
    return (
      this.#store.commitInTurn !== undefined &&
      staged.entries.some(({ organization }) => this.#quietTurns.get(organization) !== undefined)
    )
  }

  /** @param group requests that must wait for their turn are removed from it */
  async #commitAsRead(group: Waiting[]): Promise<void> {
    let states = await statesAsRead(this.#store, this.#heads, group)
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const linked = link(group.filter(isOpen), await chainsOf(group, states))
      try {
        if (linked.accepted.length > 0) await this.#store.commit(linked.commit)
        this.#tellDone(linked)
        return
      } catch (error) {
        if (!(error instanceof StoreConflict)) throw error
      }
      const now = await readStates(this.#store, this.#heads, byOrganization(linked.accepted))
      for (const [organization, { version }] of now) {
        if (version !== states.get(organization)!.version) this.#quietTurns.set(organization, QUIET_TURNS)
      }
      states = now
      const moved = linked.accepted.filter((one) => this.#isContended(one))
      group.splice(0, group.length, ...linked.accepted.filter((one) => !this.#isContended(one)))
      for (const one of moved) this.#inTurn(one)
    }
    throw new StoreConflict('of many')
  }

  /** @param group grows by waiting requests that were staged before the lock was taken */
  async #commitInTurn(group: Waiting[], waiting: Waiting[]): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const organizations = [...writtenBy(group.filter(isOpen))].sort()
      let linked = link([], new Map())
      try {
        await this.#store.commitInTurn!(organizations, async (turn) => {
          takeIn(group, waiting, new Set(organizations))
          this.#countQuietTurns(group, turn)
          const left = group.filter(isOpen)
          linked = link(
            left,
            await chainsOf(left, await readStates(this.#store, this.#heads, byOrganization(left), turn)),
          )
          return linked.accepted.length > 0 ? linked.commit : undefined
        })
        this.#tellDone(linked)
        return
      } catch (error) {
        if (!(error instanceof StoreConflict)) throw error
      }
    }
    throw new StoreConflict('of many')
  }

  #tellDone({ heads: written, accepted }: ReturnType<typeof link>): void {
    for (const [organization, head] of written) this.#heads.set(organization, head)
    for (const { done } of accepted) done()
  }

  /** A turn is quiet if the commit would have succeeded without the lock. */
  #countQuietTurns(group: readonly Waiting[], { moments }: Turn): void {
    for (const [organization, { version }] of moments) {
      const turns = this.#quietTurns.get(organization)
      if (turns === undefined) continue
      const isQuiet =
        version === this.#heads.get(organization)?.version || version === lastRead(group, organization)
      if (!isQuiet) this.#quietTurns.set(organization, QUIET_TURNS)
      else if (turns > 1) this.#quietTurns.set(organization, turns - 1)
      else this.#quietTurns.forget(organization)
    }
  }
}

function takeIn(group: Waiting[], waiting: Waiting[], organizations: ReadonlySet<string>): void {
  const fits = ({ staged }: Waiting) =>
    staged.entries.every(({ organization }) => organizations.has(organization))
  const fitting = waiting.filter(fits)
  const room = countTogether([...group, ...fitting]) - group.length
  const taken = new Set(fitting.slice(0, Math.max(0, room)))
  group.push(...taken)
  waiting.splice(0, waiting.length, ...waiting.filter((one) => !taken.has(one)))
}

function lastRead(group: readonly Waiting[], organization: string): number {
  const rests = group.flatMap(({ staged }) =>
    staged.rests.filter((rest) => rest.organization === organization),
  )
  return Math.max(...rests.map(({ version }) => version))
}
