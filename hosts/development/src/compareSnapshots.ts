/** Compares two states: changed rows by organization and table, without values, which contain secrets. */
import { readSnapshot } from './snapshotText.ts'
import type { TextPieces } from './textPieces.ts'

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
  'smartContractInterfaces',
  'activities',
])

/**
 * Lists the changes in the order of organizations, tables and IDs.
 * @throws HostError `SNAPSHOT_MALFORMED`
 */
export async function compareSnapshots(before: TextPieces, after: TextPieces): Promise<RowChange[]> {
  const old = await rowsOf(before)
  const now = await rowsOf(after)
  const changes: RowChange[] = []
  for (const [key, row] of now) {
    const known = old.get(key)
    if (!known) changes.push({ ...row.place, change: 'added' })
    else if (known.text !== row.text) changes.push({ ...row.place, change: 'changed' })
  }
  for (const [key, row] of old) if (!now.has(key)) changes.push({ ...row.place, change: 'removed' })
  return changes.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

async function rowsOf(pieces: TextPieces) {
  const found = new Map<string, { place: Omit<RowChange, 'change'>; text: string }>()
  for await (const { rows } of readSnapshot(pieces, () => undefined)) {
    for (const [organizationId, table, id, text] of rows) {
      if (!COMPARED.has(table)) continue
      found.set(`${organizationId} ${table} ${id}`, { place: { organizationId, table, id }, text })
    }
  }
  return found
}

const orderOf = ({ organizationId, table, id }: RowChange) => `${organizationId} ${table} ${id}`
