/** Short-lived access: read-only sessions, sealed session keys, and session keys of the client's own making. */
import { type IntentOf, limits } from '@keywright/contract'
import { signSessionToken } from '@keywright/keys'
import { createSessionToken } from '../authenticate/session.ts'
import { assertFeature } from '../authorize/features.ts'
import type { Context } from '../context.ts'
import { submit } from '../handler.ts'
import type { UserRow } from '../store/tables.ts'
import { wayOf } from './auth/sendCode.ts'
import { assertClientSignature, invalidToken, useVerificationToken } from './auth/verificationTokens.ts'
import { findUser } from './find.ts'
import { assertSubOrganization, findByToken } from './oauthProviders/findByToken.ts'
import { issueKey, type KeyKind, type KeyWishes, registerKey } from './users/expiringKeys.ts'
import { findByContact, withVerifiedContact } from './users/findByContact.ts'

const create_read_only_session = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION'>) => posted,

  isOwnBusiness: () => true,
  isPersonal: true,

  async execute(context) {
    const { user } = context.submitter
    const { organizationId } = context.organization
    const expiry = Math.floor(context.now / 1000) + limits.readOnlySession
    const session = createSessionToken(
      { organizationId, userId: user.userId, expiry },
      context.vault.tokenSecret,
    )
    return { ...namesOf(context, user), session, sessionExpiry: String(expiry) }
  },
})

type ReadWriteSession = KeyWishes & {
  readonly targetPublicKey: string
  /** Version 1 names the user by mail address. */
  readonly email?: string
  /** Default: the caller. */
  readonly userId?: string
}

const create_read_write_session = submit({
  normalize: (
    posted: IntentOf<
      'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION' | 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2'
    >,
  ): ReadWriteSession => posted,

  isOwnBusiness: ({ email, userId }, submitterId, { submitter }) =>
    email === undefined ? (userId ?? submitterId) === submitterId : email === submitter.user.userEmail,

  async execute(context, { email, userId, ...wishes }) {
    const { user: submitter } = context.submitter
    const user =
      email === undefined || email === submitter.userEmail
        ? await findUser(context, userId ?? submitter.userId)
        : await findByContact(context, 'userEmail', email)
    return { ...namesOf(context, user), ...(await issueKey(context, user, 'readWriteSession', wishes)) }
  },
})

function namesOf({ organization: { organizationId, organizationName } }: Context, user: UserRow) {
  return { organizationId, organizationName, userId: user.userId, username: user.userName }
}

const stamp_login = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_STAMP_LOGIN'>) => posted,

  isOwnBusiness: () => true,

  async execute(context, intent) {
    const user = await findUser(context, context.submitter.user.userId)
    return { session: await login(context, user, 'stampLogin', intent) }
  },
})

const otp_login = submit({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_OTP_LOGIN' | 'ACTIVITY_TYPE_OTP_LOGIN_V2'>,
  ): IntentOf<'ACTIVITY_TYPE_OTP_LOGIN'> => posted,

  startableByParent: true,

  async execute(context, { verificationToken, clientSignature, ...intent }) {
    const verification = await useVerificationToken(context, verificationToken)
    const { feature, member } = wayOf(verification.otpType)
    assertFeature(context.organization, feature)
    // The token is bound to one key. Whoever wants to register another shows a signature by that one.
    const boundKey = verification.publicKey ?? intent.publicKey.toLowerCase()
    if (clientSignature) {
      await assertClientSignature(clientSignature, boundKey, [verification.tokenId, intent.publicKey])
    } else if (boundKey !== intent.publicKey.toLowerCase()) throw invalidToken()
    const user = await findByContact(context, member, verification.contact)
    return {
      session: await login(context, withVerifiedContact(user, verification.contact), 'otpLogin', intent),
    }
  },
})

const oauth_login = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_OAUTH_LOGIN'>) => posted,

  startableByParent: true,
  refuse: (context) => assertSubOrganization(context, 'oauth_login'),

  async execute(context, { oidcToken, ...intent }) {
    const user = await findByToken(context, oidcToken, intent.publicKey)
    return { session: await login(context, user, 'oauthLogin', intent) }
  },
})

/** Registers the client's key; the answer is a receipt that opens nothing. */
async function login(
  context: Context,
  user: UserRow,
  kind: KeyKind,
  wishes: KeyWishes & { readonly publicKey: string },
): Promise<string> {
  const { publicKey, expiry } = await registerKey(context, user, kind, wishes)
  const claims = {
    exp: Math.floor(expiry / 1000),
    public_key: publicKey,
    session_type: 'SESSION_TYPE_READ_WRITE',
    user_id: user.userId,
    organization_id: context.organization.organizationId,
  }
  return signSessionToken(claims, context.vault.signer.privateKey)
}

export const submits = {
  create_read_only_session,
  create_read_write_session,
  stamp_login,
  otp_login,
  oauth_login,
}
