/** Records which contacts of a user a one-time code has reached. */
import type { UserRow } from '../../store/tables.ts'

/** Marks a contact of the user as proven. */
export const withVerifiedContact = (user: UserRow, contact: string): UserRow => ({
  ...user,
  verifiedContacts: withContact(user, user.verifiedContacts, contact),
})

/** Records that someone signed in as the user by a code to this contact. */
export const withSignedInContact = (user: UserRow, contact: string): UserRow => ({
  ...user,
  signedInContacts: withContact(user, user.signedInContacts, contact),
})

function withContact(
  { userEmail, userPhoneNumber }: UserRow,
  before: readonly string[] = [],
  contact: string,
): readonly string[] {
  const all = [...before.filter((known) => known !== contact), contact]
  return all.filter((known) => known === userEmail || known === userPhoneNumber)
}
