/** Counts events per contact or identifier in a sliding window, in rows that outlive the codes. */
import { ApiError, limits } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { Partition, ReadRows } from '../../store/rows.ts'
import { enterExpiry } from './expiries.ts'

/** Lookup: times in milliseconds, oldest first, by kind and by contact or identifier. */
export const COUNTED = 'otp-counted'

const KINDS = {
  /** Messages sent to one contact: codes, used and expired ones included, and other emails. */
  sends: { limit: limits.otpSendsPerWindow, seconds: limits.otpContactWindow },
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

/**
 * @param adding number of messages that are about to be sent
 * @throws ApiError 429 if the contact would get too many messages
 */
export async function assertFewSent(rows: ReadRows, contact: string, now: number, adding = 1): Promise<void> {
  const { limit, seconds } = KINDS.sends
  if ((await recent(rows, 'sends', contactId(contact), now)).length + adding <= limit) return
  throw new ApiError('MESSAGE_LIMIT_REACHED', { contact, limit, seconds })
}

/** Adds one event, up to the limit. */
export async function count(rows: Partition, kind: CountedKind, id: string, now: number): Promise<void> {
  const { limit, seconds } = KINDS[kind]
  const times = [...(await recent(rows, kind, id, now)), now].slice(-limit)
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
