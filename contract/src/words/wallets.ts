/** What the calls about wallets do. */

import type { CallWords } from './callWords.ts'

const derivationErrors = ['DERIVATION_PATH_INVALID', 'ADDRESS_FORMAT_MISMATCH', 'PATH_TAKEN'] as const

export const walletWords = {
  get_wallet: {
    summary: 'Returns a wallet.',
    description: 'To list its accounts, use `list_wallet_accounts`.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  list_wallets: {
    summary: 'Lists all wallets of the organization.',
    description: 'Not paginated: an organization can have at most 100.',
  },
  get_wallet_account: {
    summary: 'Returns an account of a wallet by its address or path.',
    description: 'Pass `address`, `path` or both. If you pass both, they must name the same account.',
    fields: {
      address: 'Address of the account, exactly as written.',
      path: 'Derivation path of the account.',
    },
    errors: ['RESOURCE_NOT_FOUND', 'WALLET_ACCOUNT_NOT_FOUND'],
  },
  list_wallet_accounts: {
    summary: 'Lists the accounts of a wallet, in pages.',
    description: 'Newest first. A page has 10 accounts unless you set `limit`.',
    fields: { accounts: 'The accounts of this page, newest first.' },
    errors: ['RESOURCE_NOT_FOUND', 'CURSOR_INVALID'],
  },
  create_wallet: {
    summary: 'Creates a wallet: a new seed and the accounts that you request.',
    description:
      'The seed comes from the secure random source and stays in the engine. `accounts` can be empty; use `create_wallet_accounts` to add more later.',
    errors: ['NAME_TAKEN', ...derivationErrors, 'RESOURCE_LIMIT_REACHED'],
  },
  create_wallet_accounts: {
    summary: 'Derives more accounts from a wallet.',
    description:
      'All accounts are created or none. A path that the wallet already uses is rejected, even with another address format.',
    errors: ['RESOURCE_NOT_FOUND', ...derivationErrors],
  },
  update_wallet: {
    summary: 'Renames a wallet.',
    description: 'Only `walletId` is required. Without a name, nothing changes.',
    fields: { walletName: 'New name. If omitted, the name does not change.' },
    errors: ['RESOURCE_NOT_FOUND', 'NAME_TAKEN'],
  },
  delete_wallets: {
    summary: 'Deletes wallets with all their accounts.',
    description:
      'Every wallet must have been exported, unless `deleteWithoutExport` is true. All wallets are deleted or none. Deletion cannot be undone: afterwards, only an exported phrase gives access to the funds at the wallet’s addresses.',
    errors: ['RESOURCE_NOT_FOUND', 'DELETE_UNEXPORTED', 'DUPLICATE_ENTRY'],
  },
  delete_wallet_accounts: {
    summary: 'Deletes wallet accounts.',
    description:
      'The seed remains, so the same path derives the same account again. Every account must have been exported, alone or with its wallet, unless `deleteWithoutExport` is true. All accounts are deleted or none.',
    errors: ['RESOURCE_NOT_FOUND', 'DELETE_UNEXPORTED', 'DUPLICATE_ENTRY'],
  },
  init_import_wallet: {
    summary: 'Starts the import of a wallet: returns a key to seal the phrase to.',
    description:
      'First of two steps. The bundle is valid for one import by the same user. Users can import only for themselves.',
    fields: { userId: 'Id of the importing user, a UUID. Must be the caller.' },
    errors: ['IMPORT_FOR_OTHER_USER', 'USER_NOT_FOUND'],
  },
  import_wallet: {
    summary: 'Imports a wallet from a recovery phrase sealed to the import key.',
    description:
      'Second of two steps, after `init_import_wallet`. The words and checksum of the phrase are checked. If the seed already exists, it is rejected and the error contains the id of its wallet.',
    fields: { userId: 'Id of the importing user, a UUID. Must be the caller.' },
    errors: [
      'IMPORT_FOR_OTHER_USER',
      'USER_NOT_FOUND',
      'IMPORT_BUNDLE_INVALID',
      'KEY_IMPORTED_ALREADY',
      'SECRET_PUBLIC',
      'NAME_TAKEN',
      ...derivationErrors,
      'RESOURCE_LIMIT_REACHED',
    ],
  },
  export_wallet: {
    summary: 'Exports the recovery phrase of a wallet, sealed to your target key.',
    description:
      'The phrase leaves the engine only inside the bundle. The wallet is marked as exported. Addresses are derived from the English phrase; other languages encode the same entropy.',
    fields: { language: 'Word list of the phrase. Default: English.' },
    errors: ['RESOURCE_NOT_FOUND', 'TARGET_PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
  export_wallet_account: {
    summary: 'Exports the private key of one wallet account, sealed to your target key.',
    description:
      'The bundle contains the raw 32 bytes: the secp256k1 scalar or the Ed25519 seed. The account is marked as exported, not the wallet.',
    fields: { address: 'Address of the account, exactly as written.' },
    errors: ['WALLET_ACCOUNT_NOT_FOUND', 'TARGET_PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
} as const satisfies Record<string, CallWords>
