/** Invitations to an organization. */
import { list, object } from '../define.ts'
import { AccessType } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { email, name } from '../scalars.ts'

export const InvitationParams = object({
  receiverUserName: name,
  receiverUserEmail: email,
  receiverUserTags: list(ids.userTag),
  accessType: AccessType,
  senderUserId: ids.user,
})
