/**
 * Sign-in by email, one-time code and OpenID Connect. Each results in an expiring key that only the client can
 * decrypt.
 */
import type { IntentOf } from '@keywright/contract'
import {
  createOtpTargetBundle,
  generateP256KeyPair,
  isKeysError,
  openEncryptedBundle,
  parseJsonObject,
  parseUtf8,
  withSecret,
} from '@keywright/keys'
import { assertFeature } from '../authorize/features.ts'
import type { CheckContext, ExecuteContext } from '../context.ts'
import { submit, submitOnUsers } from '../handler.ts'
import { prefetch } from '../store/prefetch.ts'
import type { OtpRow } from '../store/tables.ts'
import { dueEntries } from './auth/expiries.ts'
import { assertMailable, type MailedKey, mailBundle, prefetchMail } from './auth/mailBundle.ts'
import { assertRoomForOtp, findLiveOtp, invalidOtp, type NewOtp, newOtp, spendOtp } from './auth/otps.ts'
import { assertContact, assertSendable, type CodeMessage, sendCode, wayOf } from './auth/sendCode.ts'
import { issueVerificationToken } from './auth/verificationTokens.ts'
import { findByIdentity, readLogin } from './oauthProviders/findByToken.ts'
import { assertTargetPublicKey } from './targetPublicKey.ts'
import { changesOf } from './users/changesBySaving.ts'
import { newApiKey } from './users/credentials.ts'
import { changesByIssuing, issueKey } from './users/expiringKeys.ts'
import { findByContact, findEntered } from './users/findByContact.ts'

const email_auth = submitOnUsers({
  // Version 3 requires members that are optional in earlier versions.
  normalize: (
    posted: IntentOf<
      'ACTIVITY_TYPE_EMAIL_AUTH' | 'ACTIVITY_TYPE_EMAIL_AUTH_V2' | 'ACTIVITY_TYPE_EMAIL_AUTH_V3'
    >,
  ): MailedKey => posted,

  feature: () => 'FEATURE_NAME_EMAIL_AUTH',
  startableByParent: true,
  prepare: (context, { email }) => prefetchMail(context, email),

  async check(context, intent) {
    const user = await findByContact(context, 'userEmail', intent.email)
    await assertMailable(context, intent)
    return {
      found: user,
      users: [user],
      changes: await changesByIssuing(context, user, 'emailAuth', intent),
    }
  },

  async execute(context, { intent, found: user }) {
    return { userId: user.userId, apiKeyId: await mailBundle(context, user, 'emailAuth', intent) }
  },
})

type CodeRequest = CodeMessage & Omit<NewOtp, 'userId' | 'otpType'>

const otpFacts = ({ otpLength }: CodeRequest) => [
  { params: otpLength === undefined ? {} : { otp_length: BigInt(otpLength) } },
]

const init_otp_auth = submitOnUsers({
  normalize: (
    posted: IntentOf<
      'ACTIVITY_TYPE_INIT_OTP_AUTH' | 'ACTIVITY_TYPE_INIT_OTP_AUTH_V2' | 'ACTIVITY_TYPE_INIT_OTP_AUTH_V3'
    >,
  ): CodeRequest => posted,

  feature: ({ otpType }) => wayOf(otpType).feature,
  startableByParent: true,
  prepare: ({ rows, now }, { otpType, contact }) =>
    prefetch(findEntered(rows, wayOf(otpType).member, contact), dueEntries(rows, now)),

  async check(context, intent) {
    const user = await findByContact(context, wayOf(intent.otpType).member, intent.contact)
    const { userId } = user
    await assertRoomForOtp(context, { ...intent, userId })
    await assertSendable(context, messageOf(intent))
    return { found: userId, users: [user], facts: otpFacts(intent) }
  },

  async execute(context, { intent, found: userId }) {
    const { row, code } = await newOtp(context, { ...intent, userId })
    await sendCode(context, messageOf(intent), code)
    return { otpId: row.otpId }
  },
})

const otp_auth = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_OTP_AUTH'>) => posted,

  startableByParent: true,
  prepare: ({ rows }, { otpId }) => prefetch(rows.get('otps', otpId)),

  async check(context, { otpId, targetPublicKey, invalidateExisting }) {
    const row = await findLiveOtp(context, otpId)
    const { feature, member } = wayOf(row.otpType)
    const user = row.userId === undefined ? undefined : await context.rows.get('users', row.userId)
    if (user?.[member] !== row.contact) throw invalidOtp()
    assertFeature(context.organization, feature)
    if (targetPublicKey !== undefined) assertTargetPublicKey(context, targetPublicKey)
    const wishes = { ...(invalidateExisting !== undefined && { invalidateExisting }) }
    return {
      found: { row, user },
      users: [user],
      changes: targetPublicKey === undefined ? [] : await changesByIssuing(context, user, 'otpAuth', wishes),
    }
  },

  async execute(context, { intent: { otpCode, targetPublicKey, ...wishes }, found: { row, user } }) {
    spendOtp(context, row, otpCode)
    const { userId } = user
    if (targetPublicKey === undefined) return { userId }
    const openedBy = [{ userId, opener: wayOf(row.otpType).feature }]
    return { userId, ...(await issueKey(context, user, 'otpAuth', { ...wishes, targetPublicKey, openedBy })) }
  },
})

const init_otp = submit({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_INIT_OTP' | 'ACTIVITY_TYPE_INIT_OTP_V2' | 'ACTIVITY_TYPE_INIT_OTP_V3'>,
    type,
  ): CodeRequest & { readonly isSealed: boolean } => ({
    ...posted,
    isSealed: type === 'ACTIVITY_TYPE_INIT_OTP_V3',
  }),

  feature: ({ otpType }) => wayOf(otpType).feature,
  startableByParent: true,
  prepare: (context, intent) =>
    prefetch(assertRoomForOtp(context, intent), dueEntries(context.rows, context.now)),

  async check(context, intent) {
    assertContact(intent.otpType, intent.contact)
    await assertRoomForOtp(context, intent)
    await assertSendable(context, messageOf(intent))
    return { found: undefined, facts: otpFacts(intent) }
  },

  async execute(context, { intent: { isSealed, ...intent } }) {
    const { row, code } = await newOtp(context, intent)
    await sendCode(context, messageOf(intent), code)
    const { otpId } = row
    return isSealed ? { otpId, otpEncryptionTargetBundle: addTargetKey(context, row) } : { otpId }
  },
})

function addTargetKey({ rows, random, vault, organization }: ExecuteContext, row: OtpRow): string {
  const { organizationId } = organization
  const { privateKey, publicKey } = generateP256KeyPair(random)
  rows.put('otps', row.otpId, {
    ...row,
    sealedTargetKey: withSecret(privateKey, (key) => vault.seal(organizationId, row.otpId, key)),
  })
  return createOtpTargetBundle({ targetPublicKey: publicKey, organizationId, signer: vault.signer })
}

interface ShownCode {
  /** Undefined if it could not be decrypted. */
  readonly code: string | undefined
  readonly publicKey?: string | undefined
}

const verify_otp = submit({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_VERIFY_OTP' | 'ACTIVITY_TYPE_VERIFY_OTP_V2'>,
  ): IntentOf<'ACTIVITY_TYPE_VERIFY_OTP'> | IntentOf<'ACTIVITY_TYPE_VERIFY_OTP_V2'> => posted,

  startableByParent: true,
  prepare: ({ rows }, { otpId }) => prefetch(rows.get('otps', otpId)),

  async check(context, intent) {
    const row = await findLiveOtp(context, intent.otpId)
    // A code of `init_otp_auth` may only sign its user in.
    if (row.userId !== undefined) throw invalidOtp()
    assertFeature(context.organization, wayOf(row.otpType).feature)
    if ('otpCode' in intent && intent.publicKey !== undefined) readPublicKey(context, intent.publicKey)
    return { found: row }
  },

  async execute(context, { intent, found: row }) {
    const shown: ShownCode =
      'otpCode' in intent
        ? { code: intent.otpCode, publicKey: intent.publicKey }
        : await openCode(context, row, intent.encryptedOtpBundle)
    const publicKey = shown.publicKey === undefined ? undefined : readPublicKey(context, shown.publicKey)
    spendOtp(context, row, shown.code)
    const { expirationSeconds } = intent
    return { verificationToken: issueVerificationToken(context, row, { publicKey, expirationSeconds }) }
  },
})

/** Decrypts JSON `{otp_code, public_key}`, which is sealed to the code's key. */
async function openCode(
  { vault, organization }: ExecuteContext,
  row: OtpRow,
  bundle: string,
): Promise<ShownCode> {
  if (row.sealedTargetKey === undefined) return { code: undefined }
  try {
    const plaintext = await vault.open(
      organization.organizationId,
      row.otpId,
      row.sealedTargetKey,
      (privateKey) => openEncryptedBundle(bundle, privateKey),
    )
    const opened = withSecret(plaintext, (text) => parseUtf8(text, 'sealed code'))
    const { otp_code: code, public_key: publicKey } = parseJsonObject(opened, 'sealed code')
    return typeof code === 'string' && typeof publicKey === 'string'
      ? { code, publicKey }
      : { code: undefined }
  } catch (error) {
    if (!isKeysError(error)) throw error
    return { code: undefined }
  }
}

function readPublicKey(context: CheckContext, publicKey: string): string {
  return newApiKey(context, { apiKeyName: '', publicKey }).publicKey
}

const oauth = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_OAUTH'>) => posted,

  startableByParent: true,
  prepare: (context, { oidcToken, targetPublicKey: publicKey }) =>
    readLogin(context, { oidcToken, publicKey, call: 'oauth' }),

  async check(context, { targetPublicKey, ...wishes }, identity) {
    assertTargetPublicKey(context, targetPublicKey)
    const found = await findByIdentity(context, identity)
    const { user, before } = found
    return {
      found,
      users: [user],
      changes: [changesOf(before, user), ...(await changesByIssuing(context, user, 'oauth', wishes))],
    }
  },

  async execute(context, { intent: { oidcToken: _read, ...wishes }, found: { user, openedBy } }) {
    return { userId: user.userId, ...(await issueKey(context, user, 'oauth', { ...wishes, openedBy })) }
  },
})

function messageOf({
  otpLength: _length,
  alphanumeric: _alphanumeric,
  expirationSeconds: _lifetime,
  userIdentifier: _identifier,
  ...message
}: CodeRequest): CodeMessage {
  return message
}

export const submits = { email_auth, init_otp_auth, otp_auth, init_otp, verify_otp, oauth }
