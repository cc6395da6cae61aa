/** Tampers with a store, bypassing the engine. */
import type { Json, Store } from '@keywright/engine'
import type { Tampering } from './host.ts'

export async function tamper(store: Store, organizationId: string, how: Tampering): Promise<void> {
  const write = (table: string, id: string, value: Json | undefined) =>
    store.commit({ guards: [], writes: [{ organization: organizationId, table, id, value }] })
  const newest = async (table: string) =>
    (await store.list(organizationId, table, { reverse: true, limit: 1 }))[0]!
  switch (how) {
    case 'alters a user': {
      const { id, value } = await newest('users')
      return write('users', id, { ...(value as object), userName: 'mallory' })
    }
    case 'alters the journal': {
      const { id, value } = await newest('journal')
      return write('journal', id, { ...(value as object), at: 0 })
    }
    case 'drops the newest entry':
      return write('journal', (await newest('journal')).id, undefined)
  }
}
