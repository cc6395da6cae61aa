/** What the calls about API keys do. */
import type { CallWords } from './callWords.ts'

export const apiKeyWords = {
  get_api_key: {
    summary: 'Returns an API key.',
    description: 'Includes the public key, curve and lifetime. Only the owner has the private key.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  get_api_keys: {
    summary: 'Lists the API keys and sessions of a user or of all users.',
    description:
      'A read-write session is an API key with `expirationSeconds` and `openedBy`. Expired keys are listed until a newer key replaces them. Expired read-only sessions are not listed.',
    fields: {
      userId: 'Id of the user, a UUID. If omitted, all users.',
      apiKeys: 'The API keys.',
      readOnlySessions: 'The active read-only sessions.',
    },
    errors: ['USER_NOT_FOUND'],
  },
  create_api_keys: {
    summary: 'Registers API keys for a user.',
    description:
      'Generate the key pair yourself and send only the public key. All keys are registered or none. A user can have at most 10 long-lived keys. An 11th expiring key replaces an expired one or, if none has expired, the oldest. Version 1 accepts only P-256 keys.',
    fields: {
      apiKeys: 'The API keys to register.',
      apiKeyIds: 'Ids of the new API keys, in the order of the request.',
    },
    errors: [
      'USER_NOT_FOUND',
      'PUBLIC_KEY_INVALID',
      'SECRET_PUBLIC',
      'CREDENTIAL_TAKEN',
      'CREDENTIAL_LIMIT_REACHED',
    ],
  },
  delete_api_keys: {
    summary: 'Deletes API keys and ends sessions of a user.',
    description:
      'Deleted keys and sessions, and the sessions that they opened, stop working immediately. The user must keep a long-lived credential or, in a sub-organization, another way to sign in or recover. All are deleted or none.',
    fields: { apiKeyIds: 'Ids of the API keys to delete and of the read-only sessions to end.' },
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'LAST_CREDENTIAL', 'DUPLICATE_ENTRY'],
  },
} as const satisfies Record<string, CallWords>
