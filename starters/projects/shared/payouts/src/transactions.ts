/** The chain: nonces, fees, and what became of a transaction. */
import { type Address, type Hash, type Hex, keccak256, type PublicClient, serializeTransaction } from 'viem'
import { CHAIN_ID, GAS, MAX_GAS_PRICE } from './rules.ts'
import type { Store } from './store.ts'

export type Transactions = ReturnType<typeof createTransactions>

/** While fees are higher, payouts wait in the mempool. */
const atMostTheRule = (price: bigint) => (price < MAX_GAS_PRICE ? price : MAX_GAS_PRICE)

/** @param now milliseconds since 1970 */
export function createTransactions(chain: PublicClient, store: Store, now: () => number) {
  /** Nonces that other payouts of the account use. A rejected payout without a transaction uses none. */
  const noncesOf = (from: Address) =>
    store
      .list()
      .filter((payout) => payout.from === from && (payout.status !== 'rejected' || payout.hash))
      .map(({ nonce }) => nonce)

  return {
    noncesOf,

    /** The members of a payout that is about to be signed. @param nonce default: the next one of the account */
    async prepare(from: Address, to: Address, value: bigint, nonce?: number) {
      const mined = await chain.getTransactionCount({ address: from })
      const next = nonce ?? Math.max(mined, ...noncesOf(from).map((used) => used + 1))
      const estimate = await chain.estimateFeesPerGas()
      const unsigned = serializeTransaction({
        type: 'eip1559',
        chainId: CHAIN_ID,
        nonce: next,
        to,
        value,
        gas: GAS,
        maxFeePerGas: atMostTheRule(estimate.maxFeePerGas),
        maxPriorityFeePerGas: atMostTheRule(estimate.maxPriorityFeePerGas),
      })
      return { status: 'new' as const, nonce: next, unsigned, timestampMs: String(now()) }
    },

    /** May be repeated. */
    async broadcast(signed: Hex): Promise<Hash> {
      const hash = keccak256(signed)
      await chain.sendRawTransaction({ serializedTransaction: signed }).catch(async (error: unknown) => {
        // An interrupted run may have sent it.
        if (!(await chain.getTransaction({ hash }).catch(() => undefined))) throw error
      })
      return hash
    },

    /** @returns undefined while the transaction is in no block */
    outcomeOf: (hash: Hash) =>
      chain.getTransactionReceipt({ hash }).then(
        ({ status }) => status,
        () => undefined,
      ),
  }
}
