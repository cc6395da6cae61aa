/** What the calls about invitations do. */
import type { CallWords } from './callWords.ts'

export const invitationWords = {
  create_invitations: {
    summary: 'Invites people to become users of the organization.',
    description:
      'Sends an email to each address that says what to do: make a key on the own device, and give its public half, or the registration of a passkey, to the user who invites. There is no link and no call to accept: that user creates the invited one with `create_users` and then calls `delete_invitation`. An invitation alone opens nothing, and ends by being deleted. All or none are created. At most 100 invitations in an organization.',
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_REACHED', 'MESSAGE_LIMIT_REACHED'],
  },
  delete_invitation: {
    summary: 'Withdraws an invitation.',
    description:
      'Makes room for another. Nothing else changes: an invitation opens nothing, and a user who was created from it stays.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
