/** Keywright: signatures, approvals, and payouts that get neither. */
import { type Activity, ActivityError, isKeywrightError, type KeywrightClient } from '@keywright/client'
import type { Payout } from './store.ts'
import type { Transactions } from './transactions.ts'

export type Signing = ReturnType<typeof createSigning>

export function createSigning(client: KeywrightClient, { noncesOf, prepare }: Transactions) {
  /** May be repeated: the same bytes are the same activity. With one nonce, two signatures wouldn't pay twice either. */
  async function submit(payout: Payout): Promise<Payout> {
    try {
      const { activity } = await client.signTransaction({
        type: 'TRANSACTION_TYPE_ETHEREUM',
        signWith: payout.from,
        unsignedTransaction: payout.unsigned.slice(2),
        timestampMs: payout.timestampMs,
      })
      return settle(payout, activity)
    } catch (error) {
      if (error instanceof ActivityError) return settle(payout, error.activity)
      if (isKeywrightError(error, 'TIMESTAMP_TOO_OLD'))
        return { ...payout, timestampMs: String(client.now()) }
      if (isKeywrightError(error, 'NOT_PERMITTED_BY_POLICY')) return giveUp(payout, error.message)
      throw error
    }
  }

  async function settle(payout: Payout, activity: Activity): Promise<Payout> {
    switch (activity.status) {
      case 'ACTIVITY_STATUS_COMPLETED': {
        const { signedTransaction } = Object.values(activity.result)[0] as { signedTransaction: string }
        return { ...payout, status: 'signed', signed: `0x${signedTransaction}` }
      }
      case 'ACTIVITY_STATUS_REJECTED':
        return giveUp(payout, 'an approver rejected it')
      case 'ACTIVITY_STATUS_FAILED':
        return giveUp(payout, activity.failure?.message ?? 'signing failed')
      default: {
        const { id: activityId, fingerprint } = activity
        if (payout.activityId === activityId) return payout
        return { ...payout, status: 'waiting', activityId, fingerprint }
      }
    }
  }

  /** The chain would hold back every later transaction of the account: if there is one, an empty one takes this place. */
  async function giveUp(payout: Payout, reason: string): Promise<Payout> {
    if (payout.reason) throw new Error(`payout ${payout.id} can't be canceled: ${reason}`)
    const { id, to, ether, from, nonce } = payout
    if (noncesOf(from).every((other) => other <= nonce)) return { ...payout, status: 'rejected', reason }
    return { id, to, ether, from, reason, ...(await prepare(from, from, 0n, nonce)) }
  }

  return {
    submit,

    /** @returns the same payout while it waits */
    async read(payout: Payout): Promise<Payout> {
      const { activity } = await client.getActivity({ activityId: payout.activityId! })
      return settle(payout, activity)
    },

    /** Returns when the approvers have decided, or the time is up. */
    async wait({ activityId }: Payout, timeout: number): Promise<void> {
      await client.waitForActivity(activityId!, { timeout }).catch((error: unknown) => {
        if (!(error instanceof ActivityError)) throw error
      })
    },
  }
}
