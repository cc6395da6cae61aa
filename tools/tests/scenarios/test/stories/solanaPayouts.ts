import { assert } from 'vitest'
import { SOLANA } from '../accounts.ts'
import { story } from '../story.ts'
import { isSolanaSignedBy, type Payment, solanaTransfers } from '../transactions.ts'

const SOL = 1_000_000_000n
const VENDOR = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const STRANGER = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'

export const solanaPayouts = story(
  'a bot pays a vendor on Solana, at most half a SOL per transfer',
  async (world) => {
    const { owner } = await world.organization({ rootUsers: ['owner'] })
    const bot = await owner.addsUser('payout bot')
    const { addresses } = await owner.createsWallet('payouts', SOLANA)
    const [account] = addresses as [string]
    const pay = (...payments: Payment[]) =>
      bot.signsTransaction(account, solanaTransfers(account, ...payments))

    await owner.allows(
      bot,
      `solana.tx.transfers.count() >= 1 && solana.tx.transfers.all(t, t.to == '${VENDOR}')`,
    )
    await owner.denies('true', 'solana.tx.transfers.any(t, t.amount > 500000000)')
    const signed = await pay({ to: VENDOR, lamports: SOL / 2n }, { to: VENDOR, lamports: 1n })
    assert(isSolanaSignedBy(account, signed), 'the account signed the transaction')

    await world.refuses('NOT_PERMITTED_BY_POLICY', () => pay({ to: STRANGER, lamports: 1n }))
    await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
      pay({ to: VENDOR, lamports: 1n }, { to: STRANGER, lamports: 1n }),
    )
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => pay())
    // One transfer above the limit denies the whole transaction.
    await world.refuses('DENIED_BY_POLICY', () =>
      pay({ to: VENDOR, lamports: 1n }, { to: VENDOR, lamports: SOL / 2n + 1n }),
    )
    await world.refuses('TRANSACTION_SIGNER_MISMATCH', () =>
      owner.signsTransaction(account, solanaTransfers(STRANGER, { to: VENDOR, lamports: 1n })),
    )
  },
)
