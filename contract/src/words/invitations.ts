/** What the calls about invitations do. */
import type { CallWords } from './callWords.ts'

export const invitationWords = {
  create_invitations: {
    summary: 'Invites people to become users of the organization.',
    description:
      'Sends each address an email with instructions: generate a key on your own device and give its public key, or a passkey registration, to the inviting user. The email has no link, and no call accepts an invitation: the inviting user creates the invited user with `create_users`, then calls `delete_invitation`. An invitation grants no access and does not expire. All invitations are created or none. An organization can have at most 100.',
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_REACHED', 'MESSAGE_LIMIT_REACHED'],
  },
  delete_invitation: {
    summary: 'Deletes an invitation.',
    description:
      'The invitation no longer counts toward the limit. A user who was created from it is not affected.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
