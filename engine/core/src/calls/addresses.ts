/** Maps addresses to keys: an address is how a signing request names its key. */

import { RowAltered } from '../store/rowMacs.ts'
import type { Partition, ReadRows } from '../store/rows.ts'
import { ADDRESSES_LOOKUP } from '../store/tables.ts'

export type AddressHolder =
  | {
      readonly table: 'walletAccounts'
      readonly id: string
      /** So that the wallet is read along with the account. */
      readonly walletId: string
    }
  | { readonly table: 'privateKeys'; readonly id: string }

const LOOKUP = ADDRESSES_LOOKUP

const holdersOf = async (rows: ReadRows, address: string) =>
  (await rows.lookup<readonly AddressHolder[]>(LOOKUP, address)) ?? []

export const ADDRESSES = {
  /** All holders of an address, in its exact spelling; the first one signs for it. */
  holdersOf,

  /** The first holder of an address in its exact spelling; if a table is named, from this table. */
  async find(
    rows: ReadRows,
    address: string,
    table?: AddressHolder['table'],
  ): Promise<AddressHolder | undefined> {
    const holders = await holdersOf(rows, address)
    return table === undefined ? holders[0] : holders.find((holder) => holder.table === table)
  },

  /**
   * Verifies the address of the row that `find` led to, because lookups have no MAC and rows do.
   * @throws RowAltered
   */
  assertHeld({ organizationId }: ReadRows, address: string, held: readonly string[]): void {
    if (!held.includes(address)) throw new RowAltered(organizationId, LOOKUP, address)
  },

  /**
   * Adds holders of addresses. The first holder of an address signs for it; another holder has the same key, so its
   * signatures would be the same.
   * @param claims passed as a list, so that the existing holders are read together
   */
  async claim(
    rows: Partition,
    claims: readonly { readonly address: string; readonly holder: AddressHolder }[],
  ): Promise<void> {
    await Promise.all(claims.map(({ address }) => holdersOf(rows, address)))
    for (const { address, holder } of claims) {
      rows.putLookup(LOOKUP, address, [...(await holdersOf(rows, address)), holder])
    }
  },

  /** Removes the address of a deleted holder; other holders of the same key keep it. */
  async release(rows: Partition, address: string, holderId: string): Promise<void> {
    const others = (await holdersOf(rows, address)).filter((holder) => holder.id !== holderId)
    if (others.length > 0) rows.putLookup(LOOKUP, address, others)
    else rows.removeLookup(LOOKUP, address)
  },
} as const
