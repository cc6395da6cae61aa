/** Invitations to an organization. */
import { list, submit, version } from '../define.ts'
import { InvitationParams } from '../entities/invitations.ts'
import { ids } from '../ids.ts'

export const invitationCalls = {
  create_invitations: submit('INVITATION', 'CREATE', {
    ACTIVITY_TYPE_CREATE_INVITATIONS: version(
      { invitations: list(InvitationParams) },
      { invitationIds: list(ids.invitation) },
    ),
  }),
  delete_invitation: submit('INVITATION', 'DELETE', {
    ACTIVITY_TYPE_DELETE_INVITATION: version(
      { invitationId: ids.invitation },
      { invitationId: ids.invitation },
    ),
  }),
} as const
