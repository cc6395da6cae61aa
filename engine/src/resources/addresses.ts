/** Which key an address belongs to: the handle for signing. */

import { RowAltered } from '../store/rowMacs.ts'
import type { Partition, ReadRows } from '../store/rows.ts'
import { ADDRESSES_LOOKUP } from '../store/tables.ts'

export interface AddressHolder {
  readonly table: 'walletAccounts' | 'privateKeys'
  readonly id: string
  /** Of an account, so that it is read beside its wallet; those of earlier versions have none. */
  readonly walletId?: string
}

const LOOKUP = ADDRESSES_LOOKUP

const holdersOf = async (rows: ReadRows, address: string) =>
  (await rows.lookup<readonly AddressHolder[]>(LOOKUP, address)) ?? []

export const ADDRESSES = {
  /** Everything that has an address, written exactly so; the first one signs for it. */
  holdersOf,

  /** The key that an address, written exactly so, belongs to: of a table, where one is named. */
  async find(
    rows: ReadRows,
    address: string,
    table?: AddressHolder['table'],
  ): Promise<AddressHolder | undefined> {
    const holders = await holdersOf(rows, address)
    return table === undefined ? holders[0] : holders.find((holder) => holder.table === table)
  },

  /**
   * Checks the address of the row that `find` led to: lookups have no MAC, rows do.
   * @throws RowAltered
   */
  assertHeld({ organizationId }: ReadRows, address: string, held: readonly string[]): void {
    if (!held.includes(address)) throw new RowAltered(organizationId, LOOKUP, address)
  },

  /**
   * The first to have an address signs for it: the same key, held once more, would sign the same.
   * @param claims many at once, so that who holds them already is one reading
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

  /** Takes a deleted holder's address away; whoever else holds the same key keeps it. */
  async release(rows: Partition, address: string, holderId: string): Promise<void> {
    const others = (await holdersOf(rows, address)).filter((holder) => holder.id !== holderId)
    if (others.length > 0) rows.putLookup(LOOKUP, address, others)
    else rows.removeLookup(LOOKUP, address)
  },
} as const
