/** What the calls about authenticators do. */
import type { CallWords } from './callWords.ts'

export const authenticatorWords = {
  get_authenticator: {
    summary: 'Reads one authenticator.',
    description: 'Names the WebAuthn credential and its public key.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  get_authenticators: {
    summary: 'Lists the authenticators of a user.',
    description: 'Not paged: a user holds at most 10.',
    errors: ['USER_NOT_FOUND'],
  },
  create_authenticators: {
    summary: 'Registers authenticators (passkeys) for a user, all or none.',
    description:
      'The attestation must contain the challenge and, where the organization names one, the origin. Users may register their own unless a policy denies it. At most 10 of a user.',
    fields: {
      authenticators: 'The authenticators to register.',
      authenticatorIds: 'Ids of the new authenticators, in the order of the request.',
    },
    errors: [
      'USER_NOT_FOUND',
      'ATTESTATION_INVALID',
      'SECRET_PUBLIC',
      'CREDENTIAL_TAKEN',
      'CREDENTIAL_LIMIT_REACHED',
    ],
  },
  delete_authenticators: {
    summary: 'Deletes authenticators of a user, all or none.',
    description: 'The user must keep a long-lived credential, or, in a sub-organization, a way to come back.',
    fields: { authenticatorIds: 'Ids of the authenticators to delete.' },
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'LAST_CREDENTIAL', 'DUPLICATE_ENTRY'],
  },
} as const satisfies Record<string, CallWords>
