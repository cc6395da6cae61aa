/** The same store, each of whose statements is told to whoever traces. */
import type { Store } from '@keywright/engine'

export interface Tracer {
  within<T>(name: string, task: () => Promise<T>): Promise<T>
}

/** Names what is asked, not whose or which row. */
export const tracingStore = ({ commitInTurn, ...store }: Store, { within }: Tracer): Store => ({
  ...(commitInTurn && {
    commitInTurn: (...of) => within('store commit in turn', () => commitInTurn(...of)),
  }),
  get: (...of) => within('store get', () => store.get(...of)),
  read: (...of) => within('store read', () => store.read(...of)),
  count: (...of) => within('store count', () => store.count(...of)),
  list: (...of) => within('store list', () => store.list(...of)),
  version: (...of) => within('store version', () => store.version(...of)),
  commit: (...of) => within('store commit', () => store.commit(...of)),
  organizations: () => within('store organizations', () => store.organizations()),
})
