/** The user whom a mail address or phone number names. */
import { ApiError } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { Partition, ReadRows } from '../../store/rows.ts'
import type { UserRow } from '../../store/tables.ts'

export type ContactMember = 'userEmail' | 'userPhoneNumber'

const MEMBERS: readonly ContactMember[] = ['userEmail', 'userPhoneNumber']

/** By `idOf`, the id of the user who counts. By `COMPLETE`: `true` once the contacts of all users are entered. */
const LOOKUP = 'users-by-contact'
const COMPLETE = 'complete'
/** By `idOf`, everybody who has a contact that several have. */
const SHARED = 'users-sharing-contact'
const idOf = (member: ContactMember, contact: string) => `${member} ${contact}`

/** Who has a contact, the eldest first: each with the time at which they were made. */
type Holders = readonly (readonly [createdAt: number, userId: string])[]

/**
 * Compares as written. Users may share a contact; then the eldest user counts.
 * @throws ApiError 404 when no user of the organization has it
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

/** What `findByContact` reads of an organization that knows its users by contact, however many they are. */
export async function findEntered(
  rows: ReadRows,
  member: ContactMember,
  contact: string,
): Promise<UserRow | undefined> {
  const [isComplete, user] = await Promise.all([
    rows.lookup<true>(LOOKUP, COMPLETE),
    rows.follow({ lookup: LOOKUP, id: idOf(member, contact), table: 'users' }),
  ])
  // A process of the release before, which goes on during an upgrade, enters nothing.
  return isComplete && user?.[member] === contact ? user : undefined
}

/**
 * In organizations in which no contact changed since earlier versions, which entered none; and before somebody is told
 * that nobody has the contact.
 */
async function findAmongAll(
  rows: ReadRows,
  member: ContactMember,
  contact: string,
): Promise<UserRow | undefined> {
  const users = (await rows.list('users')).filter((user) => user[member] === contact)
  return users.sort((a, b) => a.createdAt - b.createdAt)[0]
}

/** What `enterContacts` will ask for. */
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
 * Enters the contacts of a user who is about to be stored, and takes out what no longer holds. The first time in an
 * organization, those of all users that are there already.
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

/** Of two of one moment, the one with the lesser id comes first. */
const withHolder = (holders: Holders, user: UserRow): Holders =>
  [...without(holders, user), [user.createdAt, user.userId] as const].sort(
    ([a, idOfA], [b, idOfB]) => a - b || (idOfA < idOfB ? -1 : 1),
  )

/** The user with a contact that counts as proven. */
export function withVerifiedContact(user: UserRow, contact: string): UserRow {
  const others = (user.verifiedContacts ?? []).filter((known) => known !== contact)
  return { ...user, verifiedContacts: [...others, contact].filter((known) => isOwn(user, known)) }
}

function isOwn(user: UserRow, contact: string): boolean {
  return contact === user.userEmail || contact === user.userPhoneNumber
}
