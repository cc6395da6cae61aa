/** What the calls about signing in do. */
import type { CallWords } from './callWords.ts'

const sendErrors = ['FEATURE_DISABLED', 'CONTACT_NOT_FOUND', 'MAIL_TEMPLATE_INVALID'] as const

export const authWords = {
  email_auth: {
    summary: 'Emails a user a credential bundle to sign in with.',
    description:
      'Creates an expiring API key for the user with that address and emails it, sealed to `targetPublicKey`. The response never contains the key. The key expires after 15 minutes unless you set `expirationSeconds`. A parent can call this for a user of a sub-organization.',
    fields: {
      apiKeyName: 'Name of the key. Default: `Email Auth - ` and the time.',
      apiKeyId: 'Id of the emailed API key, a UUID.',
      userId: 'Id of the user with that address, a UUID.',
    },
    errors: [...sendErrors, 'MESSAGE_LIMIT_REACHED', 'TARGET_PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
  init_otp_auth: {
    summary: 'Sends a user a one-time code by email or SMS.',
    description:
      'First of two steps; `otp_auth` accepts the code. The code has six digits, works once and is valid for 5 minutes. Three wrong attempts lock it. A user can have at most three active codes. A parent can call this for a user of a sub-organization.',
    fields: {
      expirationSeconds: 'Lifetime of the code in seconds. Default: 300. A 64-bit number, sent as a string.',
    },
    errors: [...sendErrors, 'OTP_LIMIT_REACHED'],
  },
  otp_auth: {
    summary: 'Exchanges a one-time code for a credential bundle.',
    description:
      'Second of two steps. Creates an expiring API key for the user, sealed to `targetPublicKey`. Without `targetPublicKey`, the code is checked and used up, and only `userId` is returned. Every invalid code returns the same error.',
    fields: {
      targetPublicKey:
        'Public half of the target key, uncompressed P-256, 130 hex digits. If omitted, the code is checked and no key is created.',
      apiKeyName: 'Name of the key. Default: `OTP Auth - ` and the time.',
      apiKeyId: 'Id of the new API key, a UUID. Absent if no key was created.',
      userId: 'Id of the user who received the code, a UUID.',
    },
    errors: [
      'OTP_INVALID',
      'OTP_LIMIT_REACHED',
      'FEATURE_DISABLED',
      'TARGET_PUBLIC_KEY_INVALID',
      'SECRET_PUBLIC',
    ],
  },
  init_otp: {
    summary: 'Sends a one-time code to an email address or phone number, even if no user has it.',
    description:
      'First of three steps of the newer login: `verify_otp` exchanges the code for a verification token, then `otp_login` or `create_sub_organization` uses the token. Version 3 returns a key to seal the code to.',
    fields: {
      contact: 'Recipient of the code: an email address or an E.164 phone number, depending on `otpType`.',
      otpEncryptionTargetBundle:
        'JSON text in the format of an import bundle. Contains the key to seal the code to for `verify_otp`.',
      expirationSeconds: 'Lifetime of the code in seconds. Default: 300. A 64-bit number, sent as a string.',
    },
    errors: [
      'FEATURE_DISABLED',
      'EMAIL_MALFORMED',
      'PHONE_NUMBER_MALFORMED',
      'MAIL_TEMPLATE_INVALID',
      'OTP_LIMIT_REACHED',
    ],
  },
  verify_otp: {
    summary: 'Exchanges a one-time code for a verification token.',
    description:
      'The token proves control of the contact, is bound to the client’s key and is valid for one login or sign-up. Other users who read the activity see an empty result. Version 2 accepts only a sealed code.',
    fields: {
      encryptedOtpBundle:
        'JSON text with `encappedPublic` and `ciphertext`: `{"otp_code", "public_key"}`, sealed to the key from `init_otp`.',
      expirationSeconds:
        'Lifetime of the token in seconds. Default: 3600. A 64-bit number, sent as a string.',
      publicKey: 'Public key to bind the token to, compressed P-256, 66 hex digits. If omitted, none.',
      verificationToken: 'The token: a JWT whose `exp` is a string of milliseconds.',
    },
    errors: ['OTP_INVALID', 'OTP_LIMIT_REACHED', 'FEATURE_DISABLED', 'PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
  oauth: {
    summary: 'Exchanges an OpenID Connect id token for a credential bundle.',
    description:
      'Finds the user of a sub-organization by the issuer, audience and subject of the token. The token’s `nonce` (or `tknonce`) must equal the lower-case hex SHA-256 of `targetPublicKey` as text. Creates an expiring API key, sealed to `targetPublicKey`.',
    fields: {
      apiKeyName: 'Name of the key. Default: `Oauth - ` and the time.',
      apiKeyId: 'Id of the new API key, a UUID.',
      userId: 'Id of the user with this identity, a UUID.',
    },
    errors: [
      'OIDC_TOKEN_INVALID',
      'SUB_ORGANIZATION_ONLY',
      'TARGET_PUBLIC_KEY_INVALID',
      'SECRET_PUBLIC',
      'ISSUER_UNREACHABLE',
    ],
  },
} as const satisfies Record<string, CallWords>
