/**
 * Data keys: what encrypts a wallet with its accounts, a private key, or the target key of an import. Each is in one row
 * outside the journal. Removing the row erases the secret everywhere, because the journal keeps only ciphertext.
 */
import type { Context, ExecuteContext } from '../context.ts'
import { RowAltered } from '../store/rowMacs.ts'
import type { Partition } from '../store/rows.ts'
import { DATA_KEYS_LOOKUP, type DataKeyKind } from '../store/tables.ts'

export const DATA_KEYS = {
  /** The encrypted data key of an object. @throws RowAltered if the row is missing */
  async find({ rows }: Pick<Context, 'rows'>, kind: DataKeyKind, id: string): Promise<string> {
    const lookup = DATA_KEYS_LOOKUP[kind]
    const dataKey = await rows.lookup<string>(lookup, id)
    if (dataKey === undefined) throw new RowAltered(rows.organizationId, lookup, id)
    return dataKey
  },

  /** Replaces an earlier data key of the object. */
  create({ rows, vault }: Pick<ExecuteContext, 'rows' | 'vault'>, kind: DataKeyKind, id: string): string {
    const dataKey = vault.newDataKey(rows.organizationId)
    rows.putLookup(DATA_KEYS_LOOKUP[kind], id, dataKey)
    return dataKey
  },

  erase(rows: Partition, kind: DataKeyKind, id: string): void {
    rows.removeLookup(DATA_KEYS_LOOKUP[kind], id)
  },
} as const
