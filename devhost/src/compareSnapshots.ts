/** Compares two states: changed rows by organization and table, without values, which contain secrets. */
import type { StoreContents } from '@keywright/engine'
import { parseSnapshot } from './snapshotText.ts'

export interface RowChange {
  readonly organizationId: string
  readonly table: string
  readonly id: string
  readonly change: 'added' | 'changed' | 'removed'
}

/** Compared tables. Derived tables (lookups, journal, outbox) would only repeat their changes. */
const COMPARED = new Set([
  'organization',
  'users',
  'tags',
  'invitations',
  'policies',
  'wallets',
  'walletAccounts',
  'privateKeys',
  'webhookEndpoints',
  'activities',
])

/**
 * Lists the changes in the order of organizations, tables and IDs.
 * @throws HostError `SNAPSHOT_MALFORMED`
 */
export function compareTexts(before: string, after: string): RowChange[] {
  const old = rowsOf(parseSnapshot(before))
  const now = rowsOf(parseSnapshot(after))
  const changes: RowChange[] = []
  for (const [key, row] of now) {
    const known = old.get(key)
    if (!known) changes.push({ ...row.place, change: 'added' })
    else if (known.text !== row.text) changes.push({ ...row.place, change: 'changed' })
  }
  for (const [key, row] of old) if (!now.has(key)) changes.push({ ...row.place, change: 'removed' })
  return changes.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

function rowsOf({ rows }: StoreContents) {
  return new Map(
    rows
      .filter(([, table]) => COMPARED.has(table))
      .map(([organizationId, table, id, text]) => [
        `${organizationId} ${table} ${id}`,
        { place: { organizationId, table, id }, text },
      ]),
  )
}

const orderOf = ({ organizationId, table, id }: RowChange) => `${organizationId} ${table} ${id}`
