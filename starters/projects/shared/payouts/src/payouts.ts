/**
 * A payout goes from `new` through `waiting` (for a person), `signed` and `sent` to `paid`. Each step is stored before
 * the next one, and repeating a step changes nothing: requests, webhooks and restarts may all advance the same payout.
 */
import type { KeywrightClient } from '@keywright/client'
import { type Address, type PublicClient, parseEther } from 'viem'
import { PayoutError, readInput } from './input.ts'
import { needsPerson } from './rules.ts'
import { createSigning, type Signing } from './signing.ts'
import type { Payout, Store } from './store.ts'
import { createTransactions, type Transactions } from './transactions.ts'

export interface PayoutOptions {
  readonly client: KeywrightClient
  readonly chain: PublicClient
  readonly store: Store
  /** Two accounts, because a chain takes the transactions of one in order: payouts must not queue behind one that waits. */
  readonly direct: Address
  readonly reviewed: Address
}

export type Payouts = ReturnType<typeof createPayouts>

export function createPayouts({ client, chain, store, direct, reviewed }: PayoutOptions) {
  const transactions = createTransactions(chain, store, () => client.now())
  const signing = createSigning(client, transactions)
  const step = createSteps(signing, transactions)
  const inTurn = createTurns()
  const find = (id: string) => findPayout(store, id)

  async function proceed(payout: Payout): Promise<Payout> {
    const next = await step(payout)
    if (next === payout) return payout
    store.put(next)
    return proceed(next)
  }

  /** Moves a payout as far as it goes now. @throws PayoutError */
  const advance = (id: string): Promise<Payout> => inTurn(find(id).from, () => proceed(find(id)))

  return {
    list: () => store.list(),
    advance,

    /** Creates a payout, or advances the one that has the id already. @throws PayoutError */
    async pay(body: unknown): Promise<Payout> {
      const { id, to, ether } = readInput(body)
      const from = needsPerson(ether) ? reviewed : direct
      return inTurn(from, async () => {
        if (!store.get(id)) {
          const prepared = await transactions.prepare(from, to, parseEther(ether))
          // The same id with another amount may have come in the turn of the other account.
          if (!store.get(id)) store.put({ id, to, ether, from, ...prepared })
        }
        const payout = find(id)
        if (payout.to !== to || payout.ether !== ether) {
          throw new PayoutError(409, 'ID_TAKEN', `payout \`${id}\` is ${payout.ether} ether to ${payout.to}`)
        }
        return proceed(payout)
      })
    },

    /** Advances a payout, after waiting some milliseconds for a person. @throws PayoutError */
    async wait(id: string, timeout: number): Promise<Payout> {
      const payout = await advance(id)
      if (payout.status !== 'waiting' || !(timeout > 0)) return payout
      await signing.wait(payout, Math.min(timeout, 60_000))
      return advance(id)
    },

    /** Advances the payout that an activity belongs to, if there is one. */
    async heard(activityId: string): Promise<void> {
      const payout = store.list().find((one) => one.activityId === activityId)
      if (payout) await advance(payout.id)
    },
  }
}

/** @returns a function that takes the next step, or returns the same payout if there is nothing to do now */
const createSteps =
  (signing: Signing, transactions: Transactions) =>
  async (payout: Payout): Promise<Payout> => {
    switch (payout.status) {
      case 'new':
        return signing.submit(payout)
      case 'waiting':
        return signing.read(payout)
      case 'signed':
        return { ...payout, status: 'sent', hash: await transactions.broadcast(payout.signed!) }
      case 'sent': {
        const outcome = await transactions.outcomeOf(payout.hash!)
        if (!outcome) return payout
        const reason = payout.reason ?? (outcome === 'reverted' ? 'the transaction was reverted' : undefined)
        return reason ? { ...payout, status: 'rejected', reason } : { ...payout, status: 'paid' }
      }
      default:
        return payout
    }
  }

function findPayout(store: Store, id: string): Payout {
  const payout = store.get(id)
  if (!payout) throw new PayoutError(404, 'NOT_FOUND', `there is no payout \`${id}\``)
  return payout
}

/** Runs tasks that share a name one after the other. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const turn = (last.get(name) ?? Promise.resolve()).then(task, task)
    last.set(name, turn)
    return turn
  }
}
