/** Users as policies see them. */
import type { UserFacts } from '@keywright/policy'
import type { UserRow } from '../store/tables.ts'
import { ownEmailOf } from './contacts.ts'

export function toUserFacts(user: UserRow): UserFacts {
  return {
    id: user.userId,
    tags: user.userTags,
    email: ownEmailOf(user) ?? '',
    alias: user.userName,
  }
}
