/** Finds a user by email address or phone number. */
import { ApiError } from '@keywright/contract'
import { isOwnContact } from '../../authorize/contacts.ts'
import type { Context } from '../../context.ts'
import type { Partition, ReadRows } from '../../store/rows.ts'
import type { UserRow } from '../../store/tables.ts'

export type ContactMember = 'userEmail' | 'userPhoneNumber'

export const MEMBERS: readonly ContactMember[] = ['userEmail', 'userPhoneNumber']

/** `idOf` → id of the user for the contact. */
export const USERS_BY_CONTACT = 'users-by-contact'
/** `idOf` → all users of a shared contact. */
export const USERS_SHARING_CONTACT = 'users-sharing-contact'
/** Id of a contact in both lookups. */
export const idOf = (member: ContactMember, contact: string) => `${member} ${contact}`

/** Users of a contact with their creation times, oldest first. */
export type Holders = readonly (readonly [createdAt: number, userId: string])[]

/**
 * Finds the user with a contact in its exact spelling. If several users share it, the oldest one of those whose contact is
 * proven or set by the root quorum, or else the oldest one.
 * @throws ApiError 404 if no user of the organization has it
 */
export async function findByContact(
  { rows, organization }: Context,
  member: ContactMember,
  contact: string,
): Promise<UserRow> {
  const user = await findEntered(rows, member, contact)
  if (user) return user
  const { organizationId } = organization
  throw new ApiError('CONTACT_NOT_FOUND', { contact: contact.slice(0, 200), organizationId })
}

/** As `findByContact`; undefined if no user has the contact. */
export async function findEntered(
  rows: ReadRows,
  member: ContactMember,
  contact: string,
): Promise<UserRow | undefined> {
  const holders = await readHolders(rows, idOf(member, contact))
  const found = await Promise.all(holders.map(([, userId]) => rows.get('users', userId)))
  // Lookups have no MAC, and rows do.
  const users = found.flatMap((user) => (user?.[member] === contact ? [user] : []))
  return users.find((user) => isOwnContact(user, contact)) ?? users[0]
}

/** Prefetches what `enterContacts` reads. */
export async function readContacts(
  rows: ReadRows,
  before: UserRow | undefined,
  after: UserRow | undefined,
): Promise<unknown> {
  const ids = changedIn(before, after).flatMap((member) =>
    [before?.[member], after?.[member]].flatMap((contact) =>
      contact === undefined ? [] : [idOf(member, contact)],
    ),
  )
  return Promise.all(ids.map((id) => readHolders(rows, id)))
}

/** Indexes the contacts of a user who is about to be stored, and removes outdated entries. */
export async function enterContacts(
  rows: Partition,
  before: UserRow | undefined,
  after: UserRow | undefined,
): Promise<void> {
  for (const member of changedIn(before, after)) {
    const [had, has] = [before?.[member], after?.[member]]
    if (had !== undefined) {
      const id = idOf(member, had)
      const holders = await readHolders(rows, id)
      enter(rows, id, holders, without(holders, before!))
    }
    if (has !== undefined) {
      const id = idOf(member, has)
      const holders = await readHolders(rows, id)
      enter(rows, id, holders, withHolder(holders, after!))
    }
  }
}

const changedIn = (before: UserRow | undefined, after: UserRow | undefined) =>
  MEMBERS.filter((member) => before?.[member] !== after?.[member])

async function readHolders(rows: ReadRows, id: string): Promise<Holders> {
  const [only, shared] = await Promise.all([
    rows.follow({ lookup: USERS_BY_CONTACT, id, table: 'users' }),
    rows.lookup<Holders>(USERS_SHARING_CONTACT, id),
  ])
  return shared ?? (only ? [[only.createdAt, only.userId]] : [])
}

function enter(rows: Partition, id: string, before: Holders, after: Holders): void {
  const [eldest] = after
  if (eldest) rows.putLookup(USERS_BY_CONTACT, id, eldest[1])
  else rows.removeLookup(USERS_BY_CONTACT, id)
  if (after.length > 1) rows.putLookup(USERS_SHARING_CONTACT, id, after)
  else if (before.length > 1) rows.removeLookup(USERS_SHARING_CONTACT, id)
}

const without = (holders: Holders, { userId }: UserRow): Holders => holders.filter(([, id]) => id !== userId)

/** Users created in the same millisecond are ordered by id. */
export const withHolder = (holders: Holders, user: UserRow): Holders =>
  [...without(holders, user), [user.createdAt, user.userId] as const].sort(
    ([a, idOfA], [b, idOfB]) => a - b || (idOfA < idOfB ? -1 : 1),
  )
