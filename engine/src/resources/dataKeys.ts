/**
 * Data keys: what encrypts a wallet with its accounts, a private key, or the target key of an import. Each is in one row
 * outside the journal. Removing the row erases the secret everywhere, because the journal keeps only ciphertext.
 */
import type { Context, ExecuteContext } from '../context.ts'
import type { Partition } from '../store/rows.ts'
import { DATA_KEYS_LOOKUP, type DataKeyKind } from '../store/tables.ts'

export const DATA_KEYS = {
  /** The encrypted data key; undefined for an object of an earlier release. */
  find: ({ rows }: Pick<Context, 'rows'>, kind: DataKeyKind, id: string): Promise<string | undefined> =>
    rows.lookup<string>(DATA_KEYS_LOOKUP[kind], id),

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
