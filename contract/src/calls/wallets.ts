/** Wallets: a seed and the accounts derived from it. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { Pagination } from '../entities/common.ts'
import { Wallet, WalletAccount, WalletAccountParams } from '../entities/wallets.ts'
import { MnemonicLanguage } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { flag, hex, mnemonicLength, name, text } from '../scalars.ts'

export const walletCalls = {
  get_wallet: query({ walletId: ids.wallet }, { wallet: Wallet }),
  list_wallets: query({}, { wallets: list(Wallet) }),
  get_wallet_account: later(
    query(
      { walletId: ids.wallet, address: optional(text), path: optional(text) },
      { account: WalletAccount },
    ),
  ),
  list_wallet_accounts: query(
    { walletId: ids.wallet, paginationOptions: optional(Pagination) },
    { accounts: list(WalletAccount) },
  ),
  create_wallet: submit('WALLET', 'CREATE', {
    ACTIVITY_TYPE_CREATE_WALLET: version(
      { walletName: name, accounts: list(WalletAccountParams), mnemonicLength: optional(mnemonicLength) },
      { walletId: ids.wallet, addresses: list(text) },
    ),
  }),
  create_wallet_accounts: submit('WALLET', 'CREATE', {
    ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: version(
      { walletId: ids.wallet, accounts: list(WalletAccountParams) },
      { addresses: list(text) },
    ),
  }),
  update_wallet: later(
    submit('WALLET', 'UPDATE', {
      ACTIVITY_TYPE_UPDATE_WALLET: version(
        { walletId: ids.wallet, walletName: optional(name) },
        { walletId: ids.wallet },
      ),
    }),
  ),
  delete_wallets: submit('WALLET', 'DELETE', {
    ACTIVITY_TYPE_DELETE_WALLETS: version(
      { walletIds: list(ids.wallet), deleteWithoutExport: optional(flag) },
      { walletIds: list(ids.wallet) },
    ),
  }),
  delete_wallet_accounts: later(
    submit('WALLET', 'DELETE', {
      ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS: version(
        { walletAccountIds: list(ids.walletAccount), deleteWithoutExport: optional(flag) },
        { walletAccountIds: list(ids.walletAccount) },
      ),
    }),
  ),
  init_import_wallet: submit('WALLET', 'IMPORT', {
    ACTIVITY_TYPE_INIT_IMPORT_WALLET: version({ userId: ids.user }, { importBundle: text }),
  }),
  import_wallet: submit('WALLET', 'IMPORT', {
    ACTIVITY_TYPE_IMPORT_WALLET: version(
      { userId: ids.user, walletName: name, encryptedBundle: text, accounts: list(WalletAccountParams) },
      { walletId: ids.wallet, addresses: list(text) },
    ),
  }),
  export_wallet: submit('WALLET', 'EXPORT', {
    ACTIVITY_TYPE_EXPORT_WALLET: version(
      { walletId: ids.wallet, targetPublicKey: hex, language: optional(MnemonicLanguage) },
      { walletId: ids.wallet, exportBundle: text },
    ),
  }),
  export_wallet_account: submit('WALLET', 'EXPORT', {
    ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT: version(
      { address: text, targetPublicKey: hex },
      { address: text, exportBundle: text },
    ),
  }),
} as const
