/** Records that somebody is asked to join. Accepting has no call of its own. */
import type { IntentOf } from '@keywright/contract'
import { submit } from '../handler.ts'
import { composeMail } from '../outbox/composeMail.ts'
import { find, findUser } from './find.ts'
import { assertRoom } from './limits.ts'
import { assertTags } from './users/newUser.ts'

const create_invitations = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_INVITATIONS'>) => posted,

  async execute(context, { invitations }) {
    const { rows, now, ids, organization, outbox } = context
    const invitationIds: string[] = []
    for (const invitation of invitations) {
      await assertRoom(context, 'invitations')
      const sender = await findUser(context, invitation.senderUserId)
      await assertTags(context, invitation.receiverUserTags)
      const invitationId = ids.random()
      rows.put('invitations', invitationId, { ...invitation, invitationId, createdAt: now })
      invitationIds.push(invitationId)
      const { organizationName } = organization
      outbox.add(
        composeMail(organization, {
          to: invitation.receiverUserEmail,
          subject: `Invitation to ${organizationName}`,
          lines: [
            `${sender.userName} invites ${invitation.receiverUserName} to join ${organizationName}.`,
            'Answer to the person who invited you to accept.',
          ],
          template: { kind: 'invitation', invitationId, senderName: sender.userName },
        }),
      )
    }
    return { invitationIds }
  },
})

const delete_invitation = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_INVITATION'>) => posted,

  async execute(context, { invitationId }) {
    await find(context, 'invitations', invitationId)
    context.rows.remove('invitations', invitationId)
    return { invitationId }
  },
})

export const submits = { create_invitations, delete_invitation }
