/**
 * One-time codes: by default six digits, valid for five minutes, three wrong tries, one use, and at most three live
 * codes per user or contact. All codes that don't work get the same error.
 */
import { ApiError, defaults, limits } from '@keywright/contract'
import { toUtf8 } from '@keywright/keys'
import type { Context, ExecuteContext } from '../../context.ts'
import { prefetch } from '../../store/prefetch.ts'
import type { Partition, ReadRows } from '../../store/rows.ts'
import type { OtpRow } from '../../store/tables.ts'
import {
  assertFewCounted,
  assertFewInAll,
  assertFewTries,
  contactId,
  count,
  countSent,
  forgetCounted,
} from './counted.ts'
import { dueEntries, enterExpiry, removeExpiry } from './expiries.ts'

export interface NewOtp {
  readonly otpType: string
  readonly contact: string
  /** The user that the code signs in; absent for codes that only prove control of the contact. */
  readonly userId?: string
  readonly otpLength?: number
  readonly alphanumeric?: boolean
  /** Decimal seconds. */
  readonly expirationSeconds?: string
  readonly userIdentifier?: string
}

/** Unused codes of a user or contact: otpId → expiry. */
export const liveOf = (owner: string) => `otps-of:${owner}` as const

/** Without characters that look alike. 32 characters, so that 5 bits select one evenly. */
const LETTERS_AND_DIGITS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const SANDBOX_CONTACT = 'user@example.com'

/** @throws ApiError 429 if the user or contact has three live codes, or too many messages were sent */
export async function assertRoomForOtp(context: Context, params: NewOtp): Promise<void> {
  const { rows, now } = context
  await Promise.all([
    assertFewLive(rows, ownerOf(params), now),
    assertFewCounted(rows, 'sends', contactId(params.contact), now),
    assertFewInAll(context, 1),
  ])
}

/** @throws ApiError 429 if the identifier has requested three codes; identifiers are stored only as keyed marks */
export async function newOtp(
  context: ExecuteContext,
  params: NewOtp,
): Promise<{ row: OtpRow; code: string }> {
  const { rows, ids, now } = context
  await Promise.all([
    params.userIdentifier === undefined ? undefined : countRequest(context, params.userIdentifier),
    countSends(context, [params.contact]),
  ])
  const otpId = ids.timeOrdered()
  const code = makeCode(context, params)
  const lifetime = Number(params.expirationSeconds ?? limits.otpLifetime) * 1000
  const row: OtpRow = {
    otpId,
    otpType: params.otpType,
    contact: params.contact,
    ...(params.userId === undefined ? {} : { userId: params.userId }),
    codeHash: hashOf(context, otpId, code),
    wrongTries: 0,
    createdAt: now,
    expiresAt: now + lifetime,
  }
  putOtp(rows, row)
  rows.putLookup(liveOf(ownerOf(row)), otpId, row.expiresAt)
  return { row, code }
}

/** Counts a message to each contact, and removes expired objects. */
export async function countSends(context: ExecuteContext, contacts: readonly string[]): Promise<void> {
  // Contacts, and all of them together.
  await purge(context.rows, context.now, contacts.length + 1)
  await countSent(context, contacts)
}

/** Writes a code, or the token that it was exchanged for, with an entry for its expiry. */
export function putOtp(rows: Partition, row: OtpRow): void {
  rows.put('otps', row.otpId, row)
  enterExpiry(rows, row.expiresAt, { otpId: row.otpId })
}

/** The row of a code that may still be tried. @throws ApiError 400; 429 after too many wrong codes for its contact */
export async function findLiveOtp(context: Context, otpId: string): Promise<OtpRow> {
  const { rows, now } = context
  const row = await rows.get('otps', otpId)
  const isLive = row && !row.isVerified && row.expiresAt > now && row.wrongTries < limits.otpMaxAttempts
  if (!isLive) throw invalidOtp()
  // Callers read the user next.
  if (row.userId !== undefined) prefetch(rows.get('users', row.userId))
  await assertFewTries(context, row.contact)
  return row
}

/**
 * Uses up a code. A wrong code counts as a try even though the request is rejected.
 * @param code undefined if it could not be decrypted
 * @throws ApiError 400
 */
export function spendOtp(context: ExecuteContext, row: OtpRow, code: string | undefined): void {
  const { otpId } = row
  if (code === undefined || hashOf(context, otpId, code) !== row.codeHash) {
    context.keepOnRefusal(async (rows) => {
      const tried = await rows.get('otps', otpId)
      if (tried) rows.put('otps', otpId, { ...tried, wrongTries: tried.wrongTries + 1 })
      await count(rows, 'tries', contactId(row.contact), context.now)
    })
    throw invalidOtp()
  }
  removeOtp(context.rows, row)
}

/** The same error for all reasons. */
export function invalidOtp(): ApiError<'OTP_INVALID'> {
  return new ApiError('OTP_INVALID')
}

export function ownerOf({ userId, contact }: Pick<OtpRow, 'userId' | 'contact'>): string {
  return userId ?? contact
}

/** Keyed by the root secret, so that a reader of the store can't find the code by brute force. */
function hashOf({ vault, organization }: ExecuteContext, otpId: string, code: string): string {
  return vault.mark(organization.organizationId, toUtf8(`one-time code ${otpId} ${code.toUpperCase()}`))
}

function makeCode(
  { random, settings }: ExecuteContext,
  { contact, otpLength, alphanumeric }: NewOtp,
): string {
  const length = otpLength ?? defaults.otpLength
  if (settings.hasSandboxOtp && contact === SANDBOX_CONTACT) return '0'.repeat(length)
  let code = ''
  while (code.length < length) {
    const [byte] = random(1) as unknown as [number]
    if (alphanumeric) code += LETTERS_AND_DIGITS[byte % 32]
    // 250 is the largest multiple of 10 in a byte; higher values would favor low digits.
    else if (byte < 250) code += String(byte % 10)
  }
  return code
}

async function assertFewLive(rows: ReadRows, owner: string, now: number): Promise<void> {
  const entries = await rows.lookupAll<number>(liveOf(owner))
  const live = entries.filter(({ value: expiresAt }) => expiresAt > now)
  if (live.length >= limits.otpLiveCodes)
    throw new ApiError('OTP_LIMIT_REACHED', { limit: limits.otpLiveCodes })
}

async function countRequest(
  { rows, now, vault, organization }: ExecuteContext,
  identifier: string,
): Promise<void> {
  const id = vault.mark(organization.organizationId, toUtf8(`user identifier ${identifier}`))
  await assertFewCounted(rows, 'requests', id, now)
  await count(rows, 'requests', id, now)
}

async function purge(rows: Partition, now: number, entering: number): Promise<void> {
  const due = await dueEntries(rows, now, entering)
  await Promise.all(
    due.map(async ({ entry, expiring }) => {
      removeExpiry(rows, entry)
      if ('counted' in expiring) return forgetCounted(rows, expiring.counted, now)
      const row = await rows.get('otps', expiring.otpId)
      if (row && row.expiresAt <= now) removeOtp(rows, row)
    }),
  )
}

function removeOtp(rows: Partition, row: OtpRow): void {
  rows.remove('otps', row.otpId)
  rows.removeLookup(liveOf(ownerOf(row)), row.otpId)
}
