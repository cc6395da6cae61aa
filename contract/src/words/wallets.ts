/** What the calls about wallets do. */

import type { CallWords } from './callWords.ts'

const derivationErrors = ['DERIVATION_PATH_INVALID', 'ADDRESS_FORMAT_MISMATCH', 'PATH_TAKEN'] as const

export const walletWords = {
  get_wallet: {
    summary: 'Reads one wallet.',
    description: 'Its accounts are listed by `list_wallet_accounts`.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  list_wallets: {
    summary: 'Lists all wallets of the organization.',
    description: 'Not paged: an organization holds at most 100.',
  },
  get_wallet_account: {
    summary: 'Reads one account of a wallet, by its address or its path.',
    description: 'Give `address`, `path` or both; both must then name the same account.',
    fields: {
      address: 'Address of the account, exactly as written.',
      path: 'Derivation path of the account.',
    },
    errors: ['RESOURCE_NOT_FOUND', 'WALLET_ACCOUNT_NOT_FOUND'],
  },
  list_wallet_accounts: {
    summary: 'Lists the accounts of a wallet, in pages.',
    description: 'Newest first; a page holds 10 accounts unless `limit` says otherwise.',
    fields: { accounts: 'The accounts of this page, newest first.' },
    errors: ['RESOURCE_NOT_FOUND', 'CURSOR_INVALID'],
  },
  create_wallet: {
    summary: 'Creates a wallet: a new seed, and the accounts that you ask for.',
    description:
      'The seed comes from the secure random source and stays inside. `accounts` may be empty; `create_wallet_accounts` adds more later.',
    errors: ['NAME_TAKEN', ...derivationErrors, 'RESOURCE_LIMIT_REACHED'],
  },
  create_wallet_accounts: {
    summary: 'Derives further accounts from a wallet.',
    description: 'All or none. A path that the wallet uses already is refused, whatever its address format.',
    errors: ['RESOURCE_NOT_FOUND', ...derivationErrors],
  },
  update_wallet: {
    summary: 'Renames a wallet.',
    description: 'Only `walletId` is needed; without a name nothing changes.',
    fields: { walletName: 'New name. Left out: the name stays.' },
    errors: ['RESOURCE_NOT_FOUND', 'NAME_TAKEN'],
  },
  delete_wallets: {
    summary: 'Deletes wallets with all their accounts, all or none.',
    description:
      'Every wallet must be exported, or `deleteWithoutExport` true. A deleted seed cannot be brought back; what its addresses hold is reachable only with an exported phrase.',
    errors: ['RESOURCE_NOT_FOUND', 'DELETE_UNEXPORTED', 'DUPLICATE_ENTRY'],
  },
  delete_wallet_accounts: {
    summary: 'Deletes accounts of wallets, all or none.',
    description:
      'The seed stays; the same path gives the same account again. Every account must be exported, alone or with its wallet, or `deleteWithoutExport` true.',
    errors: ['RESOURCE_NOT_FOUND', 'DELETE_UNEXPORTED', 'DUPLICATE_ENTRY'],
  },
  init_import_wallet: {
    summary: 'Begins the import of a wallet: answers a key to which the phrase is sealed.',
    description:
      'First of two steps. The bundle is good for one import by the same user. Users import for themselves only.',
    fields: { userId: 'Id of the user who imports: the caller, a UUID.' },
    errors: ['IMPORT_FOR_OTHER_USER', 'USER_NOT_FOUND'],
  },
  import_wallet: {
    summary: 'Imports a wallet from a recovery phrase sealed to the import key.',
    description:
      'Second of two steps, after `init_import_wallet`. The phrase is checked for words and checksum; a seed that is here already is refused with the id of its wallet.',
    fields: { userId: 'Id of the user who imports: the caller, a UUID.' },
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
      'The phrase leaves only inside the bundle. The wallet is marked as exported. Addresses belong to the English phrase; another language is another rendering of the same entropy.',
    fields: { language: 'Word list of the phrase. Left out: English.' },
    errors: ['RESOURCE_NOT_FOUND', 'TARGET_PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
  export_wallet_account: {
    summary: 'Exports the private key of one wallet account, sealed to your target key.',
    description:
      'The bundle holds the raw 32 bytes: the secp256k1 scalar, or the Ed25519 seed. The account is marked as exported, not the wallet.',
    fields: { address: 'Address of the account, exactly as written.' },
    errors: ['WALLET_ACCOUNT_NOT_FOUND', 'TARGET_PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
} as const satisfies Record<string, CallWords>
