/** The accounts and data of an instruction, and what it moves. */
import { toBase58 } from '../encoding.ts'

/** Lamports that leave an account, or an account that gets another owner along with its contents. */
export interface SolanaTransferFields {
  /** Absent for unknown instructions. */
  readonly from?: string
  /** Absent if the lamports become inaccessible, and for unknown instructions. */
  readonly to?: string
  /** In lamports. Absent if the instruction doesn't state it, as for an account that is closed or handed over. */
  readonly amount?: bigint
}

/** Tokens that leave a token account or may leave it later, or an account or mint that gets another owner. */
export interface SplTransferFields {
  /** Token accounts, not wallets; the mint for minted and burned tokens. Absent for unknown instructions. */
  readonly from?: string
  readonly to?: string
  /** The account that authorizes it. */
  readonly owner?: string
  /** Absent if the instruction doesn't contain it (the older `Transfer`). */
  readonly token_mint?: string
  readonly amount?: bigint
  /** The keys that sign for it: the owner, or the members of a multisignature owner; and other required signers. */
  readonly signers?: readonly string[]
}

export interface Movements {
  readonly transfers: readonly SolanaTransferFields[]
  readonly splTransfers: readonly SplTransferFields[]
}

export interface Account {
  readonly account_key: string
  readonly signer: boolean
}

export const NOTHING: Movements = { transfers: [], splTransfers: [] }

export const lamports = (transfers: readonly SolanaTransferFields[]): Movements => ({
  transfers,
  splTransfers: [],
})

/** Data or accounts are missing. */
export class TooShort extends Error {}

/** Reads accounts by position and data by offset. Ignores trailing data, as the programs do. */
export class Instruction {
  readonly #accounts: readonly Account[]
  readonly #data: Uint8Array
  readonly #view: DataView

  constructor(accounts: readonly Account[], data: Uint8Array) {
    this.#accounts = accounts
    this.#data = data
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  }

  account(position: number): string {
    const account = this.#accounts[position]
    if (!account) throw new TooShort()
    return account.account_key
  }

  has(position: number): boolean {
    return position < this.#accounts.length
  }

  /** The first byte, or 0 for empty data. */
  kind(): number {
    return this.#data[0] ?? 0
  }

  u8(offset: number): number {
    return this.#take(offset, 1)[0]!
  }

  u32(offset: number): number {
    this.#take(offset, 4)
    return this.#view.getUint32(offset, true)
  }

  u64(offset: number): bigint {
    this.#take(offset, 8)
    return this.#view.getBigUint64(offset, true)
  }

  key(offset: number): string {
    return toBase58(this.#take(offset, 32))
  }

  /** The offset after a text with a 64-bit length prefix. */
  afterText(offset: number): number {
    const length = this.u64(offset)
    if (length > BigInt(this.#data.length)) throw new TooShort()
    return offset + 8 + Number(length)
  }

  /**
   * The signers for an owner: the owner and the signers after it. For a multisignature owner these are its members;
   * for other owners the program ignores them, but they must not hide who signs.
   */
  signersOf(owner: number): readonly string[] {
    const signing = this.#accounts.slice(owner).filter(({ signer }) => signer)
    return signing.length > 0 ? signing.map(({ account_key }) => account_key) : [this.account(owner)]
  }

  #take(offset: number, length: number): Uint8Array {
    if (offset + length > this.#data.length) throw new TooShort()
    return this.#data.subarray(offset, offset + length)
  }
}
