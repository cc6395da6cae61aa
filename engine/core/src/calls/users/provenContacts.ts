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

function withContact(user: UserRow, before: readonly string[] = [], contact: string): readonly string[] {
  return heldBy(user, [...before.filter((known) => known !== contact), contact])
}

/** After a change of contacts: a changed one is unproven again. */
export function withoutOldContacts(user: UserRow): UserRow {
  const { verifiedContacts, signedInContacts } = user
  return {
    ...user,
    ...(verifiedContacts && { verifiedContacts: heldBy(user, verifiedContacts) }),
    ...(signedInContacts && { signedInContacts: heldBy(user, signedInContacts) }),
  }
}

const heldBy = ({ userEmail, userPhoneNumber }: UserRow, contacts: readonly string[]): readonly string[] =>
  contacts.filter((contact) => contact === userEmail || contact === userPhoneNumber)
