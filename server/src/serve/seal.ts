/** Sealed until the root secret is there: from a key file, or from enough shares, given one after the other. */
import { combineShares, isKeysError, parseShare } from '@keywright/keys'
import { ServerError } from '../serverError.ts'
import { checkOf, type RootCheck } from './rootSecret.ts'

export interface SealState {
  readonly sealed: boolean
  /** Shares given so far, and how many it takes; absent when unsealed. */
  readonly given?: number
  readonly threshold?: number
}

export interface Seal {
  state(): SealState
  /**
   * Takes one more share, and says which of them it is; the last one unseals.
   * @throws KeysError for a share that does not fit; ServerError `ROOT_SECRET_MISMATCH`. Enough shares that do not
   *   agree are all forgotten
   */
  giveShare(text: string): Promise<SealState & { readonly index: number }>
  /** What the database knew when it was read last. */
  check(): RootCheck
  /** @throws ServerError `ROOT_SECRET_MISMATCH` */
  open(rootSecret: Uint8Array): void
}

/** @param readCheck read again for each share, because `reshare` may have changed it */
export function createSeal(
  readCheck: () => Promise<RootCheck>,
  initial: RootCheck,
  onOpen: (rootSecret: Uint8Array) => void,
): Seal {
  const given = new Map<number, string>()
  let check = initial
  let isSealed = true

  const state = (): SealState =>
    isSealed
      ? { sealed: true, given: given.size, threshold: check.shares?.threshold ?? 1 }
      : { sealed: false }

  function open(rootSecret: Uint8Array): void {
    assertRootSecret(rootSecret, check)
    given.clear()
    if (!isSealed) return
    isSealed = false
    onOpen(rootSecret)
  }

  return {
    state,
    open,
    check: () => check,
    async giveShare(text) {
      const share = parseShare(text)
      if (!isSealed) return { ...state(), index: share.index }
      check = await readCheck()
      if (share.set !== check.shares?.set) throw mismatch('the share is not of this server')
      given.set(share.index, text)
      if (given.size < share.threshold) return { ...state(), index: share.index }
      try {
        open(await combineShares([...given.values()]))
      } catch (error) {
        // One of them is wrong, and nobody can tell which.
        if (isKeysError(error) || error instanceof ServerError) given.clear()
        throw error
      }
      return { ...state(), index: share.index }
    },
  }
}

/** @throws ServerError `ROOT_SECRET_MISMATCH` */
export function assertRootSecret(rootSecret: Uint8Array, { check }: RootCheck): void {
  if (checkOf(rootSecret) !== check) throw mismatch('the root secret is not the one of this database')
}

function mismatch(message: string): ServerError {
  const hint = 'Use the shares or the key file that were made for this database last.'
  return new ServerError('ROOT_SECRET_MISMATCH', message, hint)
}
