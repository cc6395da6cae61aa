/** Recovery of a user by email. */
import { ApiError, type IntentOf } from '@keywright/contract'
import { RECOVERY_KEY } from '../authenticate/scope.ts'
import { assertFeature } from '../authorize/features.ts'
import type { Context } from '../context.ts'
import { submitOnUsers } from '../handler.ts'
import type { UserRow } from '../store/tables.ts'
import { assertMailable, type MailedKey, mailBundle, prefetchMail } from './auth/mailBundle.ts'
import { findUser, isSubmitter } from './find.ts'
import { changesBySaving } from './users/changesBySaving.ts'
import { newAuthenticator, withAuthenticators } from './users/credentials.ts'
import { changesByIssuing } from './users/expiringKeys.ts'
import { findByContact } from './users/findByContact.ts'
import { assertUsersFit, saveUser } from './users/saveUser.ts'

const init_user_email_recovery = submitOnUsers({
  // Only the user's newest recovery key works.
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY' | 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2'>,
  ): MailedKey => ({ ...posted, invalidateExisting: true }),

  feature: () => 'FEATURE_NAME_EMAIL_RECOVERY',
  startableByParent: true,
  prepare: (context, { email }) => prefetchMail(context, email),

  async check(context, intent) {
    const user = await findByContact(context, 'userEmail', intent.email)
    assertRecoverable(context, user)
    await assertMailable(context, intent)
    return { found: user, users: [user], changes: await changesByIssuing(context, user, 'recovery', intent) }
  },

  async execute(context, { intent, found: user }) {
    await mailBundle(context, user, 'recovery', intent)
    return { userId: user.userId }
  },
})

const recover_user = submitOnUsers({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_RECOVER_USER'>) => posted,

  feature: () => 'FEATURE_NAME_EMAIL_RECOVERY',

  async check(context, { userId, authenticator }) {
    if (context.submitter.credentialType !== RECOVERY_KEY || !isSubmitter(context, userId)) {
      throw new ApiError('RECOVERY_CREDENTIAL_REQUIRED', { userId })
    }
    const before = await findUser(context, userId)
    assertRecoverable(context, before)
    const added = await newAuthenticator(context, authenticator, 'authenticator')
    // The recovery key is used up.
    const apiKeys = before.apiKeys.filter((key) => key.credentialType !== RECOVERY_KEY)
    const after = withAuthenticators({ ...before, apiKeys }, [added], context.now)
    await assertUsersFit(context, [{ before, after }])
    return {
      found: { before, after, authenticatorId: added.authenticatorId },
      users: [before],
      changes: await changesBySaving(context, [{ before, after }]),
      isOwnBusiness: true,
    }
  },

  async execute(context, { found: { before, after, authenticatorId } }) {
    await saveUser(context, before, after)
    return { authenticatorId: [authenticatorId] }
  },
})

/**
 * A recovered root user of a parent organization may control all of it, so this needs its own feature.
 * @throws ApiError 403
 */
function assertRecoverable({ organization }: Context, { userId }: UserRow): void {
  if (organization.parentId || !organization.quorum.userIds.includes(userId)) return
  assertFeature(organization, 'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY')
}

export const submits = { init_user_email_recovery, recover_user }
