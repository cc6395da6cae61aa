/** What the calls about private keys do. */
import type { CallWords } from './callWords.ts'

export const privateKeyWords = {
  get_private_key: {
    summary: 'Returns a private key: its public key, addresses and tags.',
    description: 'Only the response of `export_private_key` contains the secret.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  list_private_keys: {
    summary: 'Lists all private keys of the organization.',
    description: 'Not paginated: an organization can have at most 1,000.',
  },
  create_private_keys: {
    summary: 'Creates private keys: single keys without a seed.',
    description:
      'Use private keys for standalone keys, such as the only key of a service. If several addresses belong together, create a wallet. All keys are created or none. Version 1 returns only ids.',
    errors: ['NAME_TAKEN', 'ADDRESS_FORMAT_MISMATCH', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_REACHED'],
  },
  delete_private_keys: {
    summary: 'Deletes private keys.',
    description:
      'Every key must have been exported, unless `deleteWithoutExport` is true. All keys are deleted or none. Deletion cannot be undone.',
    errors: ['RESOURCE_NOT_FOUND', 'DELETE_UNEXPORTED', 'DUPLICATE_ENTRY'],
  },
  init_import_private_key: {
    summary: 'Starts the import of a private key: returns a key to seal the secret to.',
    description:
      'First of two steps. The bundle is valid for one import by the same user. Users can import only for themselves.',
    fields: { userId: 'Id of the importing user, a UUID. Must be the caller.' },
    errors: ['IMPORT_FOR_OTHER_USER', 'USER_NOT_FOUND'],
  },
  import_private_key: {
    summary: 'Imports a private key sealed to the import key.',
    description:
      'Second of two steps, after `init_import_private_key`. The secret is the raw 32 bytes: a secp256k1 scalar or an Ed25519 seed. If the key already exists, it is rejected and the error contains its id.',
    fields: { userId: 'Id of the importing user, a UUID. Must be the caller.' },
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
      'The bundle contains the raw 32 bytes: the secp256k1 scalar or the Ed25519 seed. The key is marked as exported.',
    errors: ['RESOURCE_NOT_FOUND', 'TARGET_PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
} as const satisfies Record<string, CallWords>
