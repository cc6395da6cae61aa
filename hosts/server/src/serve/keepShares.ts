/** Shares are stored before the database accepts them, because they cannot be created again. */
import { rmSync } from 'node:fs'
import { StoreConflict } from '@keywright/engine'

/**
 * Stores new shares, such as in files. An error aborts the operation.
 * @returns a function that removes the shares again if the operation fails
 */
export type KeepShares = (shares: readonly string[]) => Promise<() => Promise<void>>

export interface KeptSecrets {
  readonly keepShares?: KeepShares | undefined
  /** Was written before. */
  readonly keyFile?: string | undefined
}

/**
 * Stores the shares and commits. If the commit is rejected, shares and key file are removed. If the outcome is unknown, they
 * stay.
 * @param refused what a rejected commit throws
 */
export async function keptUnlessRefused<T>(
  { keepShares, keyFile }: KeptSecrets,
  shares: readonly string[],
  commit: () => Promise<T>,
  refused: (cause: StoreConflict) => Error,
): Promise<T> {
  const forget = await keepShares?.(shares)
  try {
    return await commit()
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error
    await forget?.()
    if (keyFile !== undefined) rmSync(keyFile, { force: true })
    throw refused(error)
  }
}
