/**
 * Invitations to join an organization. No call accepts one: the email asks the invited person for the
 * public half of a credential, and the inviting user creates the user with it.
 */
import { escapeHidden, type IntentOf } from '@keywright/contract'
import { submit } from '../handler.ts'
import { composeMail } from '../outbox/composeMail.ts'
import type { Message } from '../outbox/outbox.ts'
import type { InvitationRow, OrganizationRow, UserRow } from '../store/tables.ts'
import { assertFewSent } from './auth/counted.ts'
import { assertLeadsHome, nameInMessages } from './auth/messageLinks.ts'
import { countSends } from './auth/otps.ts'
import { find, findUser } from './find.ts'
import { assertRoom } from './limits.ts'
import { assertTags } from './users/newUser.ts'

const create_invitations = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_INVITATIONS'>) => posted,

  async check(context, { invitations }) {
    context.budget.spend('rows', invitations.length)
    const tags = new Set(invitations.flatMap(({ receiverUserTags }) => receiverUserTags))
    const [senders] = await Promise.all([
      Promise.all(invitations.map(({ senderUserId }) => findUser(context, senderUserId))),
      assertRoom(context, 'invitations', invitations.length),
      assertTags(context, [...tags]),
      assertFewSent(context, invitations.map(receiverOf)),
    ])
    for (const [n, { receiverUserName }] of invitations.entries()) {
      const texts = {
        [`invitations.${n}.receiverUserName`]: receiverUserName,
        [`invitations.${n}.senderUserId`]: senders[n]!.userName,
      }
      await assertLeadsHome(context, { texts }, '')
    }
    return { found: senders }
  },

  async execute(context, { intent: { invitations }, found: senders }) {
    const { rows, now, ids, outbox } = context
    const [organizationName] = await Promise.all([
      nameInMessages(context),
      countSends(context, invitations.map(receiverOf)),
    ])
    const organization = { ...context.organization, organizationName }
    const invitationIds = invitations.map((invitation, n) => {
      const invitationId = ids.random()
      rows.put('invitations', invitationId, { ...invitation, invitationId, createdAt: now })
      outbox.add(
        composeInvitation(organization, invitation, invitationId, shownSender(organization, senders[n]!)),
      )
      return invitationId
    })
    return { invitationIds }
  },
})

const receiverOf = ({ receiverUserEmail }: Pick<InvitationRow, 'receiverUserEmail'>) => receiverUserEmail

/** Users of sub-organizations set any address, so only a proven one is shown. */
function shownSender({ parentId }: OrganizationRow, sender: UserRow): UserRow {
  const { userEmail, ...others } = sender
  const isShown =
    parentId === null || (userEmail !== undefined && sender.verifiedContacts?.includes(userEmail))
  return isShown ? sender : others
}

/** The invitation email. It contains no secret and no link, so it need not be confidential. */
function composeInvitation(
  organization: OrganizationRow,
  { receiverUserName, receiverUserEmail }: Pick<InvitationRow, 'receiverUserName' | 'receiverUserEmail'>,
  invitationId: string,
  { userName: senderName, userEmail: senderEmail }: UserRow,
): Message {
  const { organizationName } = organization
  const sentences = [
    `${senderName} invites ${receiverUserName} to join ${organizationName}.`,
    'To accept, create an API key or a passkey on your own device. Send ' +
      `${senderName} the public key or the registration of the passkey. Never share a private key. ` +
      `${senderName} then creates your user with it.`,
    senderEmail === undefined
      ? `${senderName} will tell you how to send it.`
      : `Send it to ${senderEmail}, or reply to this email.`,
    `If you don't expect this from ${senderName}, ignore this email. Nothing happens unless you reply.`,
  ]
  return composeMail(organization, {
    to: receiverUserEmail,
    subject: `Invitation to ${organizationName}`,
    paragraphs: sentences.map((sentence) => [sentence]),
    template: {
      kind: 'invitation',
      invitationId,
      senderName: escapeHidden(senderName),
      ...(senderEmail === undefined ? {} : { senderEmail, replyToEmailAddress: senderEmail }),
    },
  })
}

const delete_invitation = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_INVITATION'>) => posted,

  check: async (context, { invitationId }) => ({ found: await find(context, 'invitations', invitationId) }),

  async execute({ rows }, { found: { invitationId } }) {
    rows.remove('invitations', invitationId)
    return { invitationId }
  },
})

export const submits = { create_invitations, delete_invitation }
