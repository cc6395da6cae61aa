/** Which key an address belongs to: the handle for signing. */
import type { Partition } from '../store/transaction.ts'

export interface AddressHolder {
  readonly table: 'walletAccounts' | 'privateKeys'
  readonly id: string
}

const LOOKUP = 'addresses'

export const ADDRESSES = {
  /** The key that an address, written exactly so, belongs to. */
  find: (rows: Partition, address: string) => rows.lookup<AddressHolder>(LOOKUP, address),

  /** The first to have an address keeps it: the same key, imported once more, signs the same. */
  async claim(rows: Partition, address: string, holder: AddressHolder): Promise<void> {
    if ((await ADDRESSES.find(rows, address)) === undefined) rows.putLookup(LOOKUP, address, holder)
  },

  /** Frees the address when its holder is deleted. */
  async release(rows: Partition, address: string, holderId: string): Promise<void> {
    const holder = await ADDRESSES.find(rows, address)
    if (holder?.id === holderId) rows.removeLookup(LOOKUP, address)
  },
} as const
