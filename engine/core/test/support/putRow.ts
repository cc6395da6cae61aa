/** Writes a row as the engine would, with its MAC and journal entry: for states that no call can create. */
import type { Ports } from '../../src/ports.ts'
import { commitAlone } from '../../src/store/commitAlone.ts'
import type { TableName, Tables } from '../../src/store/tables.ts'
import { beginTransaction } from '../../src/store/transaction.ts'
import { openVault } from '../../src/vault.ts'

export async function putRow<T extends TableName>(
  { store, rootSecret, random, clock }: Ports,
  organizationId: string,
  [table, id, row]: readonly [table: T, id: string, row: Tables[T]],
): Promise<void> {
  const vault = openVault(rootSecret, random)
  const transaction = beginTransaction(store, { staging: commitAlone(store), vault })
  const rows = await transaction.organization(organizationId)
  rows.put(table, id, row)
  await transaction.commit({ activityId: null, at: clock() }).durable
}
