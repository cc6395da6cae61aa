/** Users, policies and quorum of an organization as the walk through its journal goes on. */
import type { Json, Store } from '../store/store.ts'
import type { PolicyRow, UserRow } from '../store/tables.ts'
import { fingerprintOf } from './replay.ts'
import type { StateBefore } from './votes.ts'

export interface JournalState {
  /** A row that the checkpoint stands for. */
  known(table: string, id: string, fingerprint: string): Promise<void>
  change(table: string, id: string, value: Json): void
  /** As of the changes so far. */
  before(): StateBefore
}

/** Keeps the rows of three tables, which have few. */
export function openState(store: Store, organizationId: string): JournalState {
  /** Undefined if it is older than the checkpoint and has changed since. */
  const rows = new Map<string, Json | undefined>()
  const isKept = (table: string) => table === 'users' || table === 'policies' || table === 'organization'

  function policies(): ReadonlyMap<string, PolicyRow> | undefined {
    const found = new Map<string, PolicyRow>()
    for (const [key, value] of rows) {
      if (!key.startsWith('policies ')) continue
      if (value === undefined) return undefined
      const policy = value as unknown as PolicyRow
      found.set(policy.policyId, policy)
    }
    return found
  }

  return {
    async known(table: string, id: string, fingerprint: string) {
      if (!isKept(table)) return
      const value = await store.get(organizationId, table, id)
      const isAsBefore = value !== undefined && fingerprintOf(value) === fingerprint
      rows.set(`${table} ${id}`, isAsBefore ? value : undefined)
    },
    change(table: string, id: string, value: Json) {
      if (!isKept(table)) return
      if (value === null) rows.delete(`${table} ${id}`)
      else rows.set(`${table} ${id}`, value)
    },
    before: (): StateBefore => ({
      organizationId,
      organization: rows.get('organization organization') as StateBefore['organization'],
      get policies() {
        return policies()
      },
      user(decidedBy, userId) {
        if (decidedBy !== organizationId) return userOfParent(store, decidedBy, userId)
        const key = `users ${userId}`
        return rows.has(key) ? (rows.get(key) as unknown as UserRow | undefined) : 'none'
      },
    }),
  }
}

/** The journal of a sub-organization doesn't show users of its parent: they are checked as they are now. */
async function userOfParent(store: Store, parentId: string, userId: string): Promise<UserRow | undefined> {
  const user = Object(await store.get(parentId, 'users', userId)) as UserRow
  // A row that was altered may have neither; the parent's own journal tells.
  return Array.isArray(user.apiKeys) && Array.isArray(user.authenticators) ? user : undefined
}
