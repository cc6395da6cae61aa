/** Finds a user by email address or phone number. */
import { ApiError } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { Partition, ReadRows } from '../../store/rows.ts'
import type { UserRow } from '../../store/tables.ts'

export type ContactMember = 'userEmail' | 'userPhoneNumber'

const MEMBERS: readonly ContactMember[] = ['userEmail', 'userPhoneNumber']

/** `idOf` → id of the user for the contact. `COMPLETE` → `true` once the contacts of all users are indexed. */
const LOOKUP = 'users-by-contact'
const COMPLETE = 'complete'
/** `idOf` → all users of a shared contact. */
const SHARED = 'users-sharing-contact'
const idOf = (member: ContactMember, contact: string) => `${member} ${contact}`

/** Users of a contact with their creation times, oldest first. */
type Holders = readonly (readonly [createdAt: number, userId: string])[]

/**
 * Finds the user with a contact in its exact spelling. If several users share it, the oldest one.
 * @throws ApiError 404 if no user of the organization has it
 */
export async function findByContact(
  { rows, organization }: Context,
  member: ContactMember,
  contact: string,
): Promise<UserRow> {
  const eldest = (await findEntered(rows, member, contact)) ?? (await findAmongAll(rows, member, contact))
  if (eldest) return eldest
  const { organizationId } = organization
  throw new ApiError('CONTACT_NOT_FOUND', { contact: contact.slice(0, 200), organizationId })
}

/** The user according to the index, with a constant number of reads. */
export async function findEntered(
  rows: ReadRows,
  member: ContactMember,
  contact: string,
): Promise<UserRow | undefined> {
  const [isComplete, user] = await Promise.all([
    rows.lookup<true>(LOOKUP, COMPLETE),
    rows.follow({ lookup: LOOKUP, id: idOf(member, contact), table: 'users' }),
  ])
  // During an upgrade, a process of the previous release may write users without indexing them.
  return isComplete && user?.[member] === contact ? user : undefined
}

/**
 * Searches all users: for organizations without an index, where no contact has changed since an earlier version, and
 * before reporting that no user has the contact.
 */
async function findAmongAll(
  rows: ReadRows,
  member: ContactMember,
  contact: string,
): Promise<UserRow | undefined> {
  const users = (await rows.list('users')).filter((user) => user[member] === contact)
  return users.sort((a, b) => a.createdAt - b.createdAt)[0]
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
  if (ids.length === 0) return undefined
  return Promise.all([rows.lookup(LOOKUP, COMPLETE), ...ids.map((id) => readHolders(rows, id))])
}

/**
 * Indexes the contacts of a user who is about to be stored, and removes outdated entries. The first time in an
 * organization, indexes all existing users.
 */
export async function enterContacts(
  rows: Partition,
  before: UserRow | undefined,
  after: UserRow | undefined,
): Promise<void> {
  const changed = changedIn(before, after)
  if (changed.length === 0) return
  if ((await rows.lookup<true>(LOOKUP, COMPLETE)) === undefined) await enterAll(rows)
  for (const member of changed) {
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

async function enterAll(rows: Partition): Promise<void> {
  const all = new Map<string, Holders>()
  for (const user of await rows.list('users')) {
    for (const member of MEMBERS) {
      const contact = user[member]
      if (contact === undefined) continue
      const id = idOf(member, contact)
      all.set(id, withHolder(all.get(id) ?? [], user))
    }
  }
  for (const [id, holders] of all) enter(rows, id, [], holders)
  rows.putLookup(LOOKUP, COMPLETE, true)
}

async function readHolders(rows: ReadRows, id: string): Promise<Holders> {
  const [only, shared] = await Promise.all([
    rows.follow({ lookup: LOOKUP, id, table: 'users' }),
    rows.lookup<Holders>(SHARED, id),
  ])
  return shared ?? (only ? [[only.createdAt, only.userId]] : [])
}

function enter(rows: Partition, id: string, before: Holders, after: Holders): void {
  const [eldest] = after
  if (eldest) rows.putLookup(LOOKUP, id, eldest[1])
  else rows.removeLookup(LOOKUP, id)
  if (after.length > 1) rows.putLookup(SHARED, id, after)
  else if (before.length > 1) rows.removeLookup(SHARED, id)
}

const without = (holders: Holders, { userId }: UserRow): Holders => holders.filter(([, id]) => id !== userId)

/** Users created in the same millisecond are ordered by id. */
const withHolder = (holders: Holders, user: UserRow): Holders =>
  [...without(holders, user), [user.createdAt, user.userId] as const].sort(
    ([a, idOfA], [b, idOfB]) => a - b || (idOfA < idOfB ? -1 : 1),
  )

/** Marks a contact of the user as proven. */
export function withVerifiedContact(user: UserRow, contact: string): UserRow {
  const others = (user.verifiedContacts ?? []).filter((known) => known !== contact)
  return { ...user, verifiedContacts: [...others, contact].filter((known) => isOwn(user, known)) }
}

function isOwn(user: UserRow, contact: string): boolean {
  return contact === user.userEmail || contact === user.userPhoneNumber
}
