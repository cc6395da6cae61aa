/** Shares are written down before the database says that they hold: they cannot be had a second time. */
import { StoreConflict } from '@keywright/engine'

/**
 * Puts new shares where they stay, such as into files. What it throws stops everything.
 * @returns takes them away again, when nothing came of them
 */
export type KeepShares = (shares: readonly string[]) => Promise<() => Promise<void>>

/**
 * The commit's value, with the shares kept; when it is refused they are taken away. A commit whose answer was lost may
 * have happened: then they stay.
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
