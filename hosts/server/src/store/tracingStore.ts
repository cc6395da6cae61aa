/** Wraps a store to measure or trace each operation. */
import type { Store } from '@keywright/engine'

export interface Tracer {
  within<T>(name: string, task: () => Promise<T>): Promise<T>
}

/** Names only the operation, never organization or row. */
export const tracingStore = ({ commitInTurn, ...store }: Store, { within }: Tracer): Store => ({
  ...(commitInTurn && {
    commitInTurn: (...of) => within('commit in turn', () => commitInTurn(...of)),
  }),
  get: (...of) => within('get', () => store.get(...of)),
  read: (...of) => within('read', () => store.read(...of)),
  count: (...of) => within('count', () => store.count(...of)),
  list: (...of) => within('list', () => store.list(...of)),
  scan: (...of) => within('scan', () => store.scan(...of)),
  version: (...of) => within('version', () => store.version(...of)),
  commit: (...of) => within('commit', () => store.commit(...of)),
  organizations: () => within('organizations', () => store.organizations()),
  inSnapshot: (task) => store.inSnapshot(task),
})
