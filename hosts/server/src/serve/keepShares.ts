/** Shares are stored before the database accepts them, because they cannot be created again. */
import { StoreConflict } from '@keywright/engine'

/**
 * Stores new shares, such as in files. An error aborts the operation.
 * @returns a function that removes the shares again if the operation fails
 */
export type KeepShares = (shares: readonly string[]) => Promise<() => Promise<void>>

/**
 * Stores the shares and commits. If the commit is rejected, the shares are removed. If the outcome is unknown, they stay.
 */
export async function keptUnlessRefused<T>(
  keep: KeepShares | undefined,
  shares: readonly string[],
  commit: () => Promise<T>,
): Promise<T> {
  const forget = await keep?.(shares)
  try {
    return await commit()
  } catch (error) {
    if (error instanceof StoreConflict) await forget?.()
    throw error
  }
}
