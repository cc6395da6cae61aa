/** Recovery of a user by email. */
import { later, list, optional, submit, version } from '../define.ts'
import { AuthenticatorParamsV2 } from '../entities/authenticators.ts'
import {
  EmailAuthCustomizationParams,
  EmailCustomizationParams,
  laterSender,
  sender,
} from '../entities/messages.ts'
import { ids } from '../ids.ts'
import { email, hex, mailedKeyLifetime } from '../scalars.ts'

export const recoveryCalls = {
  init_user_email_recovery: submit('RECOVERY', 'CREATE', {
    ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY: version(
      {
        email,
        targetPublicKey: hex,
        expirationSeconds: optional(mailedKeyLifetime),
        emailCustomization: optional(EmailCustomizationParams),
        ...laterSender,
      },
      { userId: ids.user },
    ),
    ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2: later(
      version(
        {
          email,
          targetPublicKey: hex,
          expirationSeconds: optional(mailedKeyLifetime),
          emailCustomization: EmailAuthCustomizationParams,
          ...sender,
        },
        { userId: ids.user },
        'initUserEmailRecoveryResult',
      ),
    ),
  }),
  recover_user: submit('USER', 'UPDATE', {
    ACTIVITY_TYPE_RECOVER_USER: version(
      { authenticator: AuthenticatorParamsV2, userId: ids.user },
      { authenticatorId: list(ids.authenticator) },
    ),
  }),
} as const
