/** Invitations to an organization. */
import { list, object } from '../define.ts'
import { AccessType } from '../enumSchemas.ts'
import { email, id, name } from '../scalars.ts'

export const InvitationParams = object({
  receiverUserName: name,
  receiverUserEmail: email,
  receiverUserTags: list(id),
  accessType: AccessType,
  senderUserId: id,
})
