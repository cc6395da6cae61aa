/** What the calls about invitations do. */
import type { CallWords } from './callWords.ts'

export const invitationWords = {
  create_invitations: {
    summary: 'Invites people to become users of the organization.',
    description:
      'Sends a mail to each address. All or none are created. At most 100 invitations in an organization.',
    errors: ['USER_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_REACHED'],
  },
  delete_invitation: {
    summary: 'Withdraws an invitation.',
    description: 'The link in the mail stops working.',
    errors: ['RESOURCE_NOT_FOUND'],
  },
} as const satisfies Record<string, CallWords>
