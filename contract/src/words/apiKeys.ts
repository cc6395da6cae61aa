/** What the calls about API keys do. */
import type { CallWords } from './callWords.ts'

export const apiKeyWords = {
  get_api_key: {
    summary: 'Reads one API key.',
    description: 'Public key, curve and lifetime; the private half is the owner’s alone.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  get_api_keys: {
    summary: 'Lists the API keys and sessions of a user, or of all users.',
    description:
      'A read-write session is an API key with `expirationSeconds` and `openedBy`. Expired keys stay in the list until a newer key replaces them; expired read-only sessions are left out.',
    fields: {
      userId: 'Id of the user, a UUID. Left out: all users.',
      apiKeys: 'The API keys.',
      readOnlySessions: 'The open read-only sessions.',
    },
    errors: ['USER_NOT_FOUND'],
  },
  create_api_keys: {
    summary: 'Registers API keys for a user, all or none.',
    description:
      'You make the key pair and send the public half. At most 10 long-lived keys of a user; an eleventh expiring one replaces an expired one, else the oldest. In version 1 keys are P-256.',
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
    summary: 'Deletes API keys and ends sessions of a user, all or none.',
    description:
      'Deleted keys and sessions authenticate no further request, and neither do the sessions that they opened. The user must keep a long-lived credential, or, in a sub-organization, a way to come back.',
    fields: { apiKeyIds: 'Ids of the API keys to delete and of the read-only sessions to end.' },
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'LAST_CREDENTIAL', 'DUPLICATE_ENTRY'],
  },
} as const satisfies Record<string, CallWords>
