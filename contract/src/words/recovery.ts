/** What the calls about recovery by email do. */
import type { CallWords } from './callWords.ts'

export const recoveryWords = {
  init_user_email_recovery: {
    summary: 'Emails a recovery credential to a user.',
    description:
      'First of two steps. The credential is sealed to `targetPublicKey`, expires after 15 minutes and is valid only for `recover_user` and `whoami`. Only the newest credential of a user works. A parent can call this for a user of a sub-organization if email recovery is on in the sub-organization.',
    fields: { userId: 'Id of the user to recover, a UUID.' },
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
    summary: 'Adds a new authenticator to a user during email recovery.',
    description:
      'Second of two steps. Stamp the request with the recovery credential, which is valid for one recovery of its own user.',
    fields: {
      authenticator: 'The authenticator to register.',
      authenticatorId: 'Id of the new authenticator, as a list with one entry.',
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
