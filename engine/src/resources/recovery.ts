/** Recovery of a user by mail. */
import { ApiError, type IntentOf } from '@keywright/contract'
import { assertFeature } from '../authorize/features.ts'
import { submit } from '../handler.ts'
import { type MailedKey, mailBundle } from './auth/mailBundle.ts'
import { findUser } from './find.ts'
import { newAuthenticator, withAuthenticators } from './users/credentials.ts'
import { RECOVERY_KEY } from './users/expiringKeys.ts'
import { findByContact } from './users/findByContact.ts'
import { saveUser } from './users/saveUser.ts'

const init_user_email_recovery = submit({
  // Only the newest credential of a user works.
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY' | 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2'>,
  ): MailedKey => ({ ...posted, invalidateExisting: true }),

  feature: () => 'FEATURE_NAME_EMAIL_RECOVERY',
  startableByParent: true,

  async execute(context, intent) {
    const { organization } = context
    const user = await findByContact(context, 'userEmail', intent.email)
    // Whoever recovers a root user of a parent organization may hold all of it.
    if (!organization.parentId && organization.quorum.userIds.includes(user.userId)) {
      assertFeature(organization, 'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY')
    }
    await mailBundle(context, user, 'recovery', intent)
    return { userId: user.userId }
  },
})

const recover_user = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_RECOVER_USER'>) => posted,

  refuse(_context, { userId }, caller) {
    if (caller.credential.type === RECOVERY_KEY && caller.user.userId === userId) return
    throw new ApiError('RECOVERY_CREDENTIAL_REQUIRED', { userId })
  },

  isOwnBusiness: ({ userId }, submitterId) => userId === submitterId,

  async execute(context, { userId, authenticator }) {
    const user = await findUser(context, userId)
    const added = newAuthenticator(context, authenticator, 'authenticator')
    // The recovery credential is spent.
    const apiKeys = user.apiKeys.filter((key) => key.credentialType !== RECOVERY_KEY)
    await saveUser(context, user, withAuthenticators({ ...user, apiKeys }, [added], context.now))
    return { authenticatorId: [added.authenticatorId] }
  },
})

export const submits = { init_user_email_recovery, recover_user }
