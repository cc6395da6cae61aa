/** Tells a store that cannot be reached, or cannot write, from a fault in the code that uses it. */
import { type Store, StoreConflict } from '@keywright/engine'

/** The database did not do what it was asked: it is gone, full, or refuses. Trying again later may work. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The same store, whose failures are `StoreUnavailable`; a `StoreConflict` stays what it is. */
export function tellingUnavailable(store: Store): Store {
  const told = <T>(answer: Promise<T>) => answer.catch(tell)
  return {
    get: (organization, table, id) => told(store.get(organization, table, id)),
    list: (organization, table, range) => told(store.list(organization, table, range)),
    version: (organization) => told(store.version(organization)),
    commit: (changes) => told(store.commit(changes)),
    organizations: () => told(store.organizations()),
  }
}

function tell(error: unknown): never {
  if (error instanceof StoreConflict) throw error
  throw new StoreUnavailable('the database does not answer as it should', { cause: error })
}
