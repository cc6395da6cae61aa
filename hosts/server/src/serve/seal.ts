/** The seal, which opens with the root secret from a key file, a token, or enough shares. */
import { combineShares, parseShare, type Share } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import { deploymentKeyOf, type RootCheck, versionOf } from './rootSecret.ts'

export interface SealState {
  readonly sealed: boolean
  /** Shares received so far, and the required number; absent when unsealed. */
  readonly given?: number
  readonly threshold?: number
  /** Unconfirmed new shares: how many were submitted, and the required number. */
  readonly pending?: { readonly given: number; readonly threshold: number }
  /** The next root secret during a rotation, which opens the server too: its number, and its shares if it has some. */
  readonly next?: { readonly version: number; readonly given?: number; readonly threshold?: number }
}

export interface GivenShare extends SealState {
  readonly index: number
  /** This share completed a new set, which replaced the old one. */
  readonly confirmed?: true
}

export interface Seal {
  state(): SealState
  /**
   * Accepts one share. The last required share unseals, and confirms a new set.
   * @throws KeysError for a share that doesn't match; ServerError `ROOT_SECRET_MISMATCH`, `DATABASE_OUTDATED`. If the
   *   shares of a set don't agree, all of them are discarded; if the database fails, only this one
   */
  giveShare(text: string): Promise<GivenShare>
  /** Discards the shares received so far. */
  discard(): void
  /** Discards all keys: the process rejects calls until it is unsealed again. */
  close(): void
  /** The root check that was read last. */
  check(): RootCheck
  /** @throws ServerError `ROOT_SECRET_MISMATCH`, `DATABASE_OUTDATED` */
  open(rootSecret: Uint8Array): Promise<void>
}

export interface SealPorts {
  /** Called for each share, because `reshare` may have changed the check. */
  readonly readCheck: () => Promise<RootCheck>
  /** Confirms the pending set. */
  readonly confirm: (set: string) => Promise<RootCheck>
  /** Rejects rows that the engine can't read, before the server opens. */
  readonly assertReadable: (deploymentKey: Uint8Array) => Promise<void>
  readonly onOpen: (deploymentKey: Uint8Array) => void
  readonly onClose: () => void
}

export function createSeal(
  { readCheck, confirm, assertReadable, onOpen, onClose }: SealPorts,
  initial: RootCheck,
): Seal {
  const given = createGiven()
  let check = initial
  let isSealed = true

  const state = () => stateOf(check, isSealed, given.count)

  async function open(rootSecret: Uint8Array, round = given.round()): Promise<void> {
    const key = deploymentKeyOf(rootSecret, check)
    if (!isSealed) return
    await assertReadable(key)
    if (!isSealed || given.round() !== round) return
    isSealed = false
    onOpen(key)
  }

  return {
    state,
    open: (rootSecret) => open(rootSecret),
    check: () => check,
    discard: given.discard,
    close() {
      given.discard()
      if (isSealed) return
      isSealed = true
      onClose()
    },
    async giveShare(text) {
      const share = parseShare(text)
      const { index, set, threshold } = share
      check = await readCheck()
      const isPending = set === check.pending?.set
      if (!isPending && set !== check.shares?.set && set !== check.next?.shares?.set)
        throw mismatch(`share ${index} does not belong to this server`)
      if (!isPending && !isSealed) return { ...state(), index }
      const shares = given.add(share, text)
      if (shares.length < threshold) return { ...state(), index }
      // If the shares don't agree, it is unknown which one is wrong, so all are discarded.
      const round = given.round()
      const putBack = given.take(share)
      const rootSecret = await combineShares(shares)
      versionOf(rootSecret, check)
      const replaces = isPending && check.shares !== null
      try {
        if (isPending) check = await confirm(set)
        await open(rootSecret, round)
      } catch (error) {
        putBack()
        throw error
      }
      return { ...state(), index, ...(replaces && { confirmed: true }) }
    },
  }
}

/** The shares that were given, by set and number. */
function createGiven() {
  const sets = new Map<string, Map<number, string>>()
  let round = 0
  return {
    count: (set: string) => sets.get(set)?.size ?? 0,
    /** Changes with `discard`, which requests that are under way heed too. */
    round: () => round,
    /** @returns all shares of its set */
    add({ set, index }: Share, text: string): readonly string[] {
      const shares = sets.get(set) ?? new Map<number, string>()
      sets.set(set, shares.set(index, text))
      return [...shares.values()]
    },
    /** Removes the shares of a set. @returns a function that puts back the others, and keeps shares that arrived since */
    take({ set, index }: Share): () => void {
      const others = new Map(sets.get(set))
      others.delete(index)
      sets.delete(set)
      const taken = round
      return () => void (taken === round && sets.set(set, new Map([...others, ...(sets.get(set) ?? [])])))
    },
    discard() {
      sets.clear()
      round++
    },
  }
}

/** @param count how many shares of a set were given */
function stateOf(check: RootCheck, isSealed: boolean, count: (set: string) => number): SealState {
  const { shares, pending, next } = check
  const inUse = shares ?? pending
  const coming = pending && pending !== inUse ? pending : undefined
  const holding = next?.shares && { given: count(next.shares.set), threshold: next.shares.threshold }
  const awaited = {
    ...(coming && { pending: { given: count(coming.set), threshold: coming.threshold } }),
    ...(next && { next: { version: next.version, ...holding } }),
  }
  if (!isSealed) return { sealed: false, ...awaited }
  return {
    sealed: true,
    given: inUse ? count(inUse.set) : 0,
    threshold: inUse?.threshold ?? 1,
    ...awaited,
  }
}

function mismatch(message: string): ServerError {
  const hint = 'Use the latest shares or the key file of this database.'
  return new ServerError('ROOT_SECRET_MISMATCH', message, hint)
}
