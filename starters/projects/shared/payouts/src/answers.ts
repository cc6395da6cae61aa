/** The parts that the routes need, and the payouts and errors that callers see. */
import { isKeywrightError } from '@keywright/client'
import { BaseError } from 'viem'
import { PayoutError } from './input.ts'
import type { Payouts } from './payouts.ts'
import type { Payout } from './store.ts'
import type { WebhookCheck } from './webhook.ts'

export interface Service {
  readonly payouts: Payouts
  readonly check: WebhookCheck
  /** Callers send it as `Authorization: Bearer`. */
  readonly token: string
}

/** A canceled payout is rejected from the start, even while its replacement travels. */
export function show({ id, to, ether, from, status, reason, fingerprint, hash }: Payout) {
  if (reason) return { id, status: 'rejected', to, ether, from, reason }
  return { id, status, to, ether, from, ...(status === 'waiting' && { fingerprint }), ...(hash && { hash }) }
}

/** Of a POST: 202 means that a person must approve the payout first. */
export const statusOf = ({ status, reason }: Payout): 200 | 202 | 403 =>
  reason ? 403 : status === 'waiting' ? 202 : 200

/** After a 500 or 502, the payout may have been made: send the same id again. */
export function explain(error: unknown): {
  status: 400 | 404 | 409 | 500 | 502
  code: string
  message: string
} {
  if (error instanceof PayoutError) return { status: error.status, code: error.code, message: error.message }
  console.error(error)
  if (isKeywrightError(error)) return { status: 502, code: error.code, message: error.message }
  if (error instanceof BaseError) {
    const reason = error.details || error.shortMessage
    return {
      status: 502,
      code: 'NODE_FAILED',
      message: `the node failed: ${reason}. Send the same id again.`,
    }
  }
  return { status: 500, code: 'INTERNAL', message: 'the payout was not finished: send the same id again' }
}
