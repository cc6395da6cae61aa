/** What the calls about private keys do. */
import type { CallWords } from './callWords.ts'

export const privateKeyWords = {
  get_private_key: {
    summary: 'Reads one private key: its public half, its addresses, its tags.',
    description: 'The secret half is not part of any answer but that of `export_private_key`.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  list_private_keys: {
    summary: 'Lists all private keys of the organization.',
    description: 'Not paged: an organization holds at most 1,000.',
  },
  create_private_keys: {
    summary: 'Creates private keys: single keys without a seed, all or none.',
    description:
      'For keys that stand alone, such as one key of one service. Where several addresses belong together, create a wallet. Version 1 answers ids alone.',
    errors: ['NAME_TAKEN', 'ADDRESS_FORMAT_MISMATCH', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_REACHED'],
  },
  delete_private_keys: {
    summary: 'Deletes private keys, all or none.',
    description:
      'Every key must be exported, or `deleteWithoutExport` true. A deleted key cannot be brought back.',
    errors: ['RESOURCE_NOT_FOUND', 'DELETE_UNEXPORTED', 'DUPLICATE_ENTRY'],
  },
  init_import_private_key: {
    summary: 'Begins the import of a private key: answers a key to which the secret is sealed.',
    description:
      'First of two steps. The bundle is good for one import by the same user. Users import for themselves only.',
    fields: { userId: 'Id of the user who imports: the caller, a UUID.' },
    errors: ['IMPORT_FOR_OTHER_USER', 'USER_NOT_FOUND'],
  },
  import_private_key: {
    summary: 'Imports a private key sealed to the import key.',
    description:
      'Second of two steps, after `init_import_private_key`. The secret is the raw 32 bytes: a secp256k1 scalar or an Ed25519 seed. A key that is here already is refused with its id.',
    fields: { userId: 'Id of the user who imports: the caller, a UUID.' },
    errors: [
      'IMPORT_FOR_OTHER_USER',
      'USER_NOT_FOUND',
      'IMPORT_BUNDLE_INVALID',
      'KEY_IMPORTED_ALREADY',
      'SECRET_PUBLIC',
      'NAME_TAKEN',
      'ADDRESS_FORMAT_MISMATCH',
      'RESOURCE_LIMIT_REACHED',
    ],
  },
  export_private_key: {
    summary: 'Exports a private key, sealed to your target key.',
    description:
      'The bundle holds the raw 32 bytes: the secp256k1 scalar, or the Ed25519 seed. The key is marked as exported.',
    errors: ['RESOURCE_NOT_FOUND', 'TARGET_PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
} as const satisfies Record<string, CallWords>
