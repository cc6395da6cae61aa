/** What the calls about recovery by email do. */
import type { CallWords } from './callWords.ts'

export const recoveryWords = {
  init_user_email_recovery: {
    summary: 'Emails a recovery credential to a user.',
    description:
      'First of two steps. The credential, sealed to `targetPublicKey`, is good for `recover_user` and `whoami` alone, for 15 minutes, and only the newest of a user works. A parent may start it for a user of a sub-organization; the sub-organization’s own switch decides whether it may.',
    fields: { userId: 'Id of the user who recovers, a UUID.' },
    errors: [
      'MESSAGE_LIMIT_REACHED',
      'FEATURE_DISABLED',
      'CONTACT_NOT_FOUND',
      'TARGET_PUBLIC_KEY_INVALID',
      'SECRET_PUBLIC',
      'MAIL_TEMPLATE_INVALID',
    ],
  },
  recover_user: {
    summary: 'Adds a new authenticator to a user who came back by email.',
    description:
      'Second of two steps, stamped with the recovery credential, for its own user alone. The credential is spent by it.',
    fields: {
      authenticator: 'The authenticator to register.',
      authenticatorId: 'Id of the new authenticator, as a list of one.',
    },
    errors: [
      'RECOVERY_CREDENTIAL_REQUIRED',
      'USER_NOT_FOUND',
      'ATTESTATION_INVALID',
      'SECRET_PUBLIC',
      'CREDENTIAL_LIMIT_REACHED',
    ],
  },
} as const satisfies Record<string, CallWords>
