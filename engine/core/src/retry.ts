/** Optimistic concurrency: a request runs again when a commit changed what it read. */
import type { EngineParts } from './parts.ts'
import { StoreConflict } from './store/store.ts'
import { beginTransaction, type Transaction } from './store/transaction.ts'

const MAX_ATTEMPTS = 20

/** Runs the task on a fresh transaction per attempt. Back-off separates competing writers. */
export async function retryOnConflict<T>(
  engine: EngineParts,
  task: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { ports } = engine
  for (let attempt = 1; ; attempt++) {
    try {
      return await task(beginTransaction(ports.store, engine))
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
      if (!(error instanceof StoreConflict)) throw error
      await ports.backOff?.(attempt)
    }
  }
}

/**
 * Rethrows an error only if no commit changed what the task read, because reads are not one snapshot.
 * @throws StoreConflict if one did
 */
export async function failIfCurrent<T>(transaction: Transaction, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    const changed = error instanceof StoreConflict ? undefined : await transaction.firstChanged()
    throw changed === undefined ? error : new StoreConflict(changed)
  }
}
