/** Finds a user by email address or phone number. */
import { ApiError } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { Partition, ReadRows } from '../../store/rows.ts'
import type { Json } from '../../store/store.ts'
import type { UserRow } from '../../store/tables.ts'

export type ContactMember = 'userEmail' | 'userPhoneNumber'

const MEMBERS: readonly ContactMember[] = ['userEmail', 'userPhoneNumber']

/** `idOf` → id of the user for the contact. `COMPLETE` → `true` once the contacts of all users are indexed. */
export const USERS_BY_CONTACT = 'users-by-contact'
export const COMPLETE = 'complete'
/** `idOf` → all users of a shared contact. */
export const USERS_SHARING_CONTACT = 'users-sharing-contact'
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
    rows.lookup<true>(USERS_BY_CONTACT, COMPLETE),
    rows.follow({ lookup: USERS_BY_CONTACT, id: idOf(member, contact), table: 'users' }),
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
  return Promise.all([rows.lookup(USERS_BY_CONTACT, COMPLETE), ...ids.map((id) => readHolders(rows, id))])
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
  if ((await rows.lookup<true>(USERS_BY_CONTACT, COMPLETE)) === undefined) await enterAll(rows)
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
  for (const [id, holders] of holdersAmong(await rows.list('users'))) enter(rows, id, [], holders)
  rows.putLookup(USERS_BY_CONTACT, COMPLETE, true)
}

function holdersAmong(users: readonly UserRow[]): ReadonlyMap<string, Holders> {
  const all = new Map<string, Holders>()
  for (const user of users) {
    for (const member of MEMBERS) {
      const contact = user[member]
      if (contact === undefined) continue
      const id = idOf(member, contact)
      all.set(id, withHolder(all.get(id) ?? [], user))
    }
  }
  return all
}

/** The rows of both lookups once the contacts of all users are entered. */
export function contactEntries(users: readonly UserRow[]): { lookup: string; id: string; value: Json }[] {
  const found = [{ lookup: USERS_BY_CONTACT, id: COMPLETE, value: true as Json }]
  for (const [id, holders] of holdersAmong(users)) {
    found.push({ lookup: USERS_BY_CONTACT, id, value: holders[0]![1] })
    if (holders.length > 1) found.push({ lookup: USERS_SHARING_CONTACT, id, value: holders })
  }
  return found
}

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
