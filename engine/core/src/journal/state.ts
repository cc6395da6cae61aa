/** Users, policies and quorum of an organization as the walk through its journal goes on. */

import type { StateBefore, Voter } from '../activity/votes.ts'
import type { JournalChange } from '../store/journalEntry.ts'
import type { Json, StoreReads } from '../store/store.ts'
import type { PolicyRow, UserRow } from '../store/tables.ts'
import { isVersion, versionEntry } from '../store/userVersions.ts'
import { isSame } from './replay.ts'

export interface JournalState {
  /** A row that the checkpoint stands for. */
  known(table: string, id: string, fingerprint: string): Promise<void>
  change(change: JournalChange): void
  before(): StateBefore
}

/** Keeps the rows of three tables, which have few. */
export function openState(store: StoreReads, organizationId: string): JournalState {
  /**
   * Undefined if it is older than the checkpoint and has changed since. A user is kept as a digest until a vote needs the
   * version.
   */
  const rows = new Map<string, Json | undefined>()
  const isKept = (table: string) => table === 'users' || table === 'policies' || table === 'organization'

  /** Until one changes: there may be many rows, and many votes. */
  let knownPolicies: { readonly found: ReadonlyMap<string, PolicyRow> | undefined } | undefined
  const parentUser = readUsersOfParent(store)

  function policies(): ReadonlyMap<string, PolicyRow> | undefined {
    knownPolicies ??= { found: findPolicies() }
    return knownPolicies.found
  }

  function findPolicies(): ReadonlyMap<string, PolicyRow> | undefined {
    const found = new Map<string, PolicyRow>()
    for (const [key, value] of rows) {
      if (!key.startsWith('policies ')) continue
      if (value === undefined) return undefined
      const policy = value as unknown as PolicyRow
      found.set(policy.policyId, policy)
    }
    return found
  }

  /** The user of a digest; undefined if the version isn't stored. */
  async function versionOf(userId: string, digest: string): Promise<Json | undefined> {
    const { lookup, id } = versionEntry(userId, digest)
    const value = await store.get(organizationId, lookup, id)
    return isVersion(id, value) ? value : undefined
  }

  return {
    async known(table: string, id: string, fingerprint: string) {
      if (!isKept(table)) return
      const value = await store.get(organizationId, table, id)
      const isAsBefore = value !== undefined && isSame(table, value, fingerprint)
      const version = table === 'users' && !isAsBefore ? await versionOf(id, fingerprint) : undefined
      if (table === 'policies') knownPolicies = undefined
      rows.set(`${table} ${id}`, isAsBefore ? value : version)
    },
    change({ table, id, value, digest }) {
      if (!isKept(table)) return
      if (table === 'policies') knownPolicies = undefined
      const row = digest ?? value ?? null
      if (row === null) rows.delete(`${table} ${id}`)
      else rows.set(`${table} ${id}`, row)
    },
    before: (): StateBefore => ({
      organizationId,
      organization: rows.get('organization organization') as StateBefore['organization'],
      get policies() {
        return policies()
      },
      async user(decidedBy, userId) {
        if (decidedBy !== organizationId) return parentUser(decidedBy, userId)
        const key = `users ${userId}`
        if (!rows.has(key)) return 'none'
        const row = rows.get(key)
        const user = typeof row === 'string' ? await versionOf(userId, row) : row
        rows.set(key, user)
        return user as unknown as Voter | undefined
      },
    }),
  }
}

const MOST_PARENT_USERS = 1_000

/** Reads each user once: with embedded wallets, a parent's user may have voted in every activity. */
function readUsersOfParent(store: StoreReads) {
  const users = new Map<string, Promise<UserRow | undefined>>()
  return (parentId: string, userId: string): Promise<UserRow | undefined> => {
    const name = `${parentId} ${userId}`
    const known = users.get(name)
    if (known) return known
    if (users.size >= MOST_PARENT_USERS) users.clear()
    const user = userOfParent(store, parentId, userId)
    users.set(name, user)
    return user
  }
}

/** The journal of a sub-organization doesn't show users of its parent: they are checked as they are now. */
async function userOfParent(
  store: StoreReads,
  parentId: string,
  userId: string,
): Promise<UserRow | undefined> {
  const user = Object(await store.get(parentId, 'users', userId)) as UserRow
  // A row that was altered may have neither; the parent's own journal tells.
  return Array.isArray(user.apiKeys) && Array.isArray(user.authenticators) ? user : undefined
}
