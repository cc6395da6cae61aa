/** What the calls about authenticators do. */
import type { CallWords } from './callWords.ts'

export const authenticatorWords = {
  get_authenticator: {
    summary: 'Returns an authenticator.',
    description: 'Includes the WebAuthn credential id and the public key.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
  get_authenticators: {
    summary: 'Lists the authenticators of a user.',
    description: 'Not paginated: a user can have at most 10.',
    errors: ['USER_NOT_FOUND'],
  },
  create_authenticators: {
    summary: 'Registers authenticators (passkeys) for a user.',
    description:
      'The attestation must contain the challenge and, if the organization sets one, the origin. Users can register their own authenticators unless a policy denies it. A user can have at most 10. All are registered or none.',
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
    summary: 'Deletes authenticators of a user.',
    description:
      'The user must keep a long-lived credential or, in a sub-organization, another way to sign in or recover. All are deleted or none.',
    fields: { authenticatorIds: 'Ids of the authenticators to delete.' },
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'LAST_CREDENTIAL', 'DUPLICATE_ENTRY'],
  },
} as const satisfies Record<string, CallWords>
