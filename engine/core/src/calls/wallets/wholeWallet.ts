/** A wallet with all its accounts. */

import { walletFacts } from '../../authorize/objectFacts.ts'
import type { PolicyFacts } from '../../checked.ts'
import type { Context } from '../../context.ts'
import type { ReadRows } from '../../store/rows.ts'
import type { WalletAccountRow, WalletRow } from '../../store/tables.ts'
import { LOOKUP } from './newWallet.ts'

/** The accounts of a wallet, oldest first. */
export async function accountsOf(rows: ReadRows, walletId: string): Promise<WalletAccountRow[]> {
  const ids = await rows.lookupAll(LOOKUP.accounts(walletId))
  const accounts = await Promise.all(ids.map(({ id }) => rows.get('walletAccounts', id)))
  return accounts.filter((account) => account !== undefined)
}

/**
 * The facts of a request about a whole wallet: the wallet alone, so that a grant for its accounts isn't enough, and
 * each account.
 */
export async function wholeWalletFacts(
  { rows, budget }: Context,
  wallet: WalletRow,
): Promise<(PolicyFacts & Required<Pick<PolicyFacts, 'wallet'>>)[]> {
  const own = { wallet: walletFacts(wallet) }
  const accounts = await accountsOf(rows, wallet.walletId)
  budget.assertLeft('rows', accounts.length)
  const ids = accounts.map(({ walletAccountId }) => walletAccountId)
  return [
    { ...own, params: { wallet_account_ids: ids } },
    ...accounts.map(({ walletAccountId, address }) => ({
      ...own,
      wallet_account: { address },
      params: { wallet_account_id: walletAccountId, wallet_account_ids: ids },
    })),
  ]
}
