/** Short-lived access. */
import { later, optional, submit, version } from '../define.ts'
import { ClientSignature } from '../entities/apiKeys.ts'
import { ids } from '../ids.ts'
import { email, flag, hex, id, name, secret, sessionLifetime, text, uint64 } from '../scalars.ts'

export const sessionCalls = {
  create_read_only_session: submit('AUTH', 'CREATE', {
    ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION: version(
      {},
      {
        organizationId: id,
        organizationName: name,
        userId: ids.user,
        username: text,
        session: secret,
        sessionExpiry: uint64,
      },
    ),
  }),
  create_read_write_session: submit('AUTH', 'CREATE', {
    ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION: version(
      {
        targetPublicKey: hex,
        email,
        apiKeyName: optional(name),
        expirationSeconds: optional(sessionLifetime),
      },
      {
        organizationId: id,
        organizationName: name,
        userId: ids.user,
        username: text,
        apiKeyId: ids.apiKey,
        credentialBundle: text,
      },
    ),
    ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2: version(
      {
        targetPublicKey: hex,
        userId: optional(ids.user),
        apiKeyName: optional(name),
        expirationSeconds: optional(sessionLifetime),
        invalidateExisting: later(optional(flag)),
      },
      {
        organizationId: id,
        organizationName: name,
        userId: ids.user,
        username: text,
        apiKeyId: ids.apiKey,
        credentialBundle: text,
      },
    ),
  }),
  stamp_login: later(
    submit('AUTH', 'CREATE', {
      ACTIVITY_TYPE_STAMP_LOGIN: version(
        { publicKey: hex, expirationSeconds: optional(sessionLifetime), invalidateExisting: optional(flag) },
        { session: text },
      ),
    }),
  ),
  otp_login: later(
    submit('AUTH', 'CREATE', {
      ACTIVITY_TYPE_OTP_LOGIN: version(
        {
          verificationToken: secret,
          publicKey: hex,
          expirationSeconds: optional(sessionLifetime),
          invalidateExisting: optional(flag),
          clientSignature: optional(ClientSignature),
        },
        { session: text },
      ),
      ACTIVITY_TYPE_OTP_LOGIN_V2: version(
        {
          verificationToken: secret,
          publicKey: hex,
          clientSignature: ClientSignature,
          expirationSeconds: optional(sessionLifetime),
          invalidateExisting: optional(flag),
        },
        { session: text },
        'otpLoginResult',
      ),
    }),
  ),
  oauth_login: later(
    submit('AUTH', 'CREATE', {
      ACTIVITY_TYPE_OAUTH_LOGIN: version(
        {
          oidcToken: secret,
          publicKey: hex,
          expirationSeconds: optional(sessionLifetime),
          invalidateExisting: optional(flag),
        },
        { session: text },
      ),
    }),
  ),
} as const
