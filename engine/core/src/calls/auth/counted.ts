/** Counts events per contact or identifier in a sliding window, in rows that outlive the codes. */
import { ApiError, limits } from '@keywright/contract'
import type { Context, ExecuteContext } from '../../context.ts'
import type { Partition, ReadRows } from '../../store/rows.ts'
import { enterExpiry } from './expiries.ts'

/** Lookup: times in milliseconds, oldest first, by kind and by contact or identifier. */
export const COUNTED = 'otp-counted'

const KINDS = {
  /** Messages sent to one contact: codes, used and expired ones included, and other emails. */
  sends: { limit: limits.otpSendsPerWindow, seconds: limits.otpContactWindow },
  /** The same to all contacts of a sub-organization, whose users may be strangers to the operator who pays. */
  allSends: { limit: limits.messagesPerSubOrganization, seconds: limits.otpContactWindow },
  /** Wrong codes for one contact, no matter which code they were meant for. */
  tries: { limit: limits.otpTriesPerWindow, seconds: limits.otpContactWindow },
  /** Codes requested by one identifier. */
  requests: { limit: limits.otpRequestsPerWindow, seconds: limits.otpRequestWindow },
} as const

export type CountedKind = keyof typeof KINDS

/** The id under which a contact is counted, ignoring case. */
export const contactId = (contact: string): string => contact.toLowerCase()

/** @throws ApiError 429 if the window is full */
export async function assertFewCounted(
  rows: ReadRows,
  kind: CountedKind,
  id: string,
  now: number,
): Promise<void> {
  const { limit } = KINDS[kind]
  if ((await recent(rows, kind, id, now)).length >= limit) throw new ApiError('OTP_LIMIT_REACHED', { limit })
}

/**
 * Counts the wrong codes of the parent too, because its codes also sign in users of the sub-organization.
 * @throws ApiError 429 if too many wrong codes were shown for the contact
 */
export async function assertFewTries(
  { rows, organization: { parentId }, open, now }: Context,
  contact: string,
): Promise<void> {
  const { limit } = KINDS.tries
  const places = parentId === null ? [rows] : [rows, await open(parentId)]
  const tries = await Promise.all(places.map((place) => recent(place, 'tries', contactId(contact), now)))
  if (tries.flat().length >= limit) throw new ApiError('OTP_LIMIT_REACHED', { limit })
}

const ALL = 'all contacts of the organization'

/**
 * @param contacts receivers of the messages that are about to be sent
 * @throws ApiError 429 if one of them, or all contacts together, would get too many messages
 */
export async function assertFewSent(context: Context, contacts: readonly string[]): Promise<void> {
  const messages = new Map<string, number>()
  for (const id of contacts.map(contactId)) messages.set(id, (messages.get(id) ?? 0) + 1)
  await Promise.all([
    ...Array.from(messages, ([id, adding]) => assertFewMore(context, 'sends', id, adding)),
    assertFewInAll(context, contacts.length),
  ])
}

/** @throws ApiError 429 if all contacts of a sub-organization together would get too many messages */
export async function assertFewInAll(context: Context, adding: number): Promise<void> {
  if (context.organization.parentId !== null) await assertFewMore(context, 'allSends', ALL, adding)
}

async function assertFewMore(
  { rows, now }: Context,
  kind: 'sends' | 'allSends',
  contact: string,
  adding: number,
): Promise<void> {
  const { limit, seconds } = KINDS[kind]
  if ((await recent(rows, kind, contact, now)).length + adding <= limit) return
  throw new ApiError('MESSAGE_LIMIT_REACHED', { contact, limit, seconds })
}

/** Counts a message to each contact, in order. */
export async function countSent(
  { rows, organization: { parentId }, now }: ExecuteContext,
  contacts: readonly string[],
): Promise<void> {
  for (const contact of contacts) await count(rows, 'sends', contactId(contact), now)
  if (parentId !== null) await count(rows, 'allSends', ALL, now, contacts.length)
}

/** Adds events, up to the limit. */
export async function count(
  rows: Partition,
  kind: CountedKind,
  id: string,
  now: number,
  adding = 1,
): Promise<void> {
  const { limit, seconds } = KINDS[kind]
  const times = [...(await recent(rows, kind, id, now)), ...Array<number>(adding).fill(now)].slice(-limit)
  const key = `${kind} ${id}`
  rows.putLookup(COUNTED, key, times)
  enterExpiry(rows, now + seconds * 1000, { counted: key })
}

/** Removes a row if its window has passed. */
export async function forgetCounted(rows: Partition, key: string, now: number): Promise<void> {
  const [kind, id] = [key.slice(0, key.indexOf(' ')) as CountedKind, key.slice(key.indexOf(' ') + 1)]
  if ((await recent(rows, kind, id, now)).length === 0) rows.removeLookup(COUNTED, key)
}

async function recent(rows: ReadRows, kind: CountedKind, id: string, now: number): Promise<number[]> {
  const times = (await rows.lookup<number[]>(COUNTED, `${kind} ${id}`)) ?? []
  return times.filter((time) => time > now - KINDS[kind].seconds * 1000)
}
