/** What changed between two states: rows by organization and table, without their values, which hold secrets. */
import type { StoreContents } from '@keywright/engine'
import { parseSnapshot } from './snapshotText.ts'

export interface RowChange {
  readonly organizationId: string
  readonly table: string
  readonly id: string
  readonly change: 'added' | 'changed' | 'removed'
}

/** Facts of the organizations; what follows from them (lookups) and what is under way (journal, outbox) would only repeat it. */
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
 * Of two snapshots, in the order of organizations, tables and ids.
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
