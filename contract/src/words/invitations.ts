/** What the calls about invitations do. */
import type { CallWords } from './callWords.ts'

export const invitationWords = {
  create_invitations: {
    summary: 'Invites people to become users of the organization.',
    description:
      'Sends each address an email with instructions: generate a key on your own device, and give its public key, or a passkey registration, to the inviting user. The email has no link, and no call accepts it: the inviting user creates the invited user with `create_users`, then calls `delete_invitation`. An invitation by itself grants nothing, and lasts until it is deleted. All or none are created. At most 100 invitations per organization.',
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_REACHED', 'MESSAGE_LIMIT_REACHED'],
  },
  delete_invitation: {
    summary: 'Withdraws an invitation.',
    description:
      'Makes room for another. Nothing else changes: an invitation opens nothing, and a user who was created from it stays.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
