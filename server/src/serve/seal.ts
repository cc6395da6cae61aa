/** Sealed until the root secret is there: from a key file, a token, or enough shares, given one after the other. */
import { combineShares, parseShare, type Share } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import { assertRootSecret, type RootCheck } from './rootSecret.ts'

export interface SealState {
  readonly sealed: boolean
  /** Shares given so far, and how many it takes; absent when unsealed. */
  readonly given?: number
  readonly threshold?: number
  /** New shares that don't hold yet: how many were given back, and how many it takes. */
  readonly pending?: { readonly given: number; readonly threshold: number }
}

export interface GivenShare extends SealState {
  readonly index: number
  /** This share was the last one that a set was waiting for, to take the place of the old one. */
  readonly confirmed?: true
}

export interface Seal {
  state(): SealState
  /**
   * Takes one more share; the last one unseals, and makes a new set hold.
   * @throws KeysError for a share that does not fit; ServerError `ROOT_SECRET_MISMATCH`. Enough shares that do not
   *   agree are all forgotten
   */
  giveShare(text: string): Promise<GivenShare>
  /** Forgets the shares given so far. */
  discard(): void
  /** Forgets the root secret: the process answers no call until it is unsealed again. */
  close(): void
  /** What the database knew when it was read last. */
  check(): RootCheck
  /** @throws ServerError `ROOT_SECRET_MISMATCH` */
  open(rootSecret: Uint8Array): void
}

export interface SealPorts {
  /** Read again for each share, because `reshare` may have changed it. */
  readonly readCheck: () => Promise<RootCheck>
  /** Makes the pending set hold. */
  readonly confirm: (set: string) => Promise<RootCheck>
  readonly onOpen: (rootSecret: Uint8Array) => void
  readonly onClose: () => void
}

export function createSeal({ readCheck, confirm, onOpen, onClose }: SealPorts, initial: RootCheck): Seal {
  /** By set, then by the number of the share. */
  const given = new Map<string, Map<number, string>>()
  let check = initial
  let isSealed = true

  function state(): SealState {
    const count = (set: string) => given.get(set)?.size ?? 0
    const { shares, pending } = check
    const inUse = shares ?? pending
    const awaited = pending &&
      pending !== inUse && { pending: { given: count(pending.set), threshold: pending.threshold } }
    if (!isSealed) return { sealed: false, ...awaited }
    return {
      sealed: true,
      given: inUse ? count(inUse.set) : 0,
      threshold: inUse?.threshold ?? 1,
      ...awaited,
    }
  }

  function open(rootSecret: Uint8Array): void {
    assertRootSecret(rootSecret, check)
    if (!isSealed) return
    isSealed = false
    onOpen(rootSecret)
  }

  /** All shares of the set, this one included. */
  function collect({ set, index }: Share, text: string): readonly string[] {
    const shares = given.get(set) ?? new Map<number, string>()
    given.set(set, shares.set(index, text))
    return [...shares.values()]
  }

  return {
    state,
    open,
    check: () => check,
    discard: () => given.clear(),
    close() {
      given.clear()
      if (isSealed) return
      isSealed = true
      onClose()
    },
    async giveShare(text) {
      const share = parseShare(text)
      const { index, set, threshold } = share
      check = await readCheck()
      const isPending = set === check.pending?.set
      if (!isPending && set !== check.shares?.set) throw mismatch(`share ${index} is not of this server`)
      if (!isPending && !isSealed) return { ...state(), index }
      const shares = collect(share, text)
      if (shares.length < threshold) return { ...state(), index }
      // If they don't agree, it is unknown which one is wrong, so all of them go.
      given.delete(set)
      const rootSecret = await combineShares(shares)
      assertRootSecret(rootSecret, check)
      const replaces = isPending && check.shares !== null
      if (isPending) check = await confirm(set)
      open(rootSecret)
      return { ...state(), index, ...(replaces && { confirmed: true }) }
    },
  }
}

function mismatch(message: string): ServerError {
  const hint = 'Use the shares or the key file that were made for this database last.'
  return new ServerError('ROOT_SECRET_MISMATCH', message, hint)
}
