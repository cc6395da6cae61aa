/** Returns the caller: the first query of most programs. */
import type { Query } from '../handler.ts'

const whoami: Query<'whoami'> = async (_context, _filters, caller) => ({
  organizationId: caller.organization.organizationId,
  organizationName: caller.organization.organizationName,
  userId: caller.user.userId,
  username: caller.user.userName,
})

export const queries = { whoami }
