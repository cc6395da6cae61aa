/**
 * The error catalog: every error that the API returns. Codes are never reused. The situation, cause and help of each
 * error are in `words/errors.json`, typed by the same codes.
 *
 * Naming: `_MISSING`, `_MALFORMED`, `_UNKNOWN` (of the request), `_NOT_FOUND`, `_TAKEN`, `_OUT_OF_RANGE`,
 * `_MISMATCH`, `_LIMIT_REACHED`.
 */

/** gRPC status names used here, with their number and the HTTP status that carries them. */
export const grpcStatus = {
  INVALID_ARGUMENT: { code: 3, http: 400 },
  NOT_FOUND: { code: 5, http: 404 },
  ALREADY_EXISTS: { code: 6, http: 409 },
  PERMISSION_DENIED: { code: 7, http: 403 },
  RESOURCE_EXHAUSTED: { code: 8, http: 429 },
  FAILED_PRECONDITION: { code: 9, http: 400 },
  UNIMPLEMENTED: { code: 12, http: 501 },
  INTERNAL: { code: 13, http: 500 },
  UNAVAILABLE: { code: 14, http: 503 },
  UNAUTHENTICATED: { code: 16, http: 401 },
} as const

export type GrpcName = keyof typeof grpcStatus

/**
 * The stage of processing that raises the error. An error at `execute` is the response of a submit that
 * executes immediately, and `activity.failure` of an activity that waited for approvals.
 */
export type Stage = 'frame' | 'stamp' | 'intent' | 'authorize' | 'execute' | 'server'

export interface ErrorEntry {
  grpc: GrpcName
  stage: Stage
  /** One lower-case sentence fragment; `{name}` is filled from the parameters. */
  message: string
  /** HTTP status, if it differs from that of the gRPC status. */
  http?: number
}

const invalid = <const M extends string>(stage: Stage, message: M) =>
  ({ grpc: 'INVALID_ARGUMENT', stage, message }) as const
const missing = <const M extends string>(stage: Stage, message: M) =>
  ({ grpc: 'NOT_FOUND', stage, message }) as const
const exists = <const M extends string>(message: M) =>
  ({ grpc: 'ALREADY_EXISTS', stage: 'execute', message }) as const
const denied = <const M extends string>(stage: Stage, message: M) =>
  ({ grpc: 'PERMISSION_DENIED', stage, message }) as const
const unknownCaller = <const M extends string>(message: M) =>
  ({ grpc: 'UNAUTHENTICATED', stage: 'stamp', message }) as const
const exhausted = <const M extends string>(stage: Stage, message: M) =>
  ({ grpc: 'RESOURCE_EXHAUSTED', stage, message }) as const

export const errors = {
  // The frame: bytes, members, names.
  BODY_MALFORMED: invalid('frame', 'request body is not valid JSON: {reason}'),
  BODY_NOT_OBJECT: invalid('frame', 'request body is not a JSON object'),
  BODY_TOO_LARGE: invalid('frame', 'request body is larger than {limit} bytes'),
  BODY_TOO_DEEP: invalid('frame', 'request body is nested deeper than {limit} levels'),
  WORK_LIMIT_EXCEEDED: invalid('intent', 'the request asks for more than {limit} {what}'),
  PATH_NOT_FOUND: missing('frame', 'no call at `{path}`'),
  METHOD_NOT_ALLOWED: {
    grpc: 'UNIMPLEMENTED',
    stage: 'frame',
    http: 405,
    message: 'method {method} is not supported, every call is a POST',
  },
  MEMBER_MISSING: invalid('frame', '`{field}` is missing'),
  MEMBER_TYPE: invalid('frame', '`{field}` is not {expected}'),
  MEMBER_UNKNOWN: invalid('frame', 'unknown member `{field}`'),
  ENUM_UNKNOWN: invalid('frame', '`{field}` is not one of {expected}'),
  MEMBER_DUPLICATE: invalid('frame', 'member `{member}` appears more than once in one object'),
  CHARACTER_HIDDEN: invalid('frame', '`{field}` contains {character}, a control or invisible character'),
  NAME_LENGTH: invalid('frame', '`{field}` must have 1 to 255 characters'),
  EMAIL_MALFORMED: invalid('frame', '`{field}` is not an email address'),
  PHONE_NUMBER_MALFORMED: invalid(
    'frame',
    '`{field}` is not a phone number in E.164 format, such as +15555550123',
  ),
  NUMBER_MALFORMED: invalid('frame', '`{field}` is not a whole number in decimal digits'),
  TIMESTAMP_MALFORMED: invalid('frame', '`{field}` is not a time in milliseconds, in decimal digits'),
  ACTIVITY_TYPE_UNKNOWN: invalid('frame', 'unknown activity type `{type}`'),
  ACTIVITY_TYPE_MISMATCH: invalid('frame', 'activity type `{type}` belongs to {path}, not to {posted}'),
  ORGANIZATION_ID_MALFORMED: invalid('frame', 'malformed organization id `{organizationId}`'),
  ORGANIZATION_NOT_FOUND: missing('frame', 'no organization with id {organizationId}'),
  TIMESTAMP_TOO_OLD: invalid(
    'frame',
    'timestampMs {timestampMs} is older than one hour, the server time is {now}',
  ),
  TIMESTAMP_TOO_FAR_AHEAD: invalid(
    'frame',
    'timestampMs {timestampMs} is more than five minutes ahead, the server time is {now}',
  ),

  CALL_PATH_MISMATCH: invalid('frame', 'the query was stamped for {callPath}, not for {path}'),
  QUERY_BINDING_MISSING: invalid(
    'frame',
    '`{field}` is missing: organization {organizationId} requires it in stamped queries',
  ),

  // The stamp: who is calling.
  STAMP_MISSING: unknownCaller('no stamp, send one of the headers {headers}'),
  STAMPS_AMBIGUOUS: unknownCaller('more than one stamp ({headers}), send exactly one'),
  STAMP_MALFORMED: unknownCaller('malformed stamp in {header}: {reason}'),
  STAMP_SCHEME_MISMATCH: unknownCaller('scheme {scheme} does not fit a key of curve {curve}'),
  API_KEY_NOT_FOUND: unknownCaller(
    'no API key with public key {publicKey} in organization {organizationId} or its parent',
  ),
  API_KEY_SIGNATURE_INVALID: unknownCaller('could not verify the signature of API key {publicKey}'),
  PASSKEY_ASSERTION_INVALID: unknownCaller(
    'could not verify the assertion of credential {credentialId}: {reason}',
  ),
  API_KEY_EXPIRED: unknownCaller('expired api key {publicKey}'),
  CREDENTIAL_AMBIGUOUS: unknownCaller(
    'ambiguous credential: several sub-organizations of {organizationId} have it, send the id of one of them',
  ),
  SESSION_INVALID: unknownCaller(
    'the session in {header} expired, was forged or belongs to another organization',
  ),
  SESSION_READ_ONLY: denied('stamp', 'a read-only session cannot submit, stamp the request instead'),
  ORGANIZATION_MISMATCH: invalid(
    'stamp',
    'organization mismatch: the stamp belongs to {callerOrganizationId}, the request to {organizationId}',
  ),

  // Permission.
  NOT_PERMITTED_BY_POLICY: denied('authorize', 'no policy evaluated to allow this request'),
  DENIED_BY_POLICY: denied('authorize', 'denied by policy {policyIds}'),
  ROOT_QUORUM_ONLY: denied('authorize', 'only members of the root quorum may submit {type}'),
  FEATURE_DISABLED: denied('authorize', 'feature {feature} is off in organization {organizationId}'),
  IMPORT_FOR_OTHER_USER: denied('authorize', 'users can import only for themselves, not for user {userId}'),
  RECOVERY_CREDENTIAL_REQUIRED: denied(
    'authorize',
    'recover_user must be stamped with the recovery credential of user {userId}',
  ),
  PARENT_ORGANIZATION_ONLY: invalid(
    'authorize',
    '{call} is for parent organizations, {organizationId} is a sub-organization',
  ),
  SUB_ORGANIZATION_ONLY: invalid(
    'authorize',
    '{call} is for sub-organizations, {organizationId} is a parent organization',
  ),

  // What the request names.
  RESOURCE_NOT_FOUND: missing('execute', 'no {kind} with id {id} in organization {organizationId}'),
  ACTIVITY_NOT_FOUND: missing('execute', 'no activity {id} in organization {organizationId}'),
  SIGNER_NOT_FOUND: missing(
    'execute',
    'nothing to sign with: {signWith} is not a wallet account address, private key address or private key id here',
  ),
  WALLET_ACCOUNT_NOT_FOUND: missing('execute', 'no wallet account with address {address}'),
  USER_NOT_FOUND: missing('execute', 'no user {userId} in organization {organizationId}'),
  CONTACT_NOT_FOUND: missing('execute', 'no user with {contact} in organization {organizationId}'),

  // Names and duplicates.
  POLICY_NAME_TAKEN: invalid('execute', 'policy name `{name}` is taken'),
  NAME_TAKEN: exists('{kind} name `{name}` is taken'),
  CREDENTIAL_TAKEN: exists('{kind} `{value}` is already registered'),
  DUPLICATE_ENTRY: invalid('intent', '`{field}` repeats `{value}`'),
  PATH_TAKEN: exists('path exists: {path} is used by an account of wallet {walletId}'),
  KEY_IMPORTED_ALREADY: exists('this {kind} already exists, with id {id}'),
  SECRET_PUBLIC: invalid('execute', 'this {kind} is a public test value'),

  // Policies.
  INTERFACE_INVALID: invalid('intent', 'the contract interface is invalid at {path}: {reason}'),
  INTERFACE_ADDRESS_INVALID: invalid('intent', '`{address}` is not {expected}'),
  INTERFACE_ADDRESS_TAKEN: invalid('execute', 'contract interface {id} already describes {address}'),
  POLICY_EXPRESSION_INVALID: invalid('intent', '{expression} at character {position}: {reason}'),

  // Root quorum and users.
  THRESHOLD_TOO_LOW: invalid('intent', 'root quorum threshold must be 1 or more'),
  THRESHOLD_TOO_HIGH: invalid(
    'execute',
    'root quorum threshold {threshold} is higher than the number of root users ({users})',
  ),
  QUORUM_EMPTY: invalid('intent', 'a root quorum needs at least one user'),
  QUORUM_USER_NOT_FOUND: invalid(
    'execute',
    'the quorum names user {userId}, who is not in this organization',
  ),
  QUORUM_MEMBER_DELETION: invalid(
    'execute',
    'user {userId} is in the root quorum, remove the user from the quorum first',
  ),
  LAST_CREDENTIAL: invalid('execute', 'user {userId} would be left without a long-lived credential'),

  // Keys, paths, addresses.
  MNEMONIC_LENGTH_INVALID: invalid('intent', '`{field}` must be 12, 15, 18, 21 or 24'),
  DERIVATION_PATH_INVALID: invalid('intent', 'path `{path}` is invalid: {reason}'),
  ADDRESS_FORMAT_MISMATCH: invalid('intent', '{addressFormat} does not fit {curve}'),
  PUBLIC_KEY_INVALID: invalid('intent', '`{field}` is not a public key of {curve}'),
  TARGET_PUBLIC_KEY_INVALID: invalid(
    'intent',
    '`{field}` is not a P-256 public key, uncompressed or compressed, in hex',
  ),
  CLIENT_SIGNATURE_INVALID: invalid('intent', 'could not verify the client signature'),
  ATTESTATION_INVALID: invalid('intent', 'the attestation is invalid: {reason}'),

  // Pages and times.
  PAGE_LIMIT_OUT_OF_RANGE: invalid('frame', '`{field}` must be "1" to "100"'),
  CURSOR_INVALID: invalid('execute', 'cursor `{cursor}` is not an id'),
  EXPIRATION_SECONDS_INVALID: invalid(
    'intent',
    '`{field}` must be {expected} seconds, a whole number in decimal digits',
  ),

  // Signing.
  PAYLOAD_MALFORMED: invalid('intent', 'the payload is not {encoding}: {reason}'),
  PAYLOAD_NOT_DIGEST: invalid(
    'intent',
    'HASH_FUNCTION_NO_OP requires a 32-byte digest, the payload has {bytes} bytes',
  ),
  HASH_FUNCTION_MISMATCH: invalid('execute', '{hashFunction} does not fit a key of {curve}'),
  TRANSACTION_MALFORMED: invalid('intent', 'could not parse the unsigned transaction: {reason}'),
  TRANSACTION_SIGNED: invalid('intent', 'the transaction is already signed'),
  TRANSACTION_SIGNER_MISMATCH: invalid('execute', '{signWith} is not a signer of this transaction'),
  TRANSACTION_TYPE_MISMATCH: invalid('execute', '{type} cannot be signed by a key of {curve}'),

  // Import, export, deletion.
  IMPORT_BUNDLE_INVALID: invalid('execute', 'could not open the import bundle'),
  DELETE_UNEXPORTED: invalid(
    'execute',
    'not exported: {ids}; export first, or set deleteWithoutExport to true',
  ),

  // Email, one-time codes, OpenID Connect.
  OTP_INVALID: invalid('execute', 'the one-time code is wrong, used, expired or locked'),
  OTP_LENGTH_OUT_OF_RANGE: invalid('intent', '`{field}` must be 6 to 9'),
  MAIL_TEMPLATE_INVALID: invalid('intent', '`{field}` is invalid: {reason}'),
  FEATURE_VALUE_INVALID: invalid('intent', 'the value of {feature} is invalid: {reason}'),
  OIDC_TOKEN_INVALID: invalid('execute', 'the OIDC token is invalid: {reason}'),
  VERIFICATION_TOKEN_INVALID: invalid(
    'execute',
    'the verification token is expired, forged or for another key',
  ),
  WEBHOOK_URL_INVALID: invalid('intent', 'webhook URL `{url}` is invalid: {reason}'),

  // Limits.
  OBJECT_TOO_LARGE: invalid('execute', 'an entry of `{kind}` would take {bytes} bytes, the limit is {limit}'),
  CREDENTIAL_LIMIT_REACHED: exhausted('execute', 'user {userId} has reached the limit of {limit} {kind}'),
  RESOURCE_LIMIT_REACHED: exhausted(
    'execute',
    'organization {organizationId} has reached the limit of {limit} {kind}',
  ),
  STORAGE_LIMIT_REACHED: exhausted(
    'execute',
    'storage of {owner} is full: {used} of {limit} bytes are in use, this request needs {bytes}',
  ),
  MESSAGE_LIMIT_REACHED: exhausted(
    'execute',
    'too many messages to {contact}, the limit is {limit} within {seconds} seconds',
  ),
  OTP_LIMIT_REACHED: exhausted('execute', 'too many one-time codes, the limit is {limit}'),
  RATE_LIMITED: exhausted('frame', 'too many requests, the limit is {limit} per second'),

  // An activity that waited and can no longer be executed.
  RESOURCE_CHANGED: {
    grpc: 'FAILED_PRECONDITION',
    stage: 'execute',
    message: '{kind} {id} changed or was deleted before this activity executed',
  },
  ISSUER_UNREACHABLE: {
    grpc: 'UNAVAILABLE',
    stage: 'execute',
    message: 'could not fetch the keys of issuer {issuer}',
  },

  // Errors of the server.
  HOST_NOT_ALLOWED: {
    grpc: 'PERMISSION_DENIED',
    stage: 'server',
    // RFC 9110 §15.5.20: misdirected request.
    http: 421,
    message: 'host `{host}` is not allowed on this server',
  },
  ORIGIN_NOT_ALLOWED: denied('server', 'pages from {origin} may not call this server'),
  HTTP_MALFORMED: invalid('server', 'this is not an HTTP/1.1 request'),
  HTTP_ADDRESS_MALFORMED: invalid('server', 'the request has an invalid address: {reason}'),
  HTTP_TIMEOUT: { ...invalid('server', 'the request did not arrive in time'), http: 408 },
  HTTP_HEADERS_TOO_LARGE: {
    ...invalid('server', 'the headers are too large, the limit is {limit} bytes'),
    http: 431,
  },
  HTTP_EXPECTATION_UNKNOWN: {
    ...invalid('server', 'the only supported expectation is 100-continue'),
    http: 417,
  },
  HOST_INPUT_INVALID: invalid('server', 'the request is invalid: {reason}'),
  HOST_RESOURCE_NOT_FOUND: missing('server', 'there is no {what}'),
  SHARE_REFUSED: invalid('server', 'the share was rejected: {reason}'),
  NOT_BUILT: { grpc: 'UNIMPLEMENTED', stage: 'server', message: '{what} is not implemented' },
  INTERNAL: { grpc: 'INTERNAL', stage: 'server', message: 'internal error {errorId}' },
  ROW_ALTERED: {
    grpc: 'INTERNAL',
    stage: 'server',
    message:
      'row {id} of {table} in organization {organizationId} was changed outside Keywright, the operator must run `keywright journal verify`; error {errorId}',
  },
  SEALED: { grpc: 'UNAVAILABLE', stage: 'server', message: 'the server is sealed, unseal it first' },
  STORE_UNAVAILABLE: {
    grpc: 'UNAVAILABLE',
    stage: 'server',
    message: 'the database is not available ({reason}), send the same request again; error {errorId}',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof errors
