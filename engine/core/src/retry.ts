/** Optimistic concurrency: a request runs again when a commit changed what it read. */
import type { EngineParts } from './parts.ts'
import { HEAD_READING, outdatedHash, RowsOutdated } from './store/rowMacs.ts'
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
      if (error instanceof RowsOutdated) await upgrade(engine, error.organizationId)
      else if (error instanceof StoreConflict) await ports.backOff?.(attempt)
      else throw error
    }
  }
}

/** Once per organization, after a new release began to use the database. Another process may do the same. */
export async function upgrade({ ports, vault }: Upgrading, organizationId: string): Promise<void> {
  const { upgradeRows } = await import('./journal/upgradeRows.ts')
  await upgradeRows(ports.store, organizationId, { vault, now: ports.clock() }).catch((error: unknown) => {
    if (!(error instanceof StoreConflict)) throw error
  })
}

type Upgrading = Pick<EngineParts, 'ports' | 'vault'>

/** @throws RowAltered of the first organization that can't be upgraded, after all others */
export async function upgradeAll(engine: Upgrading): Promise<void> {
  const { store } = engine.ports
  const failures: unknown[] = []
  for (const id of await store.organizations()) {
    const { version, answers } = await store.read(id, [HEAD_READING])
    if (outdatedHash(engine.vault.mac, id, version, answers[0]!.value) === undefined) continue
    await upgrade(engine, id).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
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
