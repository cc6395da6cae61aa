/** The user whom a mail address or phone number names. */
import { ApiError } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../store/tables.ts'

export type ContactMember = 'userEmail' | 'userPhoneNumber'

/**
 * Compares as written. Users may share a contact; then the eldest user counts.
 * @throws ApiError 404 when no user of the organization has it
 */
export async function findByContact(
  { rows, organization }: Context,
  member: ContactMember,
  contact: string,
): Promise<UserRow> {
  const users = (await rows.list('users')).filter((user) => user[member] === contact)
  const [eldest] = users.sort((a, b) => a.createdAt - b.createdAt)
  if (eldest) return eldest
  const { organizationId } = organization
  throw new ApiError('CONTACT_NOT_FOUND', { contact: contact.slice(0, 200), organizationId })
}

/** The user with a contact that counts as proven. */
export function withVerifiedContact(user: UserRow, contact: string): UserRow {
  const others = (user.verifiedContacts ?? []).filter((known) => known !== contact)
  return { ...user, verifiedContacts: [...others, contact].filter((known) => isOwn(user, known)) }
}

function isOwn(user: UserRow, contact: string): boolean {
  return contact === user.userEmail || contact === user.userPhoneNumber
}
