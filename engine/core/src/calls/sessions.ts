/** Short-lived access: read-only sessions, sealed session keys, and session keys that the client generates. */
import { type IntentOf, limits } from '@keywright/contract'
import { signSessionToken } from '@keywright/keys'
import { createSessionToken } from '../authenticate/session.ts'
import { assertFeature } from '../authorize/features.ts'
import type { CheckContext, Context, ExecuteContext } from '../context.ts'
import { submitOnUsers } from '../handler.ts'
import { findByCredential } from '../identity/credentials.ts'
import { prefetch } from '../store/prefetch.ts'
import type { UserRow } from '../store/tables.ts'
import { wayOf } from './auth/sendCode.ts'
import {
  assertClientSignature,
  invalidToken,
  readVerificationToken,
  spendVerificationToken,
} from './auth/verificationTokens.ts'
import { findUser, isSubmitter } from './find.ts'
import { findByIdentity, readLogin } from './oauthProviders/findByToken.ts'
import { assertTargetPublicKey } from './targetPublicKey.ts'
import { changesBySaving, changesOf } from './users/changesBySaving.ts'
import {
  changesByDraft,
  changesByIssuing,
  draftKey,
  issueKey,
  type KeyDraft,
  type KeyKind,
  type KeyWishes,
} from './users/expiringKeys.ts'
import { findByContact } from './users/findByContact.ts'
import { withSignedInContact } from './users/provenContacts.ts'
import { assertUsersFit, saveUser } from './users/saveUser.ts'
import { openersOfSubmitter, withReadOnlySession } from './users/sessions.ts'

const create_read_only_session = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION'>) => posted,

  isPersonal: true,

  async check(context) {
    const user = await findUser(context, context.submitter.user.userId)
    const row = {
      openedBy: openersOfSubmitter(context),
      createdAt: context.now,
      expiresAt: expiryAt(context) * 1000,
    }
    const after = withReadOnlySession(user, { sessionId: '', ...row }, context.now)
    return {
      found: { user, row },
      users: [user],
      changes: await changesBySaving(context, [{ before: user, after }]),
      isOwnBusiness: true,
    }
  },

  async execute(
    context,
    {
      found: {
        user,
        row: { openedBy },
      },
    },
  ) {
    const { now, activityId: sessionId, organization, vault } = context
    const expiry = expiryAt(context)
    const row = { sessionId, openedBy, createdAt: now, expiresAt: expiry * 1000 }
    await saveUser(context, user, withReadOnlySession(user, row, now))
    const token = { organizationId: organization.organizationId, userId: user.userId, sessionId, expiry }
    return {
      ...namesOf(context, user),
      session: createSessionToken(token, vault.tokenSecret),
      sessionExpiry: String(expiry),
    }
  },
})

/** Seconds since 1970. */
const expiryAt = ({ now }: Context): number => Math.floor(now / 1000) + limits.readOnlySession

type ReadWriteSession = KeyWishes & {
  readonly targetPublicKey: string
  /** Version 1 identifies the user by email address. */
  readonly email?: string
  /** Default: the caller. */
  readonly userId?: string
}

const create_read_write_session = submitOnUsers({
  normalize: (
    posted: IntentOf<
      'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION' | 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2'
    >,
  ): ReadWriteSession => posted,

  async check(context, { email, userId, targetPublicKey, ...wishes }) {
    const { user: submitter } = context.submitter
    const user =
      email === undefined || email === submitter.userEmail
        ? await findUser(context, userId ?? submitter.userId)
        : await findByContact(context, 'userEmail', email)
    assertTargetPublicKey(context, targetPublicKey)
    return {
      found: user,
      users: [user],
      changes: await changesByIssuing(context, user, 'readWriteSession', wishes),
      isOwnBusiness: isSubmitter(context, user.userId),
    }
  },

  async execute(context, { intent: { email: _email, userId: _userId, ...wishes }, found: user }) {
    const signIn = { ...wishes, openedBy: openersOfSubmitter(context) }
    return { ...namesOf(context, user), ...(await issueKey(context, user, 'readWriteSession', signIn)) }
  },
})

function namesOf({ organization: { organizationId, organizationName } }: Context, user: UserRow) {
  return { organizationId, organizationName, userId: user.userId, username: user.userName }
}

const stamp_login = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_STAMP_LOGIN'>) => posted,

  async check(context, intent) {
    const user = await findUser(context, context.submitter.user.userId)
    const signIn = { ...intent, openedBy: openersOfSubmitter(context) }
    const draft = await draftLogin(context, user, 'stampLogin', signIn)
    return {
      found: draft,
      users: [user],
      changes: await changesByDraft(context, draft),
      isOwnBusiness: true,
    }
  },

  execute: async (context, { found: draft }) => ({ session: await login(context, draft) }),
})

const otp_login = submitOnUsers({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_OTP_LOGIN' | 'ACTIVITY_TYPE_OTP_LOGIN_V2'>,
  ): IntentOf<'ACTIVITY_TYPE_OTP_LOGIN'> => posted,

  startableByParent: true,
  prepare: ({ rows }, { publicKey }) => prefetch(findByCredential(rows, 'api-key', publicKey)),

  async check(context, { verificationToken, clientSignature, ...intent }) {
    const verification = await readVerificationToken(context, verificationToken)
    const { feature, member } = wayOf(verification.otpType)
    assertFeature(context.organization, feature)
    // The token is bound to one key. To register another one, the client needs a signature by the bound key.
    const boundKey = verification.publicKey ?? intent.publicKey.toLowerCase()
    if (clientSignature) {
      await assertClientSignature(clientSignature, boundKey, [verification.tokenId, intent.publicKey])
    } else if (boundKey !== intent.publicKey.toLowerCase()) throw invalidToken()
    const user = await findByContact(context, member, verification.contact)
    const openedBy = [{ userId: user.userId, opener: feature }]
    const draft = await draftLogin(context, user, 'otpLogin', { ...intent, openedBy })
    const after = withSignedInContact(draft.after, verification.contact)
    return {
      found: { verification, draft: { ...draft, after } },
      users: [user],
      changes: await changesByDraft(context, draft),
    }
  },

  async execute(context, { found: { verification, draft } }) {
    await spendVerificationToken(context, verification)
    return { session: await login(context, draft) }
  },
})

const oauth_login = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_OAUTH_LOGIN'>) => posted,

  startableByParent: true,

  prepare(context, { oidcToken, publicKey }) {
    prefetch(findByCredential(context.rows, 'api-key', publicKey))
    return readLogin(context, { oidcToken, publicKey, call: 'oauth_login' })
  },

  async check(context, { oidcToken: _read, ...intent }, identity) {
    const { before, user, openedBy } = await findByIdentity(context, identity)
    const draft = await draftLogin(context, user, 'oauthLogin', { ...intent, openedBy })
    return {
      found: draft,
      users: [user],
      changes: [changesOf(before, user), ...(await changesByDraft(context, draft))],
    }
  },

  execute: async (context, { found: draft }) => ({ session: await login(context, draft) }),
})

async function draftLogin(
  context: CheckContext,
  user: UserRow,
  kind: KeyKind,
  wishes: Parameters<typeof draftKey>[3],
): Promise<KeyDraft> {
  const draft = draftKey(context, user, kind, wishes)
  await assertUsersFit(context, [draft])
  return draft
}

/** Registers the client's key. Returns a receipt that grants no access. */
async function login(
  context: ExecuteContext,
  { before, after, publicKey, expiry }: KeyDraft,
): Promise<string> {
  await saveUser(context, before, after)
  const claims = {
    exp: Math.floor(expiry / 1000),
    public_key: publicKey,
    session_type: 'SESSION_TYPE_READ_WRITE',
    user_id: after.userId,
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
