/** What the calls about signing in do. */
import type { CallWords } from './callWords.ts'

const sendErrors = ['FEATURE_DISABLED', 'CONTACT_NOT_FOUND', 'MAIL_TEMPLATE_INVALID'] as const

export const authWords = {
  email_auth: {
    summary: 'Emails a user a credential bundle with which it signs in.',
    description:
      'Makes an expiring API key for the user with that address and emails it, sealed to `targetPublicKey`; it is never part of the answer. The key lives 15 minutes unless `expirationSeconds` says otherwise. A parent may start it for a user of a sub-organization.',
    fields: {
      apiKeyName: 'Name of the key. Left out: `Email Auth - ` and the time.',
      apiKeyId: 'Id of the API key that was emailed, a UUID.',
      userId: 'Id of the user with that address, a UUID.',
    },
    errors: [...sendErrors, 'MESSAGE_LIMIT_REACHED', 'TARGET_PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
  init_otp_auth: {
    summary: 'Sends a user a one-time code by email or SMS.',
    description:
      'First of two steps; `otp_auth` takes the code. Six digits, good for 5 minutes, once; three wrong tries lock it; at most three codes of a user are live. A parent may start it for a user of a sub-organization.',
    fields: {
      expirationSeconds:
        'Lifetime of the code in seconds. Left out: 300. A 64-bit number that travels as a string.',
    },
    errors: [...sendErrors, 'OTP_LIMIT_REACHED'],
  },
  otp_auth: {
    summary: 'Exchanges a one-time code for a credential bundle.',
    description:
      'Second of two steps. Makes an expiring API key for the user, sealed to `targetPublicKey`. Without `targetPublicKey` the code is checked and spent, and only `userId` is answered. One message for every code that does not work.',
    fields: {
      targetPublicKey:
        'Public half of the target key, uncompressed P-256, 130 hex digits. Left out: the code is checked and no key is made.',
      apiKeyName: 'Name of the key. Left out: `OTP Auth - ` and the time.',
      apiKeyId: 'Id of the new API key, a UUID. Absent when no key was made.',
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
    summary: 'Sends a one-time code to an email address or phone number, whether or not a user has it.',
    description:
      'First of three steps of the newer login: `verify_otp` exchanges the code for a verification token, `otp_login` or `create_sub_organization` uses the token. Version 3 answers a key to which the code is sealed.',
    fields: {
      contact: 'Where the code goes: an email address or an E.164 phone number, according to `otpType`.',
      otpEncryptionTargetBundle:
        'JSON text like an import bundle; holds the key to which the code is sealed for `verify_otp`.',
      expirationSeconds:
        'Lifetime of the code in seconds. Left out: 300. A 64-bit number that travels as a string.',
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
      'The token proves control of the contact and names the client’s key; it is good for one login or sign-up. Others who read the activity see an empty result. In version 2 the code travels sealed.',
    fields: {
      encryptedOtpBundle:
        'JSON text with `encappedPublic` and `ciphertext`: `{"otp_code", "public_key"}`, sealed to the key from `init_otp`.',
      expirationSeconds:
        'Lifetime of the token in seconds. Left out: 3600. A 64-bit number that travels as a string.',
      publicKey: 'Public key to which the token is bound, compressed P-256, 66 hex digits. Left out: none.',
      verificationToken: 'The token: a JWT whose `exp` counts milliseconds, as text.',
    },
    errors: ['OTP_INVALID', 'OTP_LIMIT_REACHED', 'FEATURE_DISABLED', 'PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
  oauth: {
    summary: 'Exchanges an OpenID Connect id token for a credential bundle.',
    description:
      'Finds the user of a sub-organization with the issuer, audience and subject of the token. `nonce` (or `tknonce`) of the token must equal the lower-case hex SHA-256 of `targetPublicKey` as text. Creates an expiring API key, sealed to `targetPublicKey`.',
    fields: {
      apiKeyName: 'Name of the key. Left out: `Oauth - ` and the time.',
      apiKeyId: 'Id of the new API key, a UUID.',
      userId: 'Id of the user whose identity it is, a UUID.',
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
