/** Remembers payouts across restarts, in a file. Put your database here: one row per payout, with a unique id. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Address, Hash, Hex } from 'viem'
import type { Input } from './input.ts'

export interface Payout extends Input {
  /** The last two are final. */
  readonly status: 'new' | 'waiting' | 'signed' | 'sent' | 'paid' | 'rejected'
  /** Why it isn't paid. */
  readonly reason?: string

  readonly from: Address
  readonly nonce: number
  /** The transaction to sign, and the time of the request: the same bytes are the same activity in Keywright. */
  readonly unsigned: Hex
  readonly timestampMs: string
  /** The activity that signs, once there is one, and what approvers name it by. */
  readonly activityId?: string
  readonly fingerprint?: string
  readonly signed?: Hex
  readonly hash?: Hash
}

export interface Store {
  get(id: string): Payout | undefined
  list(): Payout[]
  put(payout: Payout): void
}

/** @param file left out: payouts are forgotten at the end */
export function openStore(file?: string): Store {
  const payouts = new Map<string, Payout>(
    file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [],
  )
  return {
    get: (id) => payouts.get(id),
    list: () => [...payouts.values()],
    put(payout) {
      payouts.set(payout.id, payout)
      if (!file) return
      writeFileSync(`${file}.new`, JSON.stringify([...payouts], undefined, 1))
      renameSync(`${file}.new`, file)
    },
  }
}
