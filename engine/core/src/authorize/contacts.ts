/**
 * Decides which contacts policies may treat as a user's own. An address that anyone with `USER`, `UPDATE` can set
 * must not make its user an approver, so it counts only if a one-time code has proven it or the root quorum set it.
 */
import type { UserRow } from '../store/tables.ts'

/** The user's email address if it is proven or set by the root quorum. */
export function ownEmailOf(user: UserRow): string | undefined {
  const { userEmail } = user
  return userEmail !== undefined && isOwnContact(user, userEmail) ? userEmail : undefined
}

/** Whether a contact of the user is proven or set by the root quorum. */
export const isOwnContact = (
  { verifiedContacts = [], rootContacts = [] }: UserRow,
  contact: string,
): boolean => [...verifiedContacts, ...rootContacts].includes(contact)

/** Records that the root quorum set these contacts, if it did. */
export function withRootContacts(
  user: UserRow,
  set: readonly (string | undefined)[],
  { isByRootQuorum }: { readonly isByRootQuorum: boolean },
): UserRow {
  const contacts = [user.userEmail, user.userPhoneNumber].filter((contact) => contact !== undefined)
  const known = [...(user.rootContacts ?? []), ...(isByRootQuorum ? set : [])]
  const rootContacts = contacts.filter((contact) => known.includes(contact))
  const { rootContacts: _, ...rest } = user
  return rootContacts.length === 0 ? rest : { ...rest, rootContacts }
}
