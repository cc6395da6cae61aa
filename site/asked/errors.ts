/** How people describe the errors of the catalogue: the symptom, or what they did before it came. */
import type { AskedAs } from './askedAs.ts'

export const errors: AskedAs = {
  '/api-overview/errors#BODY_MALFORMED': [
    'unexpected end of JSON',
    'body not valid json, cut off',
    'empty body 400',
  ],
  '/api-overview/errors#BODY_NOT_OBJECT': ['I sent an array instead of an object', 'body is a list or text'],
  '/api-overview/errors#BODY_TOO_LARGE': [
    'payload too big',
    'request over 1 MB refused',
    'sign a large document or file',
  ],
  '/api-overview/errors#BODY_TOO_DEEP': ['too many nested levels in JSON', 'nesting depth error'],
  '/api-overview/errors#WORK_LIMIT_EXCEEDED': [
    'too many payloads in one request',
    'request takes too much work, must split',
  ],
  '/api-overview/errors#PATH_NOT_FOUND': [
    '404 on endpoint url',
    'no such endpoint, typo in path',
    'no call at this path',
  ],
  '/api-overview/errors#METHOD_NOT_ALLOWED': ['405 method not allowed', 'GET request does not work'],
  '/api-overview/errors#MEMBER_MISSING': [
    'required field absent',
    'says that field is missing',
    'forgot a parameter',
  ],
  '/api-overview/errors#MEMBER_TYPE': ['expected string but sent number', 'wrong JSON type of a field'],
  '/api-overview/errors#MEMBER_UNKNOWN': [
    'unknown field refused',
    'extra property not allowed',
    'typo in field name',
  ],
  '/api-overview/errors#ENUM_UNKNOWN': ['invalid enum value', 'not one of the allowed values'],
  '/api-overview/errors#NAME_LENGTH': ['name too long or empty', 'name over 255 characters'],
  '/api-overview/errors#EMAIL_MALFORMED': ['invalid email address refused', 'mail address has spaces'],
  '/api-overview/errors#PHONE_NUMBER_MALFORMED': [
    'invalid phone number',
    'mobile number with spaces or without country code',
  ],
  '/api-overview/errors#NUMBER_MALFORMED': ['not a whole number', 'number must be digits in a string'],
  '/api-overview/errors#TIMESTAMP_MALFORMED': [
    'time must be milliseconds as text',
    'ISO date in timestampMs refused',
  ],
  '/api-overview/errors#ACTIVITY_TYPE_UNKNOWN': [
    'type string not recognised',
    'wrong version suffix of activity type',
  ],
  '/api-overview/errors#ACTIVITY_TYPE_MISMATCH': ['type belongs to another path', 'posted to the wrong url'],
  '/api-overview/errors#ORGANIZATION_ID_MALFORMED': [
    'account id is not a uuid',
    'invalid organizationId format',
  ],
  '/api-overview/errors#ORGANIZATION_NOT_FOUND': [
    'no account with this id',
    'account deleted or wrong server',
  ],
  '/api-overview/errors#TIMESTAMP_TOO_OLD': [
    'request older than one hour',
    'stale timestamp',
    'my clock is slow',
    'signed yesterday, refused today',
  ],
  '/api-overview/errors#TIMESTAMP_TOO_FAR_AHEAD': [
    'timestamp in the future',
    'my computer clock is fast',
    'nanoseconds sent instead of milliseconds',
  ],
  '/api-overview/errors#STAMP_MISSING': [
    '401 no authentication header',
    'not signed request',
    'proxy strips the X-Stamp header',
  ],
  '/api-overview/errors#STAMPS_AMBIGUOUS': ['two signature headers sent', 'session and stamp at once'],
  '/api-overview/errors#STAMP_MALFORMED': ['cannot read X-Stamp', 'bad base64 in auth header'],
  '/api-overview/errors#STAMP_SCHEME_MISMATCH': [
    'scheme does not fit curve of key',
    'ed25519 key with P-256 scheme',
  ],
  '/api-overview/errors#API_KEY_NOT_FOUND': [
    'api key unknown 401',
    'public key not registered',
    'key was deleted or belongs to another account',
  ],
  '/api-overview/errors#PASSKEY_NOT_FOUND': [
    'passkey not recognised',
    'credential id unknown',
    'user picks a wrong passkey at login',
  ],
  '/api-overview/errors#API_KEY_SIGNATURE_INVALID': [
    'invalid signature 401',
    'signature verification failed for my key',
    'body was changed after signing',
  ],
  '/api-overview/errors#PASSKEY_ASSERTION_INVALID': [
    'webauthn assertion failed',
    'passkey origin not allowed',
    'fingerprint ok but server says no',
  ],
  '/api-overview/errors#API_KEY_EXPIRED': [
    'session expired error',
    'login timed out, sign in again',
    'key lifetime is over',
  ],
  '/api-overview/errors#CREDENTIAL_AMBIGUOUS': [
    'same passkey in two customer accounts',
    'which account do you mean',
  ],
  '/api-overview/errors#SESSION_INVALID': [
    'session token not accepted',
    'session of other account',
    'X-Session forged or ended',
  ],
  '/api-overview/errors#SESSION_READ_ONLY': [
    'cannot write with session token',
    'signing with a reading session fails',
  ],
  '/api-overview/errors#ORGANIZATION_MISMATCH': [
    'organization mismatch when I sign for my user',
    'parent cannot write in child',
    'backend key refused in customer account',
  ],
  '/api-overview/errors#NOT_PERMITTED_BY_POLICY': [
    'permission denied, no rule allows',
    'not authorized to sign',
    'new service user gets 403 for everything',
    'forbidden error',
  ],
  '/api-overview/errors#DENIED_BY_POLICY': [
    'blocked by a deny rule',
    'explicit deny 403',
    'rule forbids this transaction',
  ],
  '/api-overview/errors#ROOT_QUORUM_ONLY': [
    'only owners may do that',
    'ordinary admin cannot change settings',
  ],
  '/api-overview/errors#FEATURE_DISABLED': [
    'email login is switched off',
    'feature is off error',
    'SMS code not enabled for this account',
  ],
  '/api-overview/errors#IMPORT_FOR_OTHER_USER': [
    'import key for somebody else refused',
    'userId of import is not mine',
  ],
  '/api-overview/errors#RECOVERY_CREDENTIAL_REQUIRED': [
    'recover user stamped with wrong key',
    'recovery needs key from the mail',
  ],
  '/api-overview/errors#PARENT_ORGANIZATION_ONLY': [
    'child account cannot have children',
    'call only for the main account',
  ],
  '/api-overview/errors#SUB_ORGANIZATION_ONLY': [
    'call works on customer accounts only',
    'used the parent id by mistake',
  ],
  '/api-overview/errors#RESOURCE_NOT_FOUND': [
    'wallet or rule id does not exist',
    '404 with id from another account',
  ],
  '/api-overview/errors#ACTIVITY_NOT_FOUND': ['fingerprint unknown', 'cannot find the request to approve'],
  '/api-overview/errors#SIGNER_NOT_FOUND': [
    'nothing to sign with',
    'address exists but signing says not found',
    'signWith lower case',
  ],
  '/api-overview/errors#WALLET_ACCOUNT_NOT_FOUND': [
    'no account with that address',
    'export of an address 404',
  ],
  '/api-overview/errors#USER_NOT_FOUND': ['user id not known', 'no such member 404'],
  '/api-overview/errors#CONTACT_NOT_FOUND': [
    'no user with this email',
    'login code for unknown phone number',
    'reveal whether an email is registered',
  ],
  '/api-overview/errors#POLICY_NAME_TAKEN': ['rule with that name exists', 'duplicate rule name'],
  '/api-overview/errors#NAME_TAKEN': [
    'name is already used',
    'wallet or tag name duplicate',
    '409 conflict on create',
  ],
  '/api-overview/errors#CREDENTIAL_TAKEN': [
    'public key registered already',
    'passkey already added',
    'reuse of same key pair refused',
  ],
  '/api-overview/errors#DUPLICATE_ENTRY': ['same id twice in the list', 'list repeats a value'],
  '/api-overview/errors#PATH_TAKEN': ['derivation path already used', 'path exists error on new address'],
  '/api-overview/errors#KEY_IMPORTED_ALREADY': ['seed was imported before', 'import same key twice'],
  '/api-overview/errors#SECRET_PUBLIC': [
    'test phrase refused as public',
    'abandon abandon about not accepted',
  ],
  '/api-overview/errors#POLICY_EXPRESSION_INVALID': [
    'rule does not parse',
    'syntax error in condition or consensus',
  ],
  '/api-overview/errors#THRESHOLD_TOO_LOW': ['threshold zero refused', 'at least one approval needed'],
  '/api-overview/errors#THRESHOLD_TOO_HIGH': ['more approvals than owners', '3 of 2 impossible'],
  '/api-overview/errors#QUORUM_EMPTY': ['no owners in list', 'owner list empty'],
  '/api-overview/errors#QUORUM_USER_NOT_FOUND': [
    'new owner is not a member of the account',
    'unknown id among owners',
  ],
  '/api-overview/errors#QUORUM_MEMBER_DELETION': [
    'cannot delete owner',
    'delete admin refused, take out first',
  ],
  '/api-overview/errors#LAST_CREDENTIAL': [
    'cannot delete last passkey',
    'would be left without a credential',
    'create user without any login refused',
  ],
  '/api-overview/errors#MNEMONIC_LENGTH_INVALID': ['13 words refused', 'seed phrase length wrong'],
  '/api-overview/errors#DERIVATION_PATH_INVALID': [
    'bad bip32 path',
    'ed25519 needs hardened steps',
    'path is not usable',
  ],
  '/api-overview/errors#ADDRESS_FORMAT_MISMATCH': [
    'solana address on secp256k1 curve',
    'format belongs to other curve',
  ],
  '/api-overview/errors#PUBLIC_KEY_INVALID': ['not a point on the curve', 'uncompressed public key refused'],
  '/api-overview/errors#TARGET_PUBLIC_KEY_INVALID': [
    'targetPublicKey refused',
    '130 hex digits starting with 04 expected',
  ],
  '/api-overview/errors#CLIENT_SIGNATURE_INVALID': [
    'client signature wrong in login',
    'signature by session key does not verify',
  ],
  '/api-overview/errors#ATTESTATION_INVALID': [
    'passkey registration fails on server',
    'attestation cannot be read',
  ],
  '/api-overview/errors#PAGE_LIMIT_OUT_OF_RANGE': ['limit 500 refused', 'page size too big'],
  '/api-overview/errors#CURSOR_INVALID': ['next page token wrong', 'after or before id unknown'],
  '/api-overview/errors#EXPIRATION_SECONDS_INVALID': [
    'expirationSeconds zero or number type',
    'lifetime must be digits',
  ],
  '/api-overview/errors#PAYLOAD_MALFORMED': ['odd number of hex digits', 'payload not hex'],
  '/api-overview/errors#PAYLOAD_NOT_DIGEST': [
    'needs 32 bytes but I sent text',
    'NO_OP hash with long message',
  ],
  '/api-overview/errors#HASH_FUNCTION_MISMATCH': [
    'sha256 with solana key refused',
    'NOT_APPLICABLE on ethereum key',
  ],
  '/api-overview/errors#TRANSACTION_MALFORMED': [
    'unsigned transaction does not parse',
    'RLP broken',
    'bad transaction hex',
  ],
  '/api-overview/errors#TRANSACTION_SIGNED': ['transaction already has a signature', 'serialised with v r s'],
  '/api-overview/errors#TRANSACTION_SIGNER_MISMATCH': [
    'fee payer is another account',
    'key is no signer of the transaction',
  ],
  '/api-overview/errors#TRANSACTION_TYPE_MISMATCH': [
    'solana transaction with ethereum key',
    'type cannot be signed by this curve',
  ],
  '/api-overview/errors#IMPORT_BUNDLE_INVALID': [
    'import bundle does not open',
    'seed phrase import fails without reason',
  ],
  '/api-overview/errors#DELETE_UNEXPORTED': [
    'delete wallet refused, not exported',
    'deleteWithoutExport needed',
  ],
  '/api-overview/errors#OTP_INVALID': [
    'code is wrong or expired',
    'correct code but still refused',
    'user typed code too late',
  ],
  '/api-overview/errors#OTP_LENGTH_OUT_OF_RANGE': [
    '4 digit code refused',
    'code with ten digits not possible',
  ],
  '/api-overview/errors#MAIL_TEMPLATE_INVALID': [
    'link template has no %s',
    'mail template variables not JSON',
  ],
  '/api-overview/errors#FEATURE_VALUE_INVALID': ['origin with path refused', 'value of setting not usable'],
  '/api-overview/errors#OIDC_TOKEN_INVALID': [
    'social login token refused',
    'nonce in id token is wrong',
    'social login token expired',
  ],
  '/api-overview/errors#VERIFICATION_TOKEN_INVALID': [
    'verification token used or expired',
    'token names another phone or mail',
  ],
  '/api-overview/errors#WEBHOOK_URL_INVALID': [
    'http callback url refused',
    'webhook to localhost or private ip',
  ],
  '/api-overview/errors#CREDENTIAL_LIMIT_REACHED': [
    'too many api keys for one user',
    'eleventh passkey refused',
  ],
  '/api-overview/errors#RESOURCE_LIMIT_REACHED': ['wallet number 101 refused', 'cannot create more users'],
  '/api-overview/errors#OTP_LIMIT_REACHED': ['too many codes requested', 'user keeps pressing resend code'],
  '/api-overview/errors#RATE_LIMITED': [
    'too many requests',
    '429 per second',
    'throttled, Retry-After header',
  ],
  '/api-overview/errors#RESOURCE_CHANGED': [
    'approved but failed since wallet was deleted meanwhile',
    'something changed before execution',
  ],
  '/api-overview/errors#ISSUER_UNREACHABLE': ['login provider is down', 'cannot fetch JWKS keys'],
  '/api-overview/errors#HOST_NOT_ALLOWED': ['421 misdirected on dev server', 'docker hostname not accepted'],
  '/api-overview/errors#ORIGIN_NOT_ALLOWED': [
    'browser page may not call dev server',
    'CORS like refusal on localhost',
  ],
  '/api-overview/errors#HTTP_MALFORMED': ['https sent to http port', 'not an http request'],
  '/api-overview/errors#HTTP_ADDRESS_MALFORMED': ['bad Host header', 'strange characters in url'],
  '/api-overview/errors#HTTP_TIMEOUT': ['408 request timeout', 'slow upload cut off'],
  '/api-overview/errors#HTTP_HEADERS_TOO_LARGE': ['431 headers too big', 'cookies make the request fail'],
  '/api-overview/errors#HTTP_EXPECTATION_UNKNOWN': ['417 expectation failed', 'Expect header problem'],
  '/api-overview/errors#HOST_INPUT_INVALID': ['wrong input to a dev route', 'operator port says not usable'],
  '/api-overview/errors#HOST_RESOURCE_NOT_FOUND': ['404 under /dev', 'dev route missing'],
  '/api-overview/errors#SHARE_REFUSED': [
    'unseal share not accepted',
    'mistyped share',
    'share of an old set',
  ],
  '/api-overview/errors#NOT_BUILT': ['501 not implemented', 'call exists but server does not do it'],
  '/api-overview/errors#INTERNAL': [
    '500 internal server error',
    'unexpected crash with an error id',
    'find error id in log',
  ],
  '/api-overview/errors#SEALED': [
    '503 after server restart',
    'server is sealed',
    'all requests fail after reboot',
  ],
  '/api-overview/errors#STORE_UNAVAILABLE': [
    'database down 503',
    'lost database connection during a payment',
  ],
}
