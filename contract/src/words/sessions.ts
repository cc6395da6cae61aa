/** What the calls about sessions do. */
import type { CallWords } from './callWords.ts'

const jwt =
  'Receipt of the login: a JWT with `exp`, `public_key`, `session_type`, `user_id` and `organization_id`. Stamp requests with the key, not with the receipt.'
const ownKey = 'Public half of the session key that the client generated, compressed P-256, 66 hex digits.'

export const sessionWords = {
  create_read_only_session: {
    summary: 'Opens a one-hour read-only session for the caller.',
    description:
      'Send the token in the header `X-Session`. It works for queries of that organization, never for submits. Only the caller sees it: other users who read the activity see an empty result, and if another user posts the same bytes, that user gets a separate session. `parameters` is an empty object.',
    fields: { session: 'The session token. Opaque and unforgeable.' },
  },
  create_read_write_session: {
    summary: 'Creates an expiring API key for the caller, sealed to your target key.',
    description:
      'The key expires after 15 minutes unless you set `expirationSeconds`. Version 1 identifies the user by email address.',
    fields: {
      userId: 'Id of the user that the key is for, a UUID. Default: the caller.',
      apiKeyName: 'Name of the key. Default: `Read Write Session - ` and the time.',
      apiKeyId: 'Id of the new API key, a UUID.',
    },
    errors: ['USER_NOT_FOUND', 'CONTACT_NOT_FOUND', 'TARGET_PUBLIC_KEY_INVALID', 'SECRET_PUBLIC'],
  },
  stamp_login: {
    summary: 'Registers a session key that the caller generated.',
    description: 'The stamp authenticates the caller. The session key then stamps requests until it expires.',
    fields: { publicKey: ownKey, session: jwt },
    errors: ['PUBLIC_KEY_INVALID', 'SECRET_PUBLIC', 'CREDENTIAL_TAKEN'],
  },
  otp_login: {
    summary: 'Registers a session key for the user whose contact was verified.',
    description:
      'Last step of the newer login with a one-time code. The verification token from `verify_otp` names the contact and the key. The client signature proves that the sender has the private key.',
    fields: { publicKey: ownKey, session: jwt },
    errors: [
      'FEATURE_DISABLED',
      'VERIFICATION_TOKEN_INVALID',
      'CLIENT_SIGNATURE_INVALID',
      'CONTACT_NOT_FOUND',
      'PUBLIC_KEY_INVALID',
      'SECRET_PUBLIC',
      'CREDENTIAL_TAKEN',
    ],
  },
  oauth_login: {
    summary: 'Registers a session key for the user with an OpenID Connect identity.',
    description:
      'Like `oauth`, but with a key that the client generated: `nonce` (or `tknonce`) must equal the lower-case hex SHA-256 of `publicKey` as text.',
    fields: { publicKey: ownKey, session: jwt },
    errors: [
      'OIDC_TOKEN_INVALID',
      'SUB_ORGANIZATION_ONLY',
      'PUBLIC_KEY_INVALID',
      'SECRET_PUBLIC',
      'CREDENTIAL_TAKEN',
      'ISSUER_UNREACHABLE',
    ],
  },
} as const satisfies Record<string, CallWords>
