/** Every entity, enumeration, request and answer of the API. Written by build/generate.ts from the contract: change that, and run it again. */

/** How an invited or created user gets in. */
export type AccessType =
  | 'ACCESS_TYPE_WEB'
  | 'ACCESS_TYPE_API'
  | 'ACCESS_TYPE_ALL'

/** Where an activity stands. Take a status that you do not know as not final. */
export type ActivityStatus =
  | 'ACTIVITY_STATUS_CREATED'
  | 'ACTIVITY_STATUS_PENDING'
  | 'ACTIVITY_STATUS_COMPLETED'
  | 'ACTIVITY_STATUS_FAILED'
  | 'ACTIVITY_STATUS_CONSENSUS_NEEDED'
  | 'ACTIVITY_STATUS_REJECTED'

/** What a submit asks for, with its version. */
export type ActivityType =
  | 'ACTIVITY_TYPE_CREATE_API_KEYS'
  | 'ACTIVITY_TYPE_CREATE_USERS'
  | 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS'
  | 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD'
  | 'ACTIVITY_TYPE_CREATE_INVITATIONS'
  | 'ACTIVITY_TYPE_CREATE_POLICY'
  | 'ACTIVITY_TYPE_DELETE_USERS'
  | 'ACTIVITY_TYPE_DELETE_API_KEYS'
  | 'ACTIVITY_TYPE_DELETE_INVITATION'
  | 'ACTIVITY_TYPE_DELETE_POLICY'
  | 'ACTIVITY_TYPE_CREATE_USER_TAG'
  | 'ACTIVITY_TYPE_DELETE_USER_TAGS'
  | 'ACTIVITY_TYPE_SIGN_TRANSACTION'
  | 'ACTIVITY_TYPE_APPROVE_ACTIVITY'
  | 'ACTIVITY_TYPE_REJECT_ACTIVITY'
  | 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS'
  | 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS'
  | 'ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG'
  | 'ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS'
  | 'ACTIVITY_TYPE_CREATE_POLICY_V2'
  | 'ACTIVITY_TYPE_CREATE_POLICY_V3'
  | 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM'
  | 'ACTIVITY_TYPE_UPDATE_USER_TAG'
  | 'ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG'
  | 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2'
  | 'ACTIVITY_TYPE_CREATE_USERS_V2'
  | 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION'
  | 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V2'
  | 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2'
  | 'ACTIVITY_TYPE_UPDATE_USER'
  | 'ACTIVITY_TYPE_UPDATE_POLICY'
  | 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V3'
  | 'ACTIVITY_TYPE_CREATE_WALLET'
  | 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS'
  | 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY'
  | 'ACTIVITY_TYPE_RECOVER_USER'
  | 'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE'
  | 'ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE'
  | 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'
  | 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'
  | 'ACTIVITY_TYPE_EXPORT_PRIVATE_KEY'
  | 'ACTIVITY_TYPE_EXPORT_WALLET'
  | 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4'
  | 'ACTIVITY_TYPE_EMAIL_AUTH'
  | 'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT'
  | 'ACTIVITY_TYPE_INIT_IMPORT_WALLET'
  | 'ACTIVITY_TYPE_IMPORT_WALLET'
  | 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY'
  | 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY'
  | 'ACTIVITY_TYPE_CREATE_POLICIES'
  | 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS'
  | 'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION'
  | 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS'
  | 'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS'
  | 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5'
  | 'ACTIVITY_TYPE_OAUTH'
  | 'ACTIVITY_TYPE_CREATE_API_KEYS_V2'
  | 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION'
  | 'ACTIVITY_TYPE_EMAIL_AUTH_V2'
  | 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6'
  | 'ACTIVITY_TYPE_DELETE_PRIVATE_KEYS'
  | 'ACTIVITY_TYPE_DELETE_WALLETS'
  | 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2'
  | 'ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION'
  | 'ACTIVITY_TYPE_INIT_OTP_AUTH'
  | 'ACTIVITY_TYPE_OTP_AUTH'
  | 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7'
  | 'ACTIVITY_TYPE_UPDATE_WALLET'
  | 'ACTIVITY_TYPE_UPDATE_POLICY_V2'
  | 'ACTIVITY_TYPE_CREATE_USERS_V3'
  | 'ACTIVITY_TYPE_INIT_OTP_AUTH_V2'
  | 'ACTIVITY_TYPE_INIT_OTP'
  | 'ACTIVITY_TYPE_VERIFY_OTP'
  | 'ACTIVITY_TYPE_OTP_LOGIN'
  | 'ACTIVITY_TYPE_STAMP_LOGIN'
  | 'ACTIVITY_TYPE_OAUTH_LOGIN'
  | 'ACTIVITY_TYPE_UPDATE_USER_NAME'
  | 'ACTIVITY_TYPE_UPDATE_USER_EMAIL'
  | 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER'
  | 'ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS'
  | 'ACTIVITY_TYPE_DELETE_POLICIES'
  | 'ACTIVITY_TYPE_EMAIL_AUTH_V3'
  | 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2'
  | 'ACTIVITY_TYPE_INIT_OTP_AUTH_V3'
  | 'ACTIVITY_TYPE_INIT_OTP_V2'
  | 'ACTIVITY_TYPE_INIT_OTP_V3'
  | 'ACTIVITY_TYPE_VERIFY_OTP_V2'
  | 'ACTIVITY_TYPE_OTP_LOGIN_V2'
  | 'ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME'
  | 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8'
  | 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2'
  | 'ACTIVITY_TYPE_CREATE_USERS_V4'
  | 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT'
  | 'ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT'
  | 'ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT'

/** How a public key is written as an address. */
export type AddressFormat =
  | 'ADDRESS_FORMAT_UNCOMPRESSED'
  | 'ADDRESS_FORMAT_COMPRESSED'
  | 'ADDRESS_FORMAT_ETHEREUM'
  | 'ADDRESS_FORMAT_SOLANA'
  | 'ADDRESS_FORMAT_COSMOS'
  | 'ADDRESS_FORMAT_TRON'
  | 'ADDRESS_FORMAT_SUI'
  | 'ADDRESS_FORMAT_APTOS'
  | 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2PKH'
  | 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2SH'
  | 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'
  | 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WSH'
  | 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR'
  | 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2PKH'
  | 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2SH'
  | 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WPKH'
  | 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2WSH'
  | 'ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR'
  | 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2PKH'
  | 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2SH'
  | 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WPKH'
  | 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2WSH'
  | 'ADDRESS_FORMAT_BITCOIN_SIGNET_P2TR'
  | 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2PKH'
  | 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2SH'
  | 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2WPKH'
  | 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2WSH'
  | 'ADDRESS_FORMAT_BITCOIN_REGTEST_P2TR'

/** Curve of an API key. */
export type ApiKeyCurve =
  | 'API_KEY_CURVE_P256'
  | 'API_KEY_CURVE_SECP256K1'
  | 'API_KEY_CURVE_ED25519'

/** Whether an authenticator is part of the device. */
export type AuthenticatorAttachment =
  | 'cross-platform'
  | 'platform'

/** How an authenticator talks to the device. */
export type AuthenticatorTransport =
  | 'AUTHENTICATOR_TRANSPORT_BLE'
  | 'AUTHENTICATOR_TRANSPORT_INTERNAL'
  | 'AUTHENTICATOR_TRANSPORT_NFC'
  | 'AUTHENTICATOR_TRANSPORT_USB'
  | 'AUTHENTICATOR_TRANSPORT_HYBRID'

/** How a client signature is made. */
export type ClientSignatureScheme =
  | 'CLIENT_SIGNATURE_SCHEME_API_P256'

/** What kind of credential a key is, and how it came to be. */
export type CredentialType =
  | 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR'
  | 'CREDENTIAL_TYPE_API_KEY_P256'
  | 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256'
  | 'CREDENTIAL_TYPE_API_KEY_SECP256K1'
  | 'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256'
  | 'CREDENTIAL_TYPE_API_KEY_ED25519'
  | 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256'
  | 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256'
  | 'CREDENTIAL_TYPE_OAUTH_KEY_P256'
  | 'CREDENTIAL_TYPE_LOGIN'

/** Curve of a signing key. */
export type Curve =
  | 'CURVE_SECP256K1'
  | 'CURVE_ED25519'

/** What a policy does when its condition and its consensus are true. */
export type Effect =
  | 'EFFECT_ALLOW'
  | 'EFFECT_DENY'

/** Switches of an organization. */
export type FeatureName =
  | 'FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY'
  | 'FEATURE_NAME_WEBAUTHN_ORIGINS'
  | 'FEATURE_NAME_EMAIL_AUTH'
  | 'FEATURE_NAME_EMAIL_RECOVERY'
  | 'FEATURE_NAME_WEBHOOK'
  | 'FEATURE_NAME_SMS_AUTH'
  | 'FEATURE_NAME_OTP_EMAIL_AUTH'
  | 'FEATURE_NAME_BOUND_QUERIES'

/** What is done to a payload before it is signed. */
export type HashFunction =
  | 'HASH_FUNCTION_NO_OP'
  | 'HASH_FUNCTION_SHA256'
  | 'HASH_FUNCTION_KECCAK256'
  | 'HASH_FUNCTION_NOT_APPLICABLE'

/** Word list in which a recovery phrase is written at export. Addresses do not depend on it. */
export type MnemonicLanguage =
  | 'MNEMONIC_LANGUAGE_ENGLISH'
  | 'MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE'
  | 'MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE'
  | 'MNEMONIC_LANGUAGE_CZECH'
  | 'MNEMONIC_LANGUAGE_FRENCH'
  | 'MNEMONIC_LANGUAGE_ITALIAN'
  | 'MNEMONIC_LANGUAGE_JAPANESE'
  | 'MNEMONIC_LANGUAGE_KOREAN'
  | 'MNEMONIC_LANGUAGE_SPANISH'

/** Comparison in the selectors of the first policy versions. Each becomes a clause of the condition. */
export type Operator =
  | 'OPERATOR_EQUAL'
  | 'OPERATOR_MORE_THAN'
  | 'OPERATOR_MORE_THAN_OR_EQUAL'
  | 'OPERATOR_LESS_THAN'
  | 'OPERATOR_LESS_THAN_OR_EQUAL'
  | 'OPERATOR_CONTAINS'
  | 'OPERATOR_NOT_EQUAL'
  | 'OPERATOR_IN'
  | 'OPERATOR_NOT_IN'
  | 'OPERATOR_CONTAINS_ONE'
  | 'OPERATOR_CONTAINS_ALL'

/** How a one-time code is sent. */
export type OtpType =
  | 'OTP_TYPE_EMAIL'
  | 'OTP_TYPE_SMS'

/** What one policy came to for one request. */
export type Outcome =
  | 'OUTCOME_ALLOW'
  | 'OUTCOME_DENY_EXPLICIT'
  | 'OUTCOME_DENY_IMPLICIT'
  | 'OUTCOME_REQUIRES_CONSENSUS'
  | 'OUTCOME_REJECTED'
  | 'OUTCOME_ERROR'

/** Notation of derivation paths. */
export type PathFormat =
  | 'PATH_FORMAT_BIP32'

/** How the payload of a signature is written. */
export type PayloadEncoding =
  | 'PAYLOAD_ENCODING_HEXADECIMAL'
  | 'PAYLOAD_ENCODING_TEXT_UTF8'
  | 'PAYLOAD_ENCODING_EIP712'
  | 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION'

/** Type of a WebAuthn credential. */
export type PublicKeyCredentialType =
  | 'public-key'

/** What sub-organizations are looked up by. */
export type SubOrganizationFilter =
  | 'NAME'
  | 'USERNAME'
  | 'EMAIL'
  | 'PHONE_NUMBER'
  | 'CREDENTIAL_ID'
  | 'PUBLIC_KEY'
  | 'OIDC_TOKEN'

/** The kind of object that a tag marks. */
export type TagType =
  | 'TAG_TYPE_USER'
  | 'TAG_TYPE_PRIVATE_KEY'

/** What kind of transaction is to be signed. */
export type TransactionType =
  | 'TRANSACTION_TYPE_ETHEREUM'
  | 'TRANSACTION_TYPE_SOLANA'
  | 'TRANSACTION_TYPE_BITCOIN'

/** What sub-organizations with a verified contact are looked up by. */
export type VerifiedSubOrganizationFilter =
  | 'EMAIL'
  | 'PHONE_NUMBER'

/** What a voter chose. */
export type VoteSelection =
  | 'VOTE_SELECTION_APPROVED'
  | 'VOTE_SELECTION_REJECTED'

/** Names of the error catalogue. */
export type ErrorCode =
  | 'BODY_MALFORMED'
  | 'BODY_NOT_OBJECT'
  | 'BODY_TOO_LARGE'
  | 'BODY_TOO_DEEP'
  | 'WORK_LIMIT_EXCEEDED'
  | 'PATH_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'MEMBER_MISSING'
  | 'MEMBER_TYPE'
  | 'MEMBER_UNKNOWN'
  | 'ENUM_UNKNOWN'
  | 'MEMBER_DUPLICATE'
  | 'CHARACTER_HIDDEN'
  | 'NAME_LENGTH'
  | 'EMAIL_MALFORMED'
  | 'PHONE_NUMBER_MALFORMED'
  | 'NUMBER_MALFORMED'
  | 'TIMESTAMP_MALFORMED'
  | 'ACTIVITY_TYPE_UNKNOWN'
  | 'ACTIVITY_TYPE_MISMATCH'
  | 'ORGANIZATION_ID_MALFORMED'
  | 'ORGANIZATION_NOT_FOUND'
  | 'TIMESTAMP_TOO_OLD'
  | 'TIMESTAMP_TOO_FAR_AHEAD'
  | 'CALL_PATH_MISMATCH'
  | 'QUERY_BINDING_MISSING'
  | 'STAMP_MISSING'
  | 'STAMPS_AMBIGUOUS'
  | 'STAMP_MALFORMED'
  | 'STAMP_SCHEME_MISMATCH'
  | 'API_KEY_NOT_FOUND'
  | 'PASSKEY_NOT_FOUND'
  | 'API_KEY_SIGNATURE_INVALID'
  | 'PASSKEY_ASSERTION_INVALID'
  | 'API_KEY_EXPIRED'
  | 'CREDENTIAL_AMBIGUOUS'
  | 'SESSION_INVALID'
  | 'SESSION_READ_ONLY'
  | 'ORGANIZATION_MISMATCH'
  | 'NOT_PERMITTED_BY_POLICY'
  | 'DENIED_BY_POLICY'
  | 'ROOT_QUORUM_ONLY'
  | 'FEATURE_DISABLED'
  | 'IMPORT_FOR_OTHER_USER'
  | 'RECOVERY_CREDENTIAL_REQUIRED'
  | 'PARENT_ORGANIZATION_ONLY'
  | 'SUB_ORGANIZATION_ONLY'
  | 'RESOURCE_NOT_FOUND'
  | 'ACTIVITY_NOT_FOUND'
  | 'SIGNER_NOT_FOUND'
  | 'WALLET_ACCOUNT_NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'CONTACT_NOT_FOUND'
  | 'POLICY_NAME_TAKEN'
  | 'NAME_TAKEN'
  | 'CREDENTIAL_TAKEN'
  | 'DUPLICATE_ENTRY'
  | 'PATH_TAKEN'
  | 'KEY_IMPORTED_ALREADY'
  | 'SECRET_PUBLIC'
  | 'POLICY_EXPRESSION_INVALID'
  | 'THRESHOLD_TOO_LOW'
  | 'THRESHOLD_TOO_HIGH'
  | 'QUORUM_EMPTY'
  | 'QUORUM_USER_NOT_FOUND'
  | 'QUORUM_MEMBER_DELETION'
  | 'LAST_CREDENTIAL'
  | 'MNEMONIC_LENGTH_INVALID'
  | 'DERIVATION_PATH_INVALID'
  | 'ADDRESS_FORMAT_MISMATCH'
  | 'PUBLIC_KEY_INVALID'
  | 'TARGET_PUBLIC_KEY_INVALID'
  | 'CLIENT_SIGNATURE_INVALID'
  | 'ATTESTATION_INVALID'
  | 'PAGE_LIMIT_OUT_OF_RANGE'
  | 'CURSOR_INVALID'
  | 'EXPIRATION_SECONDS_INVALID'
  | 'PAYLOAD_MALFORMED'
  | 'PAYLOAD_NOT_DIGEST'
  | 'HASH_FUNCTION_MISMATCH'
  | 'TRANSACTION_MALFORMED'
  | 'TRANSACTION_SIGNED'
  | 'TRANSACTION_SIGNER_MISMATCH'
  | 'TRANSACTION_TYPE_MISMATCH'
  | 'IMPORT_BUNDLE_INVALID'
  | 'DELETE_UNEXPORTED'
  | 'OTP_INVALID'
  | 'OTP_LENGTH_OUT_OF_RANGE'
  | 'MAIL_TEMPLATE_INVALID'
  | 'FEATURE_VALUE_INVALID'
  | 'OIDC_TOKEN_INVALID'
  | 'VERIFICATION_TOKEN_INVALID'
  | 'WEBHOOK_URL_INVALID'
  | 'OBJECT_TOO_LARGE'
  | 'CREDENTIAL_LIMIT_REACHED'
  | 'RESOURCE_LIMIT_REACHED'
  | 'STORAGE_LIMIT_REACHED'
  | 'MESSAGE_LIMIT_REACHED'
  | 'OTP_LIMIT_REACHED'
  | 'RATE_LIMITED'
  | 'RESOURCE_CHANGED'
  | 'ISSUER_UNREACHABLE'
  | 'HOST_NOT_ALLOWED'
  | 'ORIGIN_NOT_ALLOWED'
  | 'HTTP_MALFORMED'
  | 'HTTP_ADDRESS_MALFORMED'
  | 'HTTP_TIMEOUT'
  | 'HTTP_HEADERS_TOO_LARGE'
  | 'HTTP_EXPECTATION_UNKNOWN'
  | 'HOST_INPUT_INVALID'
  | 'HOST_RESOURCE_NOT_FOUND'
  | 'SHARE_REFUSED'
  | 'NOT_BUILT'
  | 'INTERNAL'
  | 'ROW_ALTERED'
  | 'SEALED'
  | 'STORE_UNAVAILABLE'

/** A submitted write: its request, its votes, its status and its result. */
export interface Activity {
  /** Id of the activity, a UUID that grows with time. */
  id: string
  /** Id of the organization that the activity belongs to, a UUID. */
  organizationId: string
  /** Where the activity stands. */
  status: ActivityStatus
  /** Activity type that was posted, with its version. */
  type: ActivityType
  /** What was asked: an object with one member, named after the type and version. Secrets (tokens and codes) read `[withheld]`, except in the answer to the request that submitted the activity. */
  intent: Record<string, unknown>
  /** What came of it: an object with one member, named after the type. Empty until completed. */
  result: Record<string, unknown>
  /** Votes so far; the first is the submitter’s approval. */
  votes: Vote[]
  /** Identifies the request: `sha256:` and the lower-case hex SHA-256 of the exact body bytes. The same bytes name the same activity. */
  fingerprint: string
  /** True when the caller who reads this can still approve it. */
  canApprove: boolean
  /** True when the caller who reads this can still reject it. */
  canReject: boolean
  /** When the activity was submitted. */
  createdAt: Timestamp
  /** When the status or the votes last changed. */
  updatedAt: Timestamp
  /** Why it failed. Null unless the status is FAILED. */
  failure?: Status | null
  /** Names of secret members that `result` had. Only the first answer to the submit contains them; a repeated submit and all queries leave them out. Submit a new request to obtain a new secret. */
  withheld?: string[]
}

/** What the policies came to when an activity was decided after one vote. */
export interface ActivityPolicyEvaluation {
  /** Id of the evaluation, a UUID. */
  id: string
  /** Id of the activity, a UUID. */
  activityId: string
  /** Id of the organization, a UUID. */
  organizationId: string
  /** Id of the vote after which the policies were evaluated, a UUID. */
  voteId: string
  /** What each policy came to. */
  policyEvaluations: PolicyEvaluation[]
  /** When the object was created. */
  createdAt: Timestamp
}

/** An address of a private key. */
export interface Address {
  /** How the address is written. */
  format?: AddressFormat
  /** The address. */
  address?: string
}

/** An API key of a user: a public key whose private half stamps requests. */
export interface ApiKey {
  /** The public key and what kind of credential it is. */
  credential: Credential
  /** Id of the API key, a UUID. */
  apiKeyId: string
  /** Name of the API key, 1 to 255 characters. */
  apiKeyName: string
  /** When the object was created. */
  createdAt: Timestamp
  /** When the object last changed. */
  updatedAt: Timestamp
  /** Lifetime in seconds, counted from `createdAt`. Absent: the key does not expire. A 64-bit number that travels as a string. */
  expirationSeconds?: string
  /** For a session: the credential of the sign-in, then the sessions in between. Removing one of them ends the session. */
  openedBy?: SessionOpener[]
}

/** An API key to register, on P-256. */
export interface ApiKeyParams {
  /** Name of the API key, 1 to 255 characters. */
  apiKeyName: string
  /** Compressed P-256 public key, 66 hex digits. */
  publicKey: string
  /** Lifetime in seconds. Left out: the key does not expire. A 64-bit number that travels as a string. */
  expirationSeconds?: string
}

/** An API key to register. */
export interface ApiKeyParamsV2 {
  /** Name of the API key, 1 to 255 characters. */
  apiKeyName: string
  /** Public key in hex: compressed (66 digits) on P-256 and secp256k1, 64 digits on Ed25519. */
  publicKey: string
  /** Curve of the public key. */
  curveType: ApiKeyCurve
  /** Lifetime in seconds. Left out: the key does not expire. A 64-bit number that travels as a string. */
  expirationSeconds?: string
}

/** The answer of a WebAuthn registration. */
export interface Attestation {
  /** WebAuthn credential id, in base64url. */
  credentialId: string
  /** Client data of the registration, in base64url. Its type must be `webauthn.create`. */
  clientDataJson: string
  /** Attestation object of the registration: CBOR with `fmt`, `attStmt` and `authData`, in base64url. */
  attestationObject: string
  /** How the authenticator talks to the device. */
  transports: AuthenticatorTransport[]
}

/** An authenticator (passkey) of a user. */
export interface Authenticator {
  /** How the authenticator talks to the device. */
  transports: AuthenticatorTransport[]
  /** Attestation format of the registration, usually `none`. */
  attestationType: string
  /** AAGUID of the authenticator: the model as its maker declares it, a UUID; all zeros when withheld. */
  aaguid: string
  /** WebAuthn credential id, in base64url. */
  credentialId: string
  /** Name of the model, as far as the AAGUID tells; empty when unknown. */
  model: string
  /** The public key and what kind of credential it is. */
  credential: Credential
  /** Id of the authenticator, a UUID. */
  authenticatorId: string
  /** Name of the authenticator, 1 to 255 characters. */
  authenticatorName: string
  /** When the object was created. */
  createdAt: Timestamp
  /** When the object last changed. */
  updatedAt: Timestamp
}

/** The `response` of a WebAuthn registration, as the first versions carry it. */
export interface AuthenticatorAttestationResponse {
  /** Client data of the registration, in base64url. Its type must be `webauthn.create`. */
  clientDataJson: string
  /** Attestation object of the registration: CBOR with `fmt`, `attStmt` and `authData`, in base64url. */
  attestationObject: string
  /** How the authenticator talks to the device. */
  transports?: AuthenticatorTransport[]
  /** Whether the authenticator is part of the device. */
  authenticatorAttachment?: AuthenticatorAttachment
}

/** An authenticator to register, as the first versions carry it. */
export interface AuthenticatorParams {
  /** Name of the authenticator, 1 to 255 characters. */
  authenticatorName: string
  /** Id of the user; ignored, the request names the user. */
  userId: string
  /** What the browser or the platform answered to the registration. */
  attestation: PublicKeyCredentialWithAttestation
  /** The challenge that the client data must contain. */
  challenge: string
}

/** An authenticator to register. */
export interface AuthenticatorParamsV2 {
  /** Name of the authenticator, 1 to 255 characters. */
  authenticatorName: string
  /** The challenge that the client data must contain. */
  challenge: string
  /** What the browser or the platform answered to the registration. */
  attestation: Attestation
}

/** A signature by the client’s own key over what a login or a sign-up binds together. */
export interface ClientSignature {
  /** Compressed P-256 public key, 66 hex digits. */
  publicKey: string
  /** How the signature is made. */
  scheme: ClientSignatureScheme
  /** The exact text that was signed. It must contain the `id` of the verification token and, for `otp_login`, the `publicKey` that is registered; its form is free. */
  message: string
  /** The signature, DER, hex. */
  signature: string
}

/** Switches and root quorum of an organization. */
export interface Config {
  /** Switches of the organization that are on. */
  features?: Feature[]
  /** The root quorum: users and how many of them must approve. */
  quorum?: Quorum
}

/** A policy to create. */
export interface CreatePolicyIntentV3 {
  /** Name of the policy, 1 to 255 characters, unique in the organization. */
  policyName: string
  /** What the policy does when both expressions are true. */
  effect: Effect
  /** Expression over the request (`activity`, `wallet`, `private_key`, `eth.tx`, `solana.tx`) that says when the policy applies. Left out: always. */
  condition?: string
  /** Expression over `approvers` that says whose approval suffices. Left out: anybody’s. */
  consensus?: string
  /** Free text for people. */
  notes?: string
}

/** Output of the WebAuthn extension credProps. */
export interface CredPropsAuthenticationExtensionsClientOutputs {
  /** True when the credential is discoverable. */
  rk: boolean
}

/** A public key and what kind of credential it is. */
export interface Credential {
  /** API keys: public key in hex. Authenticators: COSE key in base64url. */
  publicKey: string
  /** What kind of credential this is. */
  type: CredentialType
}

/** How an email is dressed, with the name of the application required. */
export interface EmailAuthCustomizationParams {
  /** Name of your application, as the message shows it. */
  appName: string
  /** URL of a PNG, shown in a box of 340×124 pixels. */
  logoUrl?: string
  /** URL of your application with one `%s`, which is replaced by the credential bundle. Left out: the email shows the bundle itself. */
  magicLinkTemplate?: string
  /** JSON object, as text: values for the variables of the email template. */
  templateVariables?: string
  /** Id of an email template that the server is configured with. */
  templateId?: string
}

/** How an email is dressed. */
export interface EmailCustomizationParams {
  /** Name of your application, as the message shows it. */
  appName?: string
  /** URL of a PNG, shown in a box of 340×124 pixels. */
  logoUrl?: string
  /** URL of your application with one `%s`, which is replaced by the credential bundle. Left out: the email shows the bundle itself. */
  magicLinkTemplate?: string
  /** JSON object, as text: values for the variables of the email template. */
  templateVariables?: string
  /** Id of an email template that the server is configured with. */
  templateId?: string
}

/** How an email is dressed; the name of the application stands in the request itself. */
export interface EmailCustomizationParamsV2 {
  /** URL of a PNG, shown in a box of 340×124 pixels. */
  logoUrl?: string
  /** URL of your application with one `%s`, which is replaced by the credential bundle. Left out: the email shows the bundle itself. */
  magicLinkTemplate?: string
  /** JSON object, as text: values for the variables of the email template. */
  templateVariables?: string
  /** Id of an email template that the server is configured with. */
  templateId?: string
}

/** A switch of an organization that is on. */
export interface Feature {
  /** Which switch. */
  name?: FeatureName
  /** Its value, where it has one; else empty. */
  value?: string
}

/** An invitation to send. */
export interface InvitationParams {
  /** Name of the invited person. */
  receiverUserName: string
  /** Email address to which the invitation goes. */
  receiverUserEmail: string
  /** Ids of tags intended for the user. They are recorded only; the user’s creator assigns them. */
  receiverUserTags: string[]
  /** How the user gets in. Kept for the record; credentials decide. */
  accessType: AccessType
  /** Id of the user who invites, a UUID. */
  senderUserId: string
}

/** An identity at an OpenID Connect issuer under which a user can sign in. */
export interface OauthProvider {
  /** Id of the OAuth provider, a UUID. */
  providerId: string
  /** Name of the OAuth provider, 1 to 255 characters. A label; the identity is issuer, audience and subject. */
  providerName: string
  /** Issuer of the identity: `iss` of its tokens, a URL. */
  issuer: string
  /** Audience for which the tokens are issued: `aud`, the client id of your application. */
  audience: string
  /** Who it is at the issuer: `sub` of the tokens. */
  subject: string
  /** When the object was created. */
  createdAt: Timestamp
  /** When the object last changed. */
  updatedAt: Timestamp
}

/** An identity to register, proved by a token. */
export interface OauthProviderParams {
  /** Name of the OAuth provider, 1 to 255 characters. A label; the identity is issuer, audience and subject. */
  providerName: string
  /** OpenID Connect id token: a signed JWT. Signature, issuer, audience, subject and expiry are checked against the issuer’s published keys. */
  oidcToken: string
}

/** An identity to register: proved by a token, or named by its claims. Give one of the two. */
export interface OauthProviderParamsV2 {
  /** Name of the OAuth provider, 1 to 255 characters. A label; the identity is issuer, audience and subject. */
  providerName: string
  /** OpenID Connect id token whose issuer, audience and subject are registered. */
  oidcToken?: string
  /** The claims themselves, for an identity that has not signed in yet. */
  oidcClaims?: OidcClaims
}

/** The three claims that name an identity. */
export interface OidcClaims {
  /** Issuer, a URL. */
  iss: string
  /** Subject: who it is at the issuer. */
  sub: string
  /** Audience: the client id of your application. */
  aud: string
}

/** Which page of a list. */
export interface Pagination {
  /** Entries of the page, 1 to 100. Left out: 10. A 64-bit number that travels as a string. */
  limit?: string
  /** Id of an entry: the page holds the entries just before it. */
  before?: string
  /** Id of an entry: the page holds the entries just after it. */
  after?: string
}

/** A rule that allows or denies requests. */
export interface Policy {
  /** Id of the policy, a UUID. */
  policyId: string
  /** Name of the policy, 1 to 255 characters, unique in the organization. */
  policyName: string
  /** What the policy does when both expressions are true. */
  effect: Effect
  /** When the object was created. */
  createdAt: Timestamp
  /** When the object last changed. */
  updatedAt: Timestamp
  /** Free text for people. */
  notes: string
  /** Whose approval suffices. Empty: anybody’s. */
  consensus: string
  /** When the policy applies. Empty: always. */
  condition: string
}

/** What one policy came to. */
export interface PolicyEvaluation {
  /** Id of the policy, a UUID. */
  policyId?: string
  /** What the policy came to. */
  outcome?: Outcome
}

/** A single signing key without a seed. Its secret stays inside. */
export interface PrivateKey {
  /** Id of the private key, a UUID. */
  privateKeyId: string
  /** Public key in hex: compressed (66 digits) on secp256k1, 64 digits on ed25519. */
  publicKey: string
  /** Name of the private key, 1 to 255 characters, unique in the organization. */
  privateKeyName: string
  /** Curve of the key. */
  curve: Curve
  /** Its addresses, one for each format asked for. */
  addresses: Address[]
  /** Ids of the tags that the private key wears. */
  privateKeyTags: string[]
  /** When the object was created. */
  createdAt: Timestamp
  /** When the object last changed. */
  updatedAt: Timestamp
  /** True once the secret was exported. */
  exported: boolean
  /** True when the secret came from outside. */
  imported: boolean
}

/** A private key to create. */
export interface PrivateKeyParams {
  /** Name of the private key, 1 to 255 characters, unique in the organization. */
  privateKeyName: string
  /** Curve of the key. */
  curve: Curve
  /** Ids of the tags that the private key wears. */
  privateKeyTags: string[]
  /** Formats in which the key gets an address. Each must fit the curve. */
  addressFormats: AddressFormat[]
}

/** A private key that was created. */
export interface PrivateKeyResult {
  /** Id of the private key, a UUID. */
  privateKeyId?: string
  /** Its addresses, in the order of `addressFormats`. */
  addresses?: Address[]
}

/** The answer of a WebAuthn registration, as browsers shape it and the first versions carry it. */
export interface PublicKeyCredentialWithAttestation {
  /** WebAuthn credential id, in base64url. */
  id: string
  /** Always `public-key`. */
  type: PublicKeyCredentialType
  /** The same id again, in base64url. */
  rawId: string
  /** Whether the authenticator is part of the device. */
  authenticatorAttachment?: AuthenticatorAttachment
  /** What the authenticator answered. */
  response: AuthenticatorAttestationResponse
  /** Outputs of WebAuthn extensions. */
  clientExtensionResults: SimpleClientExtensionResults
}

/** A set of users and how many of them must approve. */
export interface Quorum {
  /** How many must approve. */
  threshold: number
  /** Ids of the users in the set. */
  userIds: string[]
}

/** An open read-only session. Its token is not part of it. */
export interface ReadOnlySession {
  /** Id of the session, a UUID: the id of the activity that opened it. `delete_api_keys` accepts it. */
  sessionId: string
  /** Id of the user, a UUID. */
  userId: string
  /** The credential of the sign-in, then the sessions in between. Removing one of them ends the session. */
  openedBy: SessionOpener[]
  /** When the session was opened. */
  createdAt: Timestamp
  /** When the session expires. */
  expiresAt: Timestamp
}

/** A root user of a new sub-organization, as versions 2 to 4 carry it. */
export interface RootUserParams {
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** API keys of the user. */
  apiKeys: ApiKeyParams[]
  /** Authenticators (passkeys) of the user. */
  authenticators: AuthenticatorParamsV2[]
}

/** A root user of a new sub-organization, as version 5 carries it. */
export interface RootUserParamsV2 {
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** API keys of the user. */
  apiKeys: ApiKeyParams[]
  /** Authenticators (passkeys) of the user. */
  authenticators: AuthenticatorParamsV2[]
  /** Identities at OpenID Connect issuers under which the user can sign in. */
  oauthProviders: OauthProviderParams[]
}

/** A root user of a new sub-organization, as version 6 carries it. */
export interface RootUserParamsV3 {
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** API keys of the user. */
  apiKeys: ApiKeyParamsV2[]
  /** Authenticators (passkeys) of the user. */
  authenticators: AuthenticatorParamsV2[]
  /** Identities at OpenID Connect issuers under which the user can sign in. */
  oauthProviders: OauthProviderParams[]
}

/** A root user of a new sub-organization, as version 7 carries it. */
export interface RootUserParamsV4 {
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** Phone number of the user in E.164 format: a plus sign and 7 to 15 digits. Needed for OTP by SMS. */
  userPhoneNumber?: string
  /** API keys of the user. */
  apiKeys: ApiKeyParamsV2[]
  /** Authenticators (passkeys) of the user. */
  authenticators: AuthenticatorParamsV2[]
  /** Identities at OpenID Connect issuers under which the user can sign in. */
  oauthProviders: OauthProviderParams[]
}

/** A root user of a new sub-organization. */
export interface RootUserParamsV5 {
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** Phone number of the user in E.164 format: a plus sign and 7 to 15 digits. Needed for OTP by SMS. */
  userPhoneNumber?: string
  /** API keys of the user. */
  apiKeys: ApiKeyParamsV2[]
  /** Authenticators (passkeys) of the user. */
  authenticators: AuthenticatorParamsV2[]
  /** Identities at OpenID Connect issuers under which the user can sign in. */
  oauthProviders: OauthProviderParamsV2[]
}

/** A comparison with one target, from the first policy version. */
export interface Selector {
  /** Field of the request, such as `activity.resource`. */
  subject?: string
  /** How it is compared. */
  operator?: Operator
  /** What it is compared with. */
  target?: string
}

/** A comparison with several targets, from the second policy version. */
export interface SelectorV2 {
  /** Field of the request, such as `activity.resource`. */
  subject?: string
  /** How it is compared. */
  operator?: Operator
  /** What it is compared with. */
  targets?: string[]
}

/** What a session depends on. */
export interface SessionOpener {
  /** Id of the user, a UUID. */
  userId: string
  /** Id of an API key, authenticator or OAuth provider; `userEmail` or `userPhoneNumber` for a code or bundle sent there. */
  opener: string
}

/** A signature. */
export interface SignRawPayloadResult {
  /** First half of the signature: 64 hex digits, left-padded, without `0x`. */
  r: string
  /** Second half of the signature: 64 hex digits, left-padded, without `0x`. Low-s for ECDSA. */
  s: string
  /** Recovery id, two hex digits: `00` or `01` for ECDSA on secp256k1; `00` for Ed25519 and Schnorr. Add 27 where Ethereum tools ask for it. */
  v: string
}

/** Outputs of WebAuthn extensions. */
export interface SimpleClientExtensionResults {
  /** Output of the extension appid. */
  appid?: boolean
  /** Output of the extension appidExclude. */
  appidExclude?: boolean
  /** Output of the extension credProps. */
  credProps?: CredPropsAuthenticationExtensionsClientOutputs
}

/** How a text message is dressed. */
export interface SmsCustomizationParams {
  /** Text of the message with one `{{code}}`, which is replaced by the code. */
  template?: string
}

/** An error. */
export interface Status {
  /** gRPC status number. */
  code?: number
  /** What happened: one lower-case sentence fragment that names the thing and the value. */
  message?: string
  /** More about it; each entry says by `@type` what it is. */
  details?: Record<string, unknown>[]
}

/** A tag that users or private keys wear. */
export interface Tag {
  /** Id of the tag, a UUID. Policies name tags by id. */
  tagId: string
  /** Name of the tag, 1 to 255 characters, unique per type in the organization. */
  tagName: string
  /** What wears it. */
  tagType: TagType
  /** When the object was created. */
  createdAt: Timestamp
  /** When the object last changed. */
  updatedAt: Timestamp
}

/** A point in time. */
export interface Timestamp {
  /** Seconds since 1970-01-01 UTC. A 64-bit number that travels as a string. */
  seconds: string
  /** Nanoseconds within the second, usually `"0"`. Travels as a string. */
  nanos: string
}

/** A person or a service of an organization, with its credentials. */
export interface User {
  /** Id of the user, a UUID. */
  userId: string
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** Phone number of the user in E.164 format: a plus sign and 7 to 15 digits. Needed for OTP by SMS. */
  userPhoneNumber?: string
  /** Authenticators (passkeys) of the user. */
  authenticators: Authenticator[]
  /** API keys of the user. */
  apiKeys: ApiKey[]
  /** Ids of the tags that the user wears. */
  userTags: string[]
  /** Identities at OpenID Connect issuers under which the user can sign in. */
  oauthProviders: OauthProvider[]
  /** When the object was created. */
  createdAt: Timestamp
  /** When the object last changed. */
  updatedAt: Timestamp
}

/** A user to create, as version 1 carries it. */
export interface UserParams {
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** How the user gets in. Kept for the record; credentials decide. */
  accessType: AccessType
  /** API keys of the user. */
  apiKeys: ApiKeyParams[]
  /** Authenticators (passkeys) of the user. */
  authenticators: AuthenticatorParams[]
  /** Ids of the tags that the user wears. */
  userTags: string[]
}

/** A user to create, as version 2 carries it. */
export interface UserParamsV2 {
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** API keys of the user. */
  apiKeys: ApiKeyParams[]
  /** Authenticators (passkeys) of the user. */
  authenticators: AuthenticatorParamsV2[]
  /** Ids of the tags that the user wears. */
  userTags: string[]
}

/** A user to create, as version 3 carries it. */
export interface UserParamsV3 {
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** Phone number of the user in E.164 format: a plus sign and 7 to 15 digits. Needed for OTP by SMS. */
  userPhoneNumber?: string
  /** API keys of the user. */
  apiKeys: ApiKeyParamsV2[]
  /** Authenticators (passkeys) of the user. */
  authenticators: AuthenticatorParamsV2[]
  /** Identities at OpenID Connect issuers under which the user can sign in. */
  oauthProviders: OauthProviderParams[]
  /** Ids of the tags that the user wears. */
  userTags: string[]
}

/** A user to create. */
export interface UserParamsV4 {
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail?: string
  /** Phone number of the user in E.164 format: a plus sign and 7 to 15 digits. Needed for OTP by SMS. */
  userPhoneNumber?: string
  /** API keys of the user. */
  apiKeys: ApiKeyParamsV2[]
  /** Authenticators (passkeys) of the user. */
  authenticators: AuthenticatorParamsV2[]
  /** Identities at OpenID Connect issuers under which the user can sign in. */
  oauthProviders: OauthProviderParamsV2[]
  /** Ids of the tags that the user wears. */
  userTags: string[]
}

/** A vote on an activity, with all that is needed to verify it offline. */
export interface Vote {
  /** Id of the vote, a UUID. */
  id: string
  /** Id of the user, a UUID. */
  userId: string
  /** The voter, as of the vote. */
  user: User
  /** Id of the activity, a UUID. */
  activityId: string
  /** For or against. */
  selection: VoteSelection
  /** The exact body that the voter posted. While the engine would still accept these bytes (65 minutes), only the credential that cast the vote sees them; everyone else sees `[withheld]`. Secrets in the body (tokens and codes) are always withheld. */
  message: string
  /** Public key of the stamp: hex for API keys, base64url COSE key for authenticators. */
  publicKey: string
  /** Signature of the stamp over `message`: DER hex (64 bytes hex for Ed25519); for authenticators the JSON of the assertion. Withheld together with `message`. */
  signature: string
  /** Scheme of the stamp. */
  scheme: string
  /** When the vote was given. */
  createdAt: Timestamp
}

/** A seed from which accounts derive. The seed stays inside. */
export interface Wallet {
  /** Id of the wallet, a UUID. */
  walletId: string
  /** Name of the wallet, 1 to 255 characters, unique in the organization. */
  walletName: string
  /** When the object was created. */
  createdAt: Timestamp
  /** When the object last changed. */
  updatedAt: Timestamp
  /** True once the secret was exported. */
  exported: boolean
  /** True when the secret came from outside. */
  imported: boolean
}

/** A key derived from a wallet at a path, with its address. */
export interface WalletAccount {
  /** Id of the wallet account, a UUID. */
  walletAccountId: string
  /** Id of the organization that owns the wallet, a UUID. */
  organizationId: string
  /** Id of the wallet, a UUID. */
  walletId: string
  /** Curve of the key. */
  curve: Curve
  /** Notation of the path. */
  pathFormat: PathFormat
  /** Derivation path: `m`, then `/index` or `/index'` (hardened), each index 0 to 2147483647. On ed25519 every step must be hardened. A path is used once in a wallet. */
  path: string
  /** How the public key is written as an address. */
  addressFormat: AddressFormat
  /** The address. It is also what `signWith` takes. */
  address: string
  /** When the object was created. */
  createdAt: Timestamp
  /** When the object last changed. */
  updatedAt: Timestamp
  /** Public key in hex: compressed (66 digits) on secp256k1, 64 digits on ed25519. */
  publicKey?: string
  /** Name of the account, where it has one. */
  name?: string
}

/** An account to derive. */
export interface WalletAccountParams {
  /** Curve of the key; must fit the address format. */
  curve: Curve
  /** Notation of the path. */
  pathFormat: PathFormat
  /** Derivation path: `m`, then `/index` or `/index'` (hardened), each index 0 to 2147483647. On ed25519 every step must be hardened. A path is used once in a wallet. */
  path: string
  /** How the public key is written as an address. */
  addressFormat: AddressFormat
  /** Name of the account. Left out: none. */
  name?: string
}

/** A wallet to create along with a sub-organization. */
export interface WalletParams {
  /** Name of the wallet, 1 to 255 characters, unique in the organization. */
  walletName: string
  /** Accounts to derive, in this order. Each path is used once in a wallet. */
  accounts: WalletAccountParams[]
  /** Words of the recovery phrase: 12, 15, 18, 21 or 24. Left out: 12. */
  mnemonicLength?: number
}

/** A wallet that was created. */
export interface WalletResult {
  /** Id of the wallet, a UUID. */
  walletId: string
  /** Addresses of its accounts, in the order of the request. */
  addresses: string[]
}

/** An endpoint that is told of events. */
export interface WebhookEndpointData {
  /** Id of the webhook endpoint, a UUID. */
  endpointId: string
  /** Id of the organization, a UUID. */
  organizationId: string
  /** HTTPS URL that receives the events. */
  url: string
  /** Name of the endpoint, 1 to 255 characters. */
  name: string
  /** Whether events are delivered. */
  isActive: boolean
  /** The events sent to the endpoint. */
  subscriptions?: WebhookSubscriptionParams[]
}

/** What an endpoint is told of. */
export interface WebhookSubscriptionParams {
  /** Kind of event, such as `ACTIVITY_UPDATES`. */
  eventType: string
  /** JSON object, as text, that narrows the events. Left out: all of the kind. */
  filtersJson?: string
  /** Whether events are delivered. */
  isActive?: boolean
}

/** Asks `whoami`. */
export interface WhoamiRequest {
  /** Id of the organization that the credential belongs to. The request may name the parent of that organization instead. */
  organizationId: string
}

/** Answer of `whoami`. */
export interface WhoamiResponse {
  /** Id of the organization that the credential belongs to. The request may name the parent of that organization instead. */
  organizationId: string
  /** Name of the organization, 1 to 255 characters. */
  organizationName: string
  /** Id of the user whose credential stamped the request, a UUID. */
  userId: string
  /** Name of the user. */
  username: string
}

/** Asks `get_organization_configs`. */
export interface GetOrganizationConfigsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
}

/** Answer of `get_organization_configs`. */
export interface GetOrganizationConfigsResponse {
  /** Switches and root quorum of the organization. */
  configs: Config
}

/** Asks `list_suborgs`. */
export interface ListSuborgsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** What `filterValue` is compared with. Left out: no filter. */
  filterType?: SubOrganizationFilter
  /** The value to look for; needed with `filterType`. Nothing found: an empty list. */
  filterValue?: string
  /** Which page of the list. */
  paginationOptions?: Pagination
}

/** Answer of `list_suborgs`. */
export interface ListSuborgsResponse {
  /** Ids of the sub-organizations found, newest first. */
  organizationIds: string[]
}

/** Asks `list_verified_suborgs`. */
export interface ListVerifiedSuborgsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** What `filterValue` is compared with. Left out: no filter. */
  filterType?: VerifiedSubOrganizationFilter
  /** The value to look for; needed with `filterType`. Nothing found: an empty list. */
  filterValue?: string
  /** Which page of the list. */
  paginationOptions?: Pagination
}

/** Answer of `list_verified_suborgs`. */
export interface ListVerifiedSuborgsResponse {
  /** Ids of the sub-organizations found, newest first. */
  organizationIds: string[]
}

/** Asks `get_policy`. */
export interface GetPolicyRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the policy, a UUID. */
  policyId: string
}

/** Answer of `get_policy`. */
export interface GetPolicyResponse {
  /** The policy. */
  policy: Policy
}

/** Asks `list_policies`. */
export interface ListPoliciesRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
}

/** Answer of `list_policies`. */
export interface ListPoliciesResponse {
  /** The policies. */
  policies: Policy[]
}

/** Asks `get_policy_evaluations`. */
export interface GetPolicyEvaluationsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** The activity. Left out: the request is given by `type` and `parameters`. */
  activityId?: string
  /** Whether `policyRequest` is returned for the activity. */
  explain?: boolean
  /** Type of a request that the caller might submit. */
  type?: ActivityType
  /** Its `parameters`. */
  parameters?: Record<string, unknown>
}

/** Answer of `get_policy_evaluations`. */
export interface GetPolicyEvaluationsResponse {
  /** What each policy came to. */
  policyEvaluations: ActivityPolicyEvaluation[]
  /** What decides the request, as JSON: policies, facts, approvers, users and root quorum. `keywright policy explain` reads it. */
  policyRequest?: string
}

/** Asks `list_webhook_endpoints`. */
export interface ListWebhookEndpointsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
}

/** Answer of `list_webhook_endpoints`. */
export interface ListWebhookEndpointsResponse {
  /** The endpoints of the organization. */
  webhookEndpoints: WebhookEndpointData[]
}

/** Asks `get_wallet`. */
export interface GetWalletRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the wallet, a UUID. */
  walletId: string
}

/** Answer of `get_wallet`. */
export interface GetWalletResponse {
  /** The wallet. */
  wallet: Wallet
}

/** Asks `list_wallets`. */
export interface ListWalletsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
}

/** Answer of `list_wallets`. */
export interface ListWalletsResponse {
  /** The wallets. */
  wallets: Wallet[]
}

/** Asks `get_wallet_account`. */
export interface GetWalletAccountRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the wallet, a UUID. */
  walletId: string
  /** Address of the account, exactly as written. */
  address?: string
  /** Derivation path of the account. */
  path?: string
}

/** Answer of `get_wallet_account`. */
export interface GetWalletAccountResponse {
  /** The wallet account. */
  account: WalletAccount
}

/** Asks `list_wallet_accounts`. */
export interface ListWalletAccountsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the wallet, a UUID. */
  walletId: string
  /** Which page of the list. */
  paginationOptions?: Pagination
}

/** Answer of `list_wallet_accounts`. */
export interface ListWalletAccountsResponse {
  /** The accounts of this page, newest first. */
  accounts: WalletAccount[]
}

/** Asks `get_private_key`. */
export interface GetPrivateKeyRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the private key, a UUID. */
  privateKeyId: string
}

/** Answer of `get_private_key`. */
export interface GetPrivateKeyResponse {
  /** The private key; its secret never leaves the engine this way. */
  privateKey: PrivateKey
}

/** Asks `list_private_keys`. */
export interface ListPrivateKeysRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
}

/** Answer of `list_private_keys`. */
export interface ListPrivateKeysResponse {
  /** The private keys. */
  privateKeys: PrivateKey[]
}

/** Asks `list_private_key_tags`. */
export interface ListPrivateKeyTagsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
}

/** Answer of `list_private_key_tags`. */
export interface ListPrivateKeyTagsResponse {
  /** The tags. */
  privateKeyTags: Tag[]
}

/** Asks `get_user`. */
export interface GetUserRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the user, a UUID. */
  userId: string
}

/** Answer of `get_user`. */
export interface GetUserResponse {
  /** The user. */
  user: User
}

/** Asks `list_users`. */
export interface ListUsersRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
}

/** Answer of `list_users`. */
export interface ListUsersResponse {
  /** The users. */
  users: User[]
}

/** Asks `list_user_tags`. */
export interface ListUserTagsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
}

/** Answer of `list_user_tags`. */
export interface ListUserTagsResponse {
  /** The tags. */
  userTags: Tag[]
}

/** Asks `get_oauth_providers`. */
export interface GetOauthProvidersRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the user, a UUID. Left out: all users. */
  userId?: string
}

/** Answer of `get_oauth_providers`. */
export interface GetOauthProvidersResponse {
  /** The OAuth providers. */
  oauthProviders: OauthProvider[]
}

/** Asks `get_authenticator`. */
export interface GetAuthenticatorRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the authenticator, a UUID. */
  authenticatorId: string
}

/** Answer of `get_authenticator`. */
export interface GetAuthenticatorResponse {
  /** The authenticator. */
  authenticator: Authenticator
}

/** Asks `get_authenticators`. */
export interface GetAuthenticatorsRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the user, a UUID. */
  userId: string
}

/** Answer of `get_authenticators`. */
export interface GetAuthenticatorsResponse {
  /** Authenticators (passkeys) of the user. */
  authenticators: Authenticator[]
}

/** Asks `get_api_key`. */
export interface GetApiKeyRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the API key, a UUID. */
  apiKeyId: string
}

/** Answer of `get_api_key`. */
export interface GetApiKeyResponse {
  /** The API key. */
  apiKey: ApiKey
}

/** Asks `get_api_keys`. */
export interface GetApiKeysRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the user, a UUID. Left out: all users. */
  userId?: string
}

/** Answer of `get_api_keys`. */
export interface GetApiKeysResponse {
  /** The API keys. */
  apiKeys: ApiKey[]
  /** The open read-only sessions. */
  readOnlySessions?: ReadOnlySession[]
}

/** Asks `get_activity`. */
export interface GetActivityRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Id of the activity, a UUID. */
  activityId: string
}

/** Answer of `get_activity`. */
export interface GetActivityResponse {
  /** The activity in its present state, seen by the caller. */
  activity: Activity
}

/** Asks `list_activities`. */
export interface ListActivitiesRequest {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Statuses to keep. Left out or empty: all. */
  filterByStatus?: ActivityStatus[]
  /** Which page of the list. */
  paginationOptions?: Pagination
  /** Activity types to keep, each with its version. Left out or empty: all. */
  filterByType?: ActivityType[]
}

/** Answer of `list_activities`. */
export interface ListActivitiesResponse {
  /** The activities of this page, newest first. */
  activities: Activity[]
}

/** Parameters of `create_sub_organization`. */
export interface CreateSubOrganizationIntent {
  /** Name of the sub-organization, 1 to 255 characters. */
  name: string
  /** Authenticator of the one root user. */
  rootAuthenticator: AuthenticatorParamsV2
}

/** Result of `create_sub_organization`. */
export interface CreateSubOrganizationResult {
  /** Id of the new sub-organization, a UUID. */
  subOrganizationId: string
  /** Ids of the root users, in the order of the request. */
  rootUserIds?: string[]
}

/** Parameters of `create_sub_organization`. */
export interface CreateSubOrganizationIntentV2 {
  /** Name of the sub-organization, 1 to 255 characters. */
  subOrganizationName: string
  /** Root users of the sub-organization, at least one. Each needs a credential, or a contact by which it can come in. */
  rootUsers: RootUserParams[]
  /** How many root users must approve what only the root quorum may do; at least 1, at most the number of root users. */
  rootQuorumThreshold: number
}

/** Result of `create_sub_organization`. */
export interface CreateSubOrganizationResultV2 {
  /** Id of the new sub-organization, a UUID. */
  subOrganizationId: string
  /** Ids of the root users, in the order of the request. */
  rootUserIds?: string[]
}

/** Parameters of `create_sub_organization`. */
export interface CreateSubOrganizationIntentV3 {
  /** Name of the sub-organization, 1 to 255 characters. */
  subOrganizationName: string
  /** Root users of the sub-organization, at least one. Each needs a credential, or a contact by which it can come in. */
  rootUsers: RootUserParams[]
  /** How many root users must approve what only the root quorum may do; at least 1, at most the number of root users. */
  rootQuorumThreshold: number
  /** Private keys of the sub-organization. */
  privateKeys: PrivateKeyParams[]
}

/** Result of `create_sub_organization`. */
export interface CreateSubOrganizationResultV3 {
  /** Id of the new sub-organization, a UUID. */
  subOrganizationId: string
  /** Private keys of the sub-organization. */
  privateKeys: PrivateKeyResult[]
  /** Ids of the root users, in the order of the request. */
  rootUserIds?: string[]
}

/** Parameters of `create_sub_organization`. */
export interface CreateSubOrganizationIntentV4 {
  /** Name of the sub-organization, 1 to 255 characters. */
  subOrganizationName: string
  /** Root users of the sub-organization, at least one. Each needs a credential, or a contact by which it can come in. */
  rootUsers: RootUserParams[]
  /** How many root users must approve what only the root quorum may do; at least 1, at most the number of root users. */
  rootQuorumThreshold: number
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletParams
  /** True keeps email recovery off in the sub-organization. */
  disableEmailRecovery?: boolean
  /** True keeps email auth off in the sub-organization. */
  disableEmailAuth?: boolean
}

/** Result of `create_sub_organization`. */
export interface CreateSubOrganizationResultV4 {
  /** Id of the new sub-organization, a UUID. */
  subOrganizationId: string
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletResult
  /** Ids of the root users, in the order of the request. */
  rootUserIds?: string[]
}

/** Parameters of `create_sub_organization`. */
export interface CreateSubOrganizationIntentV5 {
  /** Name of the sub-organization, 1 to 255 characters. */
  subOrganizationName: string
  /** Root users of the sub-organization, at least one. Each needs a credential, or a contact by which it can come in. */
  rootUsers: RootUserParamsV2[]
  /** How many root users must approve what only the root quorum may do; at least 1, at most the number of root users. */
  rootQuorumThreshold: number
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletParams
  /** True keeps email recovery off in the sub-organization. */
  disableEmailRecovery?: boolean
  /** True keeps email auth off in the sub-organization. */
  disableEmailAuth?: boolean
}

/** Result of `create_sub_organization`. */
export interface CreateSubOrganizationResultV5 {
  /** Id of the new sub-organization, a UUID. */
  subOrganizationId: string
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletResult
  /** Ids of the root users, in the order of the request. */
  rootUserIds?: string[]
}

/** Parameters of `create_sub_organization`. */
export interface CreateSubOrganizationIntentV6 {
  /** Name of the sub-organization, 1 to 255 characters. */
  subOrganizationName: string
  /** Root users of the sub-organization, at least one. Each needs a credential, or a contact by which it can come in. */
  rootUsers: RootUserParamsV3[]
  /** How many root users must approve what only the root quorum may do; at least 1, at most the number of root users. */
  rootQuorumThreshold: number
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletParams
  /** True keeps email recovery off in the sub-organization. */
  disableEmailRecovery?: boolean
  /** True keeps email auth off in the sub-organization. */
  disableEmailAuth?: boolean
}

/** Result of `create_sub_organization`. */
export interface CreateSubOrganizationResultV6 {
  /** Id of the new sub-organization, a UUID. */
  subOrganizationId: string
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletResult
  /** Ids of the root users, in the order of the request. */
  rootUserIds?: string[]
}

/** Parameters of `create_sub_organization`. */
export interface CreateSubOrganizationIntentV7 {
  /** Name of the sub-organization, 1 to 255 characters. */
  subOrganizationName: string
  /** Root users of the sub-organization, at least one. Each needs a credential, or a contact by which it can come in. */
  rootUsers: RootUserParamsV4[]
  /** How many root users must approve what only the root quorum may do; at least 1, at most the number of root users. */
  rootQuorumThreshold: number
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletParams
  /** True keeps email recovery off in the sub-organization. */
  disableEmailRecovery?: boolean
  /** True keeps email auth off in the sub-organization. */
  disableEmailAuth?: boolean
  /** True keeps one-time codes by SMS off in the sub-organization. */
  disableSmsAuth?: boolean
  /** True keeps one-time codes by email off in the sub-organization. */
  disableOtpEmailAuth?: boolean
  /** Token from `verify_otp`; marks the contact of the root user as verified. Left out: unverified. */
  verificationToken?: string
  /** Signature by the key that the verification token names, over a text that names the token; proves that the sender holds the key. */
  clientSignature?: ClientSignature
}

/** Result of `create_sub_organization`. */
export interface CreateSubOrganizationResultV7 {
  /** Id of the new sub-organization, a UUID. */
  subOrganizationId: string
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletResult
  /** Ids of the root users, in the order of the request. */
  rootUserIds?: string[]
}

/** Parameters of `create_sub_organization`. */
export interface CreateSubOrganizationIntentV8 {
  /** Name of the sub-organization, 1 to 255 characters. */
  subOrganizationName: string
  /** Root users of the sub-organization, at least one. Each needs a credential, or a contact by which it can come in. */
  rootUsers: RootUserParamsV5[]
  /** How many root users must approve what only the root quorum may do; at least 1, at most the number of root users. */
  rootQuorumThreshold: number
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletParams
  /** True keeps email recovery off in the sub-organization. */
  disableEmailRecovery?: boolean
  /** True keeps email auth off in the sub-organization. */
  disableEmailAuth?: boolean
  /** True keeps one-time codes by SMS off in the sub-organization. */
  disableSmsAuth?: boolean
  /** True keeps one-time codes by email off in the sub-organization. */
  disableOtpEmailAuth?: boolean
  /** Token from `verify_otp`; marks the contact of the root user as verified. Left out: unverified. */
  verificationToken?: string
  /** Signature by the key that the verification token names, over a text that names the token; proves that the sender holds the key. */
  clientSignature?: ClientSignature
}

/** Result of `create_sub_organization`. */
export interface CreateSubOrganizationResultV8 {
  /** Id of the new sub-organization, a UUID. */
  subOrganizationId: string
  /** A wallet to create along with it. Left out: none. */
  wallet?: WalletResult
  /** Ids of the root users, in the order of the request. */
  rootUserIds?: string[]
}

/** Parameters of `delete_sub_organization`. */
export interface DeleteSubOrganizationIntent {
  /** True deletes also what was never exported. Left out or false: the request is refused unless every key concerned was exported. No effect on exported ones. */
  deleteWithoutExport?: boolean
}

/** Result of `delete_sub_organization`. */
export interface DeleteSubOrganizationResult {
  /** Id of the deleted sub-organization, a UUID. */
  subOrganizationUuid: string
}

/** Parameters of `update_organization_name`. */
export interface UpdateOrganizationNameIntent {
  /** Name of the organization, 1 to 255 characters. */
  organizationName: string
}

/** Result of `update_organization_name`. */
export interface UpdateOrganizationNameResult {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Name of the organization, 1 to 255 characters. */
  organizationName: string
}

/** Parameters of `update_root_quorum`. */
export interface UpdateRootQuorumIntent {
  /** How many must approve; at least 1, at most the number of `userIds`. */
  threshold: number
  /** Ids of the users of the new root quorum, at least one, each once. */
  userIds: string[]
}

/** Result of `update_root_quorum`. */
export type UpdateRootQuorumResult = Record<never, never>

/** Parameters of `set_organization_feature`. */
export interface SetOrganizationFeatureIntent {
  /** Which feature. */
  name: FeatureName
  /** Its value: the origin for WebAuthn origins, the URL for the webhook, an empty text for the others. */
  value: string
}

/** Result of `set_organization_feature`. */
export interface SetOrganizationFeatureResult {
  /** Switches of the organization that are on. */
  features: Feature[]
}

/** Parameters of `remove_organization_feature`. */
export interface RemoveOrganizationFeatureIntent {
  /** Which feature. */
  name: FeatureName
}

/** Result of `remove_organization_feature`. */
export interface RemoveOrganizationFeatureResult {
  /** Switches of the organization that are on. */
  features: Feature[]
}

/** Parameters of `create_invitations`. */
export interface CreateInvitationsIntent {
  /** The invitations to send. */
  invitations: InvitationParams[]
}

/** Result of `create_invitations`. */
export interface CreateInvitationsResult {
  /** Ids of the new invitations, in the order of the request. */
  invitationIds: string[]
}

/** Parameters of `delete_invitation`. */
export interface DeleteInvitationIntent {
  /** Id of the invitation, a UUID. */
  invitationId: string
}

/** Result of `delete_invitation`. */
export interface DeleteInvitationResult {
  /** Id of the invitation, a UUID. */
  invitationId: string
}

/** Parameters of `create_policy`. */
export interface CreatePolicyIntent {
  /** Name of the policy, 1 to 255 characters, unique in the organization. */
  policyName: string
  /** Comparisons that must all be true; translated into a condition joined with `&&`. */
  selectors: Selector[]
  /** What the policy does when both expressions are true. */
  effect: Effect
  /** Free text for people. */
  notes?: string
}

/** Result of `create_policy`. */
export interface CreatePolicyResult {
  /** Id of the policy, a UUID. */
  policyId: string
}

/** Parameters of `create_policy`. */
export interface CreatePolicyIntentV2 {
  /** Name of the policy, 1 to 255 characters, unique in the organization. */
  policyName: string
  /** Comparisons that must all be true; translated into a condition joined with `&&`. */
  selectors: SelectorV2[]
  /** What the policy does when both expressions are true. */
  effect: Effect
  /** Free text for people. */
  notes?: string
}

/** Result of `create_policy`. */
export interface CreatePolicyResultV2 {
  /** Id of the policy, a UUID. */
  policyId: string
}

/** Result of `create_policy`. */
export interface CreatePolicyResultV3 {
  /** Id of the policy, a UUID. */
  policyId: string
}

/** Parameters of `create_policies`. */
export interface CreatePoliciesIntent {
  /** The policies to create. */
  policies: CreatePolicyIntentV3[]
}

/** Result of `create_policies`. */
export interface CreatePoliciesResult {
  /** Ids of the policies, in the order of the request. */
  policyIds: string[]
}

/** Parameters of `update_policy`. */
export interface UpdatePolicyIntent {
  /** Id of the policy, a UUID. */
  policyId: string
  /** New name. Left out: the name stays. */
  policyName?: string
  /** New effect. Left out: the effect stays. */
  policyEffect?: Effect
  /** New condition. Left out: the condition stays. */
  policyCondition?: string
  /** New consensus. Left out: the consensus stays. */
  policyConsensus?: string
  /** New notes. Left out: the notes stay. */
  policyNotes?: string
}

/** Result of `update_policy`. */
export interface UpdatePolicyResult {
  /** Id of the policy, a UUID. */
  policyId: string
}

/** Parameters of `update_policy`. */
export interface UpdatePolicyIntentV2 {
  /** Id of the policy, a UUID. */
  policyId: string
  /** New name. Left out: the name stays. */
  policyName?: string
  /** New effect. Left out: the effect stays. */
  policyEffect?: Effect
  /** New condition. Left out: the condition stays. */
  policyCondition?: string
  /** New consensus. Left out: the consensus stays. */
  policyConsensus?: string
  /** New notes. Left out: the notes stay. */
  policyNotes?: string
}

/** Result of `update_policy`. */
export interface UpdatePolicyResultV2 {
  /** Id of the policy, a UUID. */
  policyId: string
}

/** Parameters of `delete_policy`. */
export interface DeletePolicyIntent {
  /** Id of the policy, a UUID. */
  policyId: string
}

/** Result of `delete_policy`. */
export interface DeletePolicyResult {
  /** Id of the policy, a UUID. */
  policyId: string
}

/** Parameters of `delete_policies`. */
export interface DeletePoliciesIntent {
  /** Ids of the policies, in the order of the request. */
  policyIds: string[]
}

/** Result of `delete_policies`. */
export interface DeletePoliciesResult {
  /** Ids of the policies, in the order of the request. */
  policyIds: string[]
}

/** Parameters of `create_webhook_endpoint`. */
export interface CreateWebhookEndpointIntent {
  /** HTTPS URL that receives the events. */
  url: string
  /** Name of the endpoint, 1 to 255 characters. */
  name: string
  /** The events sent to the endpoint. */
  subscriptions?: WebhookSubscriptionParams[]
}

/** Result of `create_webhook_endpoint`. */
export interface CreateWebhookEndpointResult {
  /** Id of the webhook endpoint, a UUID. */
  endpointId: string
  /** The endpoint after the change. */
  webhookEndpoint: WebhookEndpointData
}

/** Parameters of `update_webhook_endpoint`. */
export interface UpdateWebhookEndpointIntent {
  /** Id of the webhook endpoint, a UUID. */
  endpointId: string
  /** New HTTPS URL. Left out: the URL stays. */
  url?: string
  /** New name. Left out: the name stays. */
  name?: string
  /** False stops deliveries, true resumes them. Left out: as it is. */
  isActive?: boolean
}

/** Result of `update_webhook_endpoint`. */
export interface UpdateWebhookEndpointResult {
  /** Id of the webhook endpoint, a UUID. */
  endpointId: string
  /** The endpoint after the change. */
  webhookEndpoint: WebhookEndpointData
}

/** Parameters of `delete_webhook_endpoint`. */
export interface DeleteWebhookEndpointIntent {
  /** Id of the webhook endpoint, a UUID. */
  endpointId: string
}

/** Result of `delete_webhook_endpoint`. */
export interface DeleteWebhookEndpointResult {
  /** Id of the webhook endpoint, a UUID. */
  endpointId: string
}

/** Parameters of `create_wallet`. */
export interface CreateWalletIntent {
  /** Name of the wallet, 1 to 255 characters, unique in the organization. */
  walletName: string
  /** Accounts to derive, in this order. Each path is used once in a wallet. */
  accounts: WalletAccountParams[]
  /** Words of the recovery phrase: 12, 15, 18, 21 or 24. Left out: 12. */
  mnemonicLength?: number
}

/** Result of `create_wallet`. */
export interface CreateWalletResult {
  /** Id of the wallet, a UUID. */
  walletId: string
  /** Addresses, in the order of the request. */
  addresses: string[]
}

/** Parameters of `create_wallet_accounts`. */
export interface CreateWalletAccountsIntent {
  /** Id of the wallet, a UUID. */
  walletId: string
  /** Accounts to derive, in this order. Each path is used once in a wallet. */
  accounts: WalletAccountParams[]
}

/** Result of `create_wallet_accounts`. */
export interface CreateWalletAccountsResult {
  /** Addresses, in the order of the request. */
  addresses: string[]
}

/** Parameters of `update_wallet`. */
export interface UpdateWalletIntent {
  /** Id of the wallet, a UUID. */
  walletId: string
  /** New name. Left out: the name stays. */
  walletName?: string
}

/** Result of `update_wallet`. */
export interface UpdateWalletResult {
  /** Id of the wallet, a UUID. */
  walletId: string
}

/** Parameters of `delete_wallets`. */
export interface DeleteWalletsIntent {
  /** Ids of the wallets. */
  walletIds: string[]
  /** True deletes also what was never exported. Left out or false: the request is refused unless every key concerned was exported. No effect on exported ones. */
  deleteWithoutExport?: boolean
}

/** Result of `delete_wallets`. */
export interface DeleteWalletsResult {
  /** Ids of the wallets. */
  walletIds: string[]
}

/** Parameters of `delete_wallet_accounts`. */
export interface DeleteWalletAccountsIntent {
  /** Ids of the wallet accounts. */
  walletAccountIds: string[]
  /** True deletes also what was never exported. Left out or false: the request is refused unless every key concerned was exported. No effect on exported ones. */
  deleteWithoutExport?: boolean
}

/** Result of `delete_wallet_accounts`. */
export interface DeleteWalletAccountsResult {
  /** Ids of the wallet accounts. */
  walletAccountIds: string[]
}

/** Parameters of `init_import_wallet`. */
export interface InitImportWalletIntent {
  /** Id of the user who imports: the caller, a UUID. */
  userId: string
}

/** Result of `init_import_wallet`. */
export interface InitImportWalletResult {
  /** JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`; `data` holds the key to which the import is sealed. Check the signature before you use it. */
  importBundle: string
}

/** Parameters of `import_wallet`. */
export interface ImportWalletIntent {
  /** Id of the user who imports: the caller, a UUID. */
  userId: string
  /** Name of the wallet, 1 to 255 characters, unique in the organization. */
  walletName: string
  /** JSON text with `encappedPublic` and `ciphertext`: the secret, sealed to the key of the import bundle. */
  encryptedBundle: string
  /** Accounts to derive, in this order. Each path is used once in a wallet. */
  accounts: WalletAccountParams[]
}

/** Result of `import_wallet`. */
export interface ImportWalletResult {
  /** Id of the wallet, a UUID. */
  walletId: string
  /** Addresses, in the order of the request. */
  addresses: string[]
}

/** Parameters of `export_wallet`. */
export interface ExportWalletIntent {
  /** Id of the wallet, a UUID. */
  walletId: string
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
  /** Word list of the phrase. Left out: English. */
  language?: MnemonicLanguage
}

/** Result of `export_wallet`. */
export interface ExportWalletResult {
  /** Id of the wallet, a UUID. */
  walletId: string
  /** JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`; the secret is inside `data`, sealed to `targetPublicKey`. Check the signature before you open it. */
  exportBundle: string
}

/** Parameters of `export_wallet_account`. */
export interface ExportWalletAccountIntent {
  /** Address of the account, exactly as written. */
  address: string
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
}

/** Result of `export_wallet_account`. */
export interface ExportWalletAccountResult {
  /** Address of the account, exactly as written. */
  address: string
  /** JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`; the secret is inside `data`, sealed to `targetPublicKey`. Check the signature before you open it. */
  exportBundle: string
}

/** Parameters of `sign_raw_payload`. */
export interface SignRawPayloadIntent {
  /** Id of the private key that signs, a UUID. */
  privateKeyId: string
  /** What to sign, written in `encoding`. */
  payload: string
  /** How the payload is written. */
  encoding: PayloadEncoding
  /** What is done to the payload before it is signed. */
  hashFunction: HashFunction
}

/** Parameters of `sign_raw_payload`. */
export interface SignRawPayloadIntentV2 {
  /** Who signs: the address of a wallet account, the address of a private key, or the id of a private key. Exact match; letter case counts. */
  signWith: string
  /** What to sign, written in `encoding`. */
  payload: string
  /** How the payload is written. */
  encoding: PayloadEncoding
  /** What is done to the payload before it is signed. */
  hashFunction: HashFunction
}

/** Result of `sign_raw_payload`. */
export interface SignRawPayloadResultV2 {
  /** First half of the signature: 64 hex digits, left-padded, without `0x`. */
  r: string
  /** Second half of the signature: 64 hex digits, left-padded, without `0x`. Low-s for ECDSA. */
  s: string
  /** Recovery id, two hex digits: `00` or `01` for ECDSA on secp256k1; `00` for Ed25519 and Schnorr. Add 27 where Ethereum tools ask for it. */
  v: string
}

/** Parameters of `sign_raw_payloads`. */
export interface SignRawPayloadsIntent {
  /** Who signs: the address of a wallet account, the address of a private key, or the id of a private key. Exact match; letter case counts. */
  signWith: string
  /** What to sign, each written in `encoding`. Signed in order, all or none. */
  payloads: string[]
  /** How the payload is written. */
  encoding: PayloadEncoding
  /** What is done to the payload before it is signed. */
  hashFunction: HashFunction
}

/** Result of `sign_raw_payloads`. */
export interface SignRawPayloadsResult {
  /** One signature for each payload, in order. */
  signatures?: SignRawPayloadResult[]
}

/** Parameters of `sign_transaction`. */
export interface SignTransactionIntent {
  /** Id of the private key that signs, a UUID. */
  privateKeyId: string
  /** The serialized transaction without signatures, in hex, with or without `0x`. */
  unsignedTransaction: string
  /** Kind of transaction. */
  type: TransactionType
}

/** Result of `sign_transaction`. */
export interface SignTransactionResult {
  /** The serialized transaction with the signature, in hex, without `0x`. */
  signedTransaction: string
}

/** Parameters of `sign_transaction`. */
export interface SignTransactionIntentV2 {
  /** Who signs: the address of a wallet account, the address of a private key, or the id of a private key. Exact match; letter case counts. */
  signWith: string
  /** The serialized transaction without signatures, in hex, with or without `0x`. */
  unsignedTransaction: string
  /** Kind of transaction. */
  type: TransactionType
}

/** Result of `sign_transaction`. */
export interface SignTransactionResultV2 {
  /** The serialized transaction with the signature, in hex, without `0x`. */
  signedTransaction: string
}

/** Parameters of `create_private_keys`. */
export interface CreatePrivateKeysIntent {
  /** The private keys. */
  privateKeys: PrivateKeyParams[]
}

/** Result of `create_private_keys`. */
export interface CreatePrivateKeysResult {
  /** Ids of the private keys. */
  privateKeyIds: string[]
}

/** Parameters of `create_private_keys`. */
export interface CreatePrivateKeysIntentV2 {
  /** The private keys. */
  privateKeys: PrivateKeyParams[]
}

/** Result of `create_private_keys`. */
export interface CreatePrivateKeysResultV2 {
  /** The private keys. */
  privateKeys: PrivateKeyResult[]
}

/** Parameters of `delete_private_keys`. */
export interface DeletePrivateKeysIntent {
  /** Ids of the private keys. */
  privateKeyIds: string[]
  /** True deletes also what was never exported. Left out or false: the request is refused unless every key concerned was exported. No effect on exported ones. */
  deleteWithoutExport?: boolean
}

/** Result of `delete_private_keys`. */
export interface DeletePrivateKeysResult {
  /** Ids of the private keys. */
  privateKeyIds: string[]
}

/** Parameters of `init_import_private_key`. */
export interface InitImportPrivateKeyIntent {
  /** Id of the user who imports: the caller, a UUID. */
  userId: string
}

/** Result of `init_import_private_key`. */
export interface InitImportPrivateKeyResult {
  /** JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`; `data` holds the key to which the import is sealed. Check the signature before you use it. */
  importBundle: string
}

/** Parameters of `import_private_key`. */
export interface ImportPrivateKeyIntent {
  /** Id of the user who imports: the caller, a UUID. */
  userId: string
  /** Name of the private key, 1 to 255 characters, unique in the organization. */
  privateKeyName: string
  /** JSON text with `encappedPublic` and `ciphertext`: the secret, sealed to the key of the import bundle. */
  encryptedBundle: string
  /** Curve of the key. */
  curve: Curve
  /** Formats in which the key gets an address. Each must fit the curve. */
  addressFormats: AddressFormat[]
}

/** Result of `import_private_key`. */
export interface ImportPrivateKeyResult {
  /** Id of the private key, a UUID. */
  privateKeyId: string
  /** Addresses, in the order of the request. */
  addresses: Address[]
}

/** Parameters of `export_private_key`. */
export interface ExportPrivateKeyIntent {
  /** Id of the private key, a UUID. */
  privateKeyId: string
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
}

/** Result of `export_private_key`. */
export interface ExportPrivateKeyResult {
  /** Id of the private key, a UUID. */
  privateKeyId: string
  /** JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`; the secret is inside `data`, sealed to `targetPublicKey`. Check the signature before you open it. */
  exportBundle: string
}

/** Parameters of `create_private_key_tag`. */
export interface CreatePrivateKeyTagIntent {
  /** Name of the tag, 1 to 255 characters, unique among private key tags of the organization. */
  privateKeyTagName: string
  /** Ids of the private keys that wear it from the start; may be empty. */
  privateKeyIds: string[]
}

/** Result of `create_private_key_tag`. */
export interface CreatePrivateKeyTagResult {
  /** Id of the private key tag, a UUID. */
  privateKeyTagId: string
  /** Ids of the private keys that wear it from the start; may be empty. */
  privateKeyIds: string[]
}

/** Parameters of `update_private_key_tag`. */
export interface UpdatePrivateKeyTagIntent {
  /** Id of the private key tag, a UUID. */
  privateKeyTagId: string
  /** New name of the tag. Left out: the name stays. */
  newPrivateKeyTagName?: string
  /** Ids of private keys that get the tag. */
  addPrivateKeyIds: string[]
  /** Ids of private keys that lose the tag. */
  removePrivateKeyIds: string[]
}

/** Result of `update_private_key_tag`. */
export interface UpdatePrivateKeyTagResult {
  /** Id of the private key tag, a UUID. */
  privateKeyTagId: string
}

/** Parameters of `delete_private_key_tags`. */
export interface DeletePrivateKeyTagsIntent {
  /** Ids of the private key tags. */
  privateKeyTagIds: string[]
}

/** Result of `delete_private_key_tags`. */
export interface DeletePrivateKeyTagsResult {
  /** Ids of the private key tags. */
  privateKeyTagIds: string[]
  /** Ids of the private keys that wore one of them. */
  privateKeyIds: string[]
}

/** Parameters of `create_users`. */
export interface CreateUsersIntent {
  /** The users to create. */
  users: UserParams[]
}

/** Result of `create_users`. */
export interface CreateUsersResult {
  /** Ids of the users. */
  userIds: string[]
}

/** Parameters of `create_users`. */
export interface CreateUsersIntentV2 {
  /** The users to create. */
  users: UserParamsV2[]
}

/** Result of `create_users`. */
export interface CreateUsersResultV2 {
  /** Ids of the users. */
  userIds: string[]
}

/** Parameters of `create_users`. */
export interface CreateUsersIntentV3 {
  /** The users to create. */
  users: UserParamsV3[]
}

/** Result of `create_users`. */
export interface CreateUsersResultV3 {
  /** Ids of the users. */
  userIds: string[]
}

/** Parameters of `create_users`. */
export interface CreateUsersIntentV4 {
  /** The users to create. */
  users: UserParamsV4[]
}

/** Result of `create_users`. */
export interface CreateUsersResultV4 {
  /** Ids of the users. */
  userIds: string[]
}

/** Parameters of `update_user`. */
export interface UpdateUserIntent {
  /** Id of the user, a UUID. */
  userId: string
  /** New name. Left out: the name stays. */
  userName?: string
  /** New email address. Left out: the address stays. */
  userEmail?: string
  /** Ids of the tags that the user wears from now on; replaces all. Left out: the tags stay. */
  userTagIds?: string[]
  /** New phone number, E.164. Left out: the number stays. */
  userPhoneNumber?: string
}

/** Result of `update_user`. */
export interface UpdateUserResult {
  /** Id of the user, a UUID. */
  userId: string
}

/** Parameters of `update_user_name`. */
export interface UpdateUserNameIntent {
  /** Id of the user, a UUID. */
  userId: string
  /** Name of the user, 1 to 255 characters, unique in the organization. */
  userName: string
}

/** Result of `update_user_name`. */
export interface UpdateUserNameResult {
  /** Id of the user, a UUID. */
  userId: string
}

/** Parameters of `update_user_email`. */
export interface UpdateUserEmailIntent {
  /** Id of the user, a UUID. */
  userId: string
  /** Email address of the user. Needed for email auth, OTP by email and email recovery. */
  userEmail: string
  /** Token from `verify_otp` for the new address. Left out: unverified. */
  verificationToken?: string
}

/** Result of `update_user_email`. */
export interface UpdateUserEmailResult {
  /** Id of the user, a UUID. */
  userId: string
}

/** Parameters of `update_user_phone_number`. */
export interface UpdateUserPhoneNumberIntent {
  /** Id of the user, a UUID. */
  userId: string
  /** Phone number of the user in E.164 format: a plus sign and 7 to 15 digits. Needed for OTP by SMS. */
  userPhoneNumber: string
  /** Token from `verify_otp` for the new number. Left out: unverified. */
  verificationToken?: string
}

/** Result of `update_user_phone_number`. */
export interface UpdateUserPhoneNumberResult {
  /** Id of the user, a UUID. */
  userId: string
}

/** Parameters of `delete_users`. */
export interface DeleteUsersIntent {
  /** Ids of the users to delete. */
  userIds: string[]
}

/** Result of `delete_users`. */
export interface DeleteUsersResult {
  /** Ids of the users to delete. */
  userIds: string[]
}

/** Parameters of `create_user_tag`. */
export interface CreateUserTagIntent {
  /** Name of the tag, 1 to 255 characters, unique among user tags of the organization. */
  userTagName: string
  /** Ids of the users who wear it from the start; may be empty. */
  userIds: string[]
}

/** Result of `create_user_tag`. */
export interface CreateUserTagResult {
  /** Id of the user tag, a UUID. */
  userTagId: string
  /** Ids of the users who wear it from the start; may be empty. */
  userIds: string[]
}

/** Parameters of `update_user_tag`. */
export interface UpdateUserTagIntent {
  /** Id of the user tag, a UUID. */
  userTagId: string
  /** New name of the tag. Left out: the name stays. */
  newUserTagName?: string
  /** Ids of users who get the tag. */
  addUserIds: string[]
  /** Ids of users who lose the tag. */
  removeUserIds: string[]
}

/** Result of `update_user_tag`. */
export interface UpdateUserTagResult {
  /** Id of the user tag, a UUID. */
  userTagId: string
}

/** Parameters of `delete_user_tags`. */
export interface DeleteUserTagsIntent {
  /** Ids of the user tags. */
  userTagIds: string[]
}

/** Result of `delete_user_tags`. */
export interface DeleteUserTagsResult {
  /** Ids of the user tags. */
  userTagIds: string[]
  /** Ids of the users who wore one of them. */
  userIds: string[]
}

/** Parameters of `init_user_email_recovery`. */
export interface InitUserEmailRecoveryIntent {
  /** Email address of a user of the organization. */
  email: string
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** How the email is dressed. */
  emailCustomization?: EmailCustomizationParams
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `init_user_email_recovery`. */
export interface InitUserEmailRecoveryResult {
  /** Id of the user who recovers, a UUID. */
  userId: string
}

/** Parameters of `init_user_email_recovery`. */
export interface InitUserEmailRecoveryIntentV2 {
  /** Email address of a user of the organization. */
  email: string
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** How the email is dressed. */
  emailCustomization: EmailAuthCustomizationParams
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `init_user_email_recovery`. */
export interface InitUserEmailRecoveryResultV2 {
  /** Id of the user who recovers, a UUID. */
  userId: string
}

/** Parameters of `recover_user`. */
export interface RecoverUserIntent {
  /** The authenticator to register. */
  authenticator: AuthenticatorParamsV2
  /** Id of the user, a UUID. */
  userId: string
}

/** Result of `recover_user`. */
export interface RecoverUserResult {
  /** Id of the new authenticator, as a list of one. */
  authenticatorId: string[]
}

/** Parameters of `email_auth`. */
export interface EmailAuthIntent {
  /** Email address of a user of the organization. */
  email: string
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
  /** Name of the key. Left out: `Email Auth - ` and the time. */
  apiKeyName?: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** How the email is dressed. */
  emailCustomization?: EmailCustomizationParams
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `email_auth`. */
export interface EmailAuthResult {
  /** Id of the user with that address, a UUID. */
  userId: string
  /** Id of the API key that was emailed, a UUID. */
  apiKeyId: string
}

/** Parameters of `email_auth`. */
export interface EmailAuthIntentV2 {
  /** Email address of a user of the organization. */
  email: string
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
  /** Name of the key. Left out: `Email Auth - ` and the time. */
  apiKeyName?: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** How the email is dressed. */
  emailCustomization?: EmailCustomizationParams
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `email_auth`. */
export interface EmailAuthResultV2 {
  /** Id of the user with that address, a UUID. */
  userId: string
  /** Id of the API key that was emailed, a UUID. */
  apiKeyId: string
}

/** Parameters of `email_auth`. */
export interface EmailAuthIntentV3 {
  /** Email address of a user of the organization. */
  email: string
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
  /** Name of the key. Left out: `Email Auth - ` and the time. */
  apiKeyName?: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** How the email is dressed. */
  emailCustomization: EmailAuthCustomizationParams
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `email_auth`. */
export interface EmailAuthResultV3 {
  /** Id of the user with that address, a UUID. */
  userId: string
  /** Id of the API key that was emailed, a UUID. */
  apiKeyId: string
}

/** Parameters of `init_otp_auth`. */
export interface InitOtpAuthIntent {
  /** Email or SMS. */
  otpType: OtpType
  /** Where the code goes: the email address or the E.164 phone number of a user, according to `otpType`. */
  contact: string
  /** How the email is dressed. */
  emailCustomization?: EmailCustomizationParams
  /** How the text message is dressed. */
  smsCustomization?: SmsCustomizationParams
  /** A value that stands for the person or device that asks, such as a hash of its network address. With it, at most 3 codes per 3 minutes are sent. */
  userIdentifier?: string
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `init_otp_auth`. */
export interface InitOtpAuthResult {
  /** Id of the one-time code that was sent. It is not the code. */
  otpId: string
}

/** Parameters of `init_otp_auth`. */
export interface InitOtpAuthIntentV2 {
  /** Email or SMS. */
  otpType: OtpType
  /** Where the code goes: the email address or the E.164 phone number of a user, according to `otpType`. */
  contact: string
  /** Characters of the code, 6 to 9. Left out: 6. */
  otpLength?: number
  /** How the email is dressed. */
  emailCustomization?: EmailCustomizationParams
  /** How the text message is dressed. */
  smsCustomization?: SmsCustomizationParams
  /** A value that stands for the person or device that asks, such as a hash of its network address. With it, at most 3 codes per 3 minutes are sent. */
  userIdentifier?: string
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** True makes codes of letters and digits, false of digits alone. */
  alphanumeric?: boolean
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `init_otp_auth`. */
export interface InitOtpAuthResultV2 {
  /** Id of the one-time code that was sent. It is not the code. */
  otpId: string
}

/** Parameters of `init_otp_auth`. */
export interface InitOtpAuthIntentV3 {
  /** Email or SMS. */
  otpType: OtpType
  /** Where the code goes: the email address or the E.164 phone number of a user, according to `otpType`. */
  contact: string
  /** Characters of the code, 6 to 9. Left out: 6. */
  otpLength?: number
  /** Name of your application, as the message shows it. */
  appName: string
  /** How the email is dressed. */
  emailCustomization?: EmailCustomizationParamsV2
  /** How the text message is dressed. */
  smsCustomization?: SmsCustomizationParams
  /** A value that stands for the person or device that asks, such as a hash of its network address. With it, at most 3 codes per 3 minutes are sent. */
  userIdentifier?: string
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** True makes codes of letters and digits, false of digits alone. */
  alphanumeric?: boolean
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Lifetime of the code in seconds. Left out: 300. A 64-bit number that travels as a string. */
  expirationSeconds?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `init_otp_auth`. */
export interface InitOtpAuthResultV3 {
  /** Id of the one-time code that was sent. It is not the code. */
  otpId: string
}

/** Parameters of `otp_auth`. */
export interface OtpAuthIntent {
  /** Id of the one-time code that was sent. It is not the code. */
  otpId: string
  /** The code that the user received. */
  otpCode: string
  /** Public half of the target key, uncompressed P-256, 130 hex digits. Left out: the code is checked and no key is made. */
  targetPublicKey?: string
  /** Name of the key. Left out: `OTP Auth - ` and the time. */
  apiKeyName?: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
}

/** Result of `otp_auth`. */
export interface OtpAuthResult {
  /** Id of the user who received the code, a UUID. */
  userId: string
  /** Id of the new API key, a UUID. Absent when no key was made. */
  apiKeyId?: string
  /** The new API key, sealed to `targetPublicKey`: base58check of the 33-byte encapsulated key and the ciphertext (HPKE, RFC 9180). */
  credentialBundle?: string
}

/** Parameters of `init_otp`. */
export interface InitOtpIntent {
  /** Email or SMS. */
  otpType: OtpType
  /** Where the code goes: an email address or an E.164 phone number, according to `otpType`. */
  contact: string
  /** Characters of the code, 6 to 9. Left out: 6. */
  otpLength?: number
  /** How the email is dressed. */
  emailCustomization?: EmailCustomizationParams
  /** How the text message is dressed. */
  smsCustomization?: SmsCustomizationParams
  /** A value that stands for the person or device that asks, such as a hash of its network address. With it, at most 3 codes per 3 minutes are sent. */
  userIdentifier?: string
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** True makes codes of letters and digits, false of digits alone. */
  alphanumeric?: boolean
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Lifetime of the code in seconds. Left out: 300. A 64-bit number that travels as a string. */
  expirationSeconds?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `init_otp`. */
export interface InitOtpResult {
  /** Id of the one-time code that was sent. It is not the code. */
  otpId: string
}

/** Parameters of `init_otp`. */
export interface InitOtpIntentV2 {
  /** Email or SMS. */
  otpType: OtpType
  /** Where the code goes: an email address or an E.164 phone number, according to `otpType`. */
  contact: string
  /** Characters of the code, 6 to 9. Left out: 6. */
  otpLength?: number
  /** Name of your application, as the message shows it. */
  appName: string
  /** How the email is dressed. */
  emailCustomization?: EmailCustomizationParamsV2
  /** How the text message is dressed. */
  smsCustomization?: SmsCustomizationParams
  /** A value that stands for the person or device that asks, such as a hash of its network address. With it, at most 3 codes per 3 minutes are sent. */
  userIdentifier?: string
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** True makes codes of letters and digits, false of digits alone. */
  alphanumeric?: boolean
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Lifetime of the code in seconds. Left out: 300. A 64-bit number that travels as a string. */
  expirationSeconds?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `init_otp`. */
export interface InitOtpResultV2 {
  /** Id of the one-time code that was sent. It is not the code. */
  otpId: string
}

/** Parameters of `init_otp`. */
export interface InitOtpIntentV3 {
  /** Email or SMS. */
  otpType: OtpType
  /** Where the code goes: an email address or an E.164 phone number, according to `otpType`. */
  contact: string
  /** Name of your application, as the message shows it. */
  appName: string
  /** Characters of the code, 6 to 9. Left out: 6. */
  otpLength?: number
  /** How the email is dressed. */
  emailCustomization?: EmailCustomizationParamsV2
  /** How the text message is dressed. */
  smsCustomization?: SmsCustomizationParams
  /** A value that stands for the person or device that asks, such as a hash of its network address. With it, at most 3 codes per 3 minutes are sent. */
  userIdentifier?: string
  /** Sender address of the email. Left out: the address that the server is configured with. */
  sendFromEmailAddress?: string
  /** True makes codes of letters and digits, false of digits alone. */
  alphanumeric?: boolean
  /** Sender name of the email. Left out: the name that the server is configured with. */
  sendFromEmailSenderName?: string
  /** Lifetime of the code in seconds. Left out: 300. A 64-bit number that travels as a string. */
  expirationSeconds?: string
  /** Address to which answers to the email go. Left out: none. */
  replyToEmailAddress?: string
}

/** Result of `init_otp`. */
export interface InitOtpResultV3 {
  /** Id of the one-time code that was sent. It is not the code. */
  otpId: string
  /** JSON text like an import bundle; holds the key to which the code is sealed for `verify_otp`. */
  otpEncryptionTargetBundle: string
}

/** Parameters of `verify_otp`. */
export interface VerifyOtpIntent {
  /** Id of the one-time code that was sent. It is not the code. */
  otpId: string
  /** The code that the user received. */
  otpCode: string
  /** Lifetime of the token in seconds. Left out: 3600. A 64-bit number that travels as a string. */
  expirationSeconds?: string
  /** Public key to which the token is bound, compressed P-256, 66 hex digits. Left out: none. */
  publicKey?: string
}

/** Result of `verify_otp`. */
export interface VerifyOtpResult {
  /** The token: a JWT whose `exp` counts milliseconds, as text. */
  verificationToken: string
}

/** Parameters of `verify_otp`. */
export interface VerifyOtpIntentV2 {
  /** Id of the one-time code that was sent. It is not the code. */
  otpId: string
  /** JSON text with `encappedPublic` and `ciphertext`: `{"otp_code", "public_key"}`, sealed to the key from `init_otp`. */
  encryptedOtpBundle: string
  /** Lifetime of the token in seconds. Left out: 3600. A 64-bit number that travels as a string. */
  expirationSeconds?: string
}

/** Result of `verify_otp`. */
export interface VerifyOtpResultV2 {
  /** The token: a JWT whose `exp` counts milliseconds, as text. */
  verificationToken: string
}

/** Parameters of `oauth`. */
export interface OauthIntent {
  /** OpenID Connect id token: a signed JWT. Signature, issuer, audience, subject and expiry are checked against the issuer’s published keys. */
  oidcToken: string
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
  /** Name of the key. Left out: `Oauth - ` and the time. */
  apiKeyName?: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
}

/** Result of `oauth`. */
export interface OauthResult {
  /** Id of the user whose identity it is, a UUID. */
  userId: string
  /** Id of the new API key, a UUID. */
  apiKeyId: string
  /** The new API key, sealed to `targetPublicKey`: base58check of the 33-byte encapsulated key and the ciphertext (HPKE, RFC 9180). */
  credentialBundle: string
}

/** Parameters of `create_oauth_providers`. */
export interface CreateOauthProvidersIntent {
  /** Id of the user, a UUID. */
  userId: string
  /** The identities to register. */
  oauthProviders: OauthProviderParams[]
}

/** Result of `create_oauth_providers`. */
export interface CreateOauthProvidersResult {
  /** Ids of the OAuth providers, in the order of the request. */
  providerIds: string[]
}

/** Parameters of `create_oauth_providers`. */
export interface CreateOauthProvidersIntentV2 {
  /** Id of the user, a UUID. */
  userId: string
  /** The identities to register. */
  oauthProviders: OauthProviderParamsV2[]
}

/** Result of `create_oauth_providers`. */
export interface CreateOauthProvidersResultV2 {
  /** Ids of the OAuth providers, in the order of the request. */
  providerIds: string[]
}

/** Parameters of `delete_oauth_providers`. */
export interface DeleteOauthProvidersIntent {
  /** Id of the user, a UUID. */
  userId: string
  /** Ids of the OAuth providers, in the order of the request. */
  providerIds: string[]
}

/** Result of `delete_oauth_providers`. */
export interface DeleteOauthProvidersResult {
  /** Ids of the OAuth providers, in the order of the request. */
  providerIds: string[]
}

/** Parameters of `create_authenticators`. */
export interface CreateAuthenticatorsIntent {
  /** The authenticators to register. */
  authenticators: AuthenticatorParams[]
  /** Id of the user, a UUID. */
  userId: string
}

/** Result of `create_authenticators`. */
export interface CreateAuthenticatorsResult {
  /** Ids of the new authenticators, in the order of the request. */
  authenticatorIds: string[]
}

/** Parameters of `create_authenticators`. */
export interface CreateAuthenticatorsIntentV2 {
  /** The authenticators to register. */
  authenticators: AuthenticatorParamsV2[]
  /** Id of the user, a UUID. */
  userId: string
}

/** Result of `create_authenticators`. */
export interface CreateAuthenticatorsResultV2 {
  /** Ids of the new authenticators, in the order of the request. */
  authenticatorIds: string[]
}

/** Parameters of `delete_authenticators`. */
export interface DeleteAuthenticatorsIntent {
  /** Id of the user, a UUID. */
  userId: string
  /** Ids of the authenticators to delete. */
  authenticatorIds: string[]
}

/** Result of `delete_authenticators`. */
export interface DeleteAuthenticatorsResult {
  /** Ids of the authenticators to delete. */
  authenticatorIds: string[]
}

/** Parameters of `create_api_keys`. */
export interface CreateApiKeysIntent {
  /** The API keys to register. */
  apiKeys: ApiKeyParams[]
  /** Id of the user, a UUID. */
  userId: string
}

/** Result of `create_api_keys`. */
export interface CreateApiKeysResult {
  /** Ids of the new API keys, in the order of the request. */
  apiKeyIds: string[]
}

/** Parameters of `create_api_keys`. */
export interface CreateApiKeysIntentV2 {
  /** The API keys to register. */
  apiKeys: ApiKeyParamsV2[]
  /** Id of the user, a UUID. */
  userId: string
}

/** Result of `create_api_keys`. */
export interface CreateApiKeysResultV2 {
  /** Ids of the new API keys, in the order of the request. */
  apiKeyIds: string[]
}

/** Parameters of `delete_api_keys`. */
export interface DeleteApiKeysIntent {
  /** Id of the user, a UUID. */
  userId: string
  /** Ids of the API keys to delete and of the read-only sessions to end. */
  apiKeyIds: string[]
}

/** Result of `delete_api_keys`. */
export interface DeleteApiKeysResult {
  /** Ids of the API keys to delete and of the read-only sessions to end. */
  apiKeyIds: string[]
}

/** Parameters of `create_read_only_session`. */
export type CreateReadOnlySessionIntent = Record<never, never>

/** Result of `create_read_only_session`. */
export interface CreateReadOnlySessionResult {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Name of the organization, 1 to 255 characters. */
  organizationName: string
  /** Id of the user, a UUID. */
  userId: string
  /** Name of the user. */
  username: string
  /** The token. Opaque and unforgeable. */
  session: string
  /** When the session ends, in seconds since 1970-01-01 UTC. A 64-bit number that travels as a string. */
  sessionExpiry: string
}

/** Parameters of `create_read_write_session`. */
export interface CreateReadWriteSessionIntent {
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
  /** Email address of a user of the organization. */
  email: string
  /** Name of the key. Left out: `Read Write Session - ` and the time. */
  apiKeyName?: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
}

/** Result of `create_read_write_session`. */
export interface CreateReadWriteSessionResult {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Name of the organization, 1 to 255 characters. */
  organizationName: string
  /** Id of the user whose key it is, a UUID. Left out: the caller. */
  userId: string
  /** Name of the user. */
  username: string
  /** Id of the new API key, a UUID. */
  apiKeyId: string
  /** The new API key, sealed to `targetPublicKey`: base58check of the 33-byte encapsulated key and the ciphertext (HPKE, RFC 9180). */
  credentialBundle: string
}

/** Parameters of `create_read_write_session`. */
export interface CreateReadWriteSessionIntentV2 {
  /** Public half of the target key: the P-256 key pair that the client made for this request, uncompressed, 130 hex digits beginning with `04`. The answer is sealed to it. */
  targetPublicKey: string
  /** Id of the user whose key it is, a UUID. Left out: the caller. */
  userId?: string
  /** Name of the key. Left out: `Read Write Session - ` and the time. */
  apiKeyName?: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
}

/** Result of `create_read_write_session`. */
export interface CreateReadWriteSessionResultV2 {
  /** Id of the organization, a UUID. The stamp must belong to a user of it, or of its parent. */
  organizationId: string
  /** Name of the organization, 1 to 255 characters. */
  organizationName: string
  /** Id of the user whose key it is, a UUID. Left out: the caller. */
  userId: string
  /** Name of the user. */
  username: string
  /** Id of the new API key, a UUID. */
  apiKeyId: string
  /** The new API key, sealed to `targetPublicKey`: base58check of the 33-byte encapsulated key and the ciphertext (HPKE, RFC 9180). */
  credentialBundle: string
}

/** Parameters of `stamp_login`. */
export interface StampLoginIntent {
  /** Public half of the session key that the client made, compressed P-256, 66 hex digits. */
  publicKey: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
}

/** Result of `stamp_login`. */
export interface StampLoginResult {
  /** Receipt of the login: a JWT with `exp`, `public_key`, `session_type`, `user_id` and `organization_id`. Requests are stamped with the key, not with the receipt. */
  session: string
}

/** Parameters of `otp_login`. */
export interface OtpLoginIntent {
  /** Token from `verify_otp` that proves control of an email address or phone number. A JWT, signed by the engine. */
  verificationToken: string
  /** Public half of the session key that the client made, compressed P-256, 66 hex digits. */
  publicKey: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
  /** Signature by the key that the verification token names, over a text that names the token; proves that the sender holds the key. */
  clientSignature?: ClientSignature
}

/** Result of `otp_login`. */
export interface OtpLoginResult {
  /** Receipt of the login: a JWT with `exp`, `public_key`, `session_type`, `user_id` and `organization_id`. Requests are stamped with the key, not with the receipt. */
  session: string
}

/** Parameters of `otp_login`. */
export interface OtpLoginIntentV2 {
  /** Token from `verify_otp` that proves control of an email address or phone number. A JWT, signed by the engine. */
  verificationToken: string
  /** Public half of the session key that the client made, compressed P-256, 66 hex digits. */
  publicKey: string
  /** Signature by the key that the verification token names, over a text that names the token; proves that the sender holds the key. */
  clientSignature: ClientSignature
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
}

/** Result of `otp_login`. */
export interface OtpLoginResultV2 {
  /** Receipt of the login: a JWT with `exp`, `public_key`, `session_type`, `user_id` and `organization_id`. Requests are stamped with the key, not with the receipt. */
  session: string
}

/** Parameters of `oauth_login`. */
export interface OauthLoginIntent {
  /** OpenID Connect id token: a signed JWT. Signature, issuer, audience, subject and expiry are checked against the issuer’s published keys. */
  oidcToken: string
  /** Public half of the session key that the client made, compressed P-256, 66 hex digits. */
  publicKey: string
  /** Lifetime in whole seconds. A 64-bit number that travels as a string, such as `"900"`. */
  expirationSeconds?: string
  /** True ends the user’s earlier keys of the same kind when the new one is made. Left out: they live until they expire. */
  invalidateExisting?: boolean
}

/** Result of `oauth_login`. */
export interface OauthLoginResult {
  /** Receipt of the login: a JWT with `exp`, `public_key`, `session_type`, `user_id` and `organization_id`. Requests are stamped with the key, not with the receipt. */
  session: string
}

/** Parameters of `approve_activity`. */
export interface ApproveActivityIntent {
  /** Fingerprint of the activity to approve. */
  fingerprint: string
}

/** Parameters of `reject_activity`. */
export interface RejectActivityIntent {
  /** Fingerprint of the activity to reject. */
  fingerprint: string
}

/** Every entity by its name. */
export interface EntitiesByName {
  Activity: Activity
  ActivityPolicyEvaluation: ActivityPolicyEvaluation
  Address: Address
  ApiKey: ApiKey
  ApiKeyParams: ApiKeyParams
  ApiKeyParamsV2: ApiKeyParamsV2
  Attestation: Attestation
  Authenticator: Authenticator
  AuthenticatorAttestationResponse: AuthenticatorAttestationResponse
  AuthenticatorParams: AuthenticatorParams
  AuthenticatorParamsV2: AuthenticatorParamsV2
  ClientSignature: ClientSignature
  Config: Config
  CreatePolicyIntentV3: CreatePolicyIntentV3
  CredPropsAuthenticationExtensionsClientOutputs: CredPropsAuthenticationExtensionsClientOutputs
  Credential: Credential
  EmailAuthCustomizationParams: EmailAuthCustomizationParams
  EmailCustomizationParams: EmailCustomizationParams
  EmailCustomizationParamsV2: EmailCustomizationParamsV2
  Feature: Feature
  InvitationParams: InvitationParams
  OauthProvider: OauthProvider
  OauthProviderParams: OauthProviderParams
  OauthProviderParamsV2: OauthProviderParamsV2
  OidcClaims: OidcClaims
  Pagination: Pagination
  Policy: Policy
  PolicyEvaluation: PolicyEvaluation
  PrivateKey: PrivateKey
  PrivateKeyParams: PrivateKeyParams
  PrivateKeyResult: PrivateKeyResult
  PublicKeyCredentialWithAttestation: PublicKeyCredentialWithAttestation
  Quorum: Quorum
  ReadOnlySession: ReadOnlySession
  RootUserParams: RootUserParams
  RootUserParamsV2: RootUserParamsV2
  RootUserParamsV3: RootUserParamsV3
  RootUserParamsV4: RootUserParamsV4
  RootUserParamsV5: RootUserParamsV5
  Selector: Selector
  SelectorV2: SelectorV2
  SessionOpener: SessionOpener
  SignRawPayloadResult: SignRawPayloadResult
  SimpleClientExtensionResults: SimpleClientExtensionResults
  SmsCustomizationParams: SmsCustomizationParams
  Status: Status
  Tag: Tag
  Timestamp: Timestamp
  User: User
  UserParams: UserParams
  UserParamsV2: UserParamsV2
  UserParamsV3: UserParamsV3
  UserParamsV4: UserParamsV4
  Vote: Vote
  Wallet: Wallet
  WalletAccount: WalletAccount
  WalletAccountParams: WalletAccountParams
  WalletParams: WalletParams
  WalletResult: WalletResult
  WebhookEndpointData: WebhookEndpointData
  WebhookSubscriptionParams: WebhookSubscriptionParams
}

/** Request and answer of each query. */
export interface Queries {
  whoami: { request: WhoamiRequest; response: WhoamiResponse }
  get_organization_configs: { request: GetOrganizationConfigsRequest; response: GetOrganizationConfigsResponse }
  list_suborgs: { request: ListSuborgsRequest; response: ListSuborgsResponse }
  list_verified_suborgs: { request: ListVerifiedSuborgsRequest; response: ListVerifiedSuborgsResponse }
  get_policy: { request: GetPolicyRequest; response: GetPolicyResponse }
  list_policies: { request: ListPoliciesRequest; response: ListPoliciesResponse }
  get_policy_evaluations: { request: GetPolicyEvaluationsRequest; response: GetPolicyEvaluationsResponse }
  list_webhook_endpoints: { request: ListWebhookEndpointsRequest; response: ListWebhookEndpointsResponse }
  get_wallet: { request: GetWalletRequest; response: GetWalletResponse }
  list_wallets: { request: ListWalletsRequest; response: ListWalletsResponse }
  get_wallet_account: { request: GetWalletAccountRequest; response: GetWalletAccountResponse }
  list_wallet_accounts: { request: ListWalletAccountsRequest; response: ListWalletAccountsResponse }
  get_private_key: { request: GetPrivateKeyRequest; response: GetPrivateKeyResponse }
  list_private_keys: { request: ListPrivateKeysRequest; response: ListPrivateKeysResponse }
  list_private_key_tags: { request: ListPrivateKeyTagsRequest; response: ListPrivateKeyTagsResponse }
  get_user: { request: GetUserRequest; response: GetUserResponse }
  list_users: { request: ListUsersRequest; response: ListUsersResponse }
  list_user_tags: { request: ListUserTagsRequest; response: ListUserTagsResponse }
  get_oauth_providers: { request: GetOauthProvidersRequest; response: GetOauthProvidersResponse }
  get_authenticator: { request: GetAuthenticatorRequest; response: GetAuthenticatorResponse }
  get_authenticators: { request: GetAuthenticatorsRequest; response: GetAuthenticatorsResponse }
  get_api_key: { request: GetApiKeyRequest; response: GetApiKeyResponse }
  get_api_keys: { request: GetApiKeysRequest; response: GetApiKeysResponse }
  get_activity: { request: GetActivityRequest; response: GetActivityResponse }
  list_activities: { request: ListActivitiesRequest; response: ListActivitiesResponse }
}

/** Accepted versions of each submit, and the newest, which the short form posts. */
export interface Submits {
  create_sub_organization: {
    newest: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8'
    versions: {
      ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION: { intent: CreateSubOrganizationIntent; result: CreateSubOrganizationResult }
      ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V2: { intent: CreateSubOrganizationIntentV2; result: CreateSubOrganizationResultV2 }
      ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V3: { intent: CreateSubOrganizationIntentV3; result: CreateSubOrganizationResultV3 }
      ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4: { intent: CreateSubOrganizationIntentV4; result: CreateSubOrganizationResultV4 }
      ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5: { intent: CreateSubOrganizationIntentV5; result: CreateSubOrganizationResultV5 }
      ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6: { intent: CreateSubOrganizationIntentV6; result: CreateSubOrganizationResultV6 }
      ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: { intent: CreateSubOrganizationIntentV7; result: CreateSubOrganizationResultV7 }
      ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8: { intent: CreateSubOrganizationIntentV8; result: CreateSubOrganizationResultV8 }
    }
  }
  delete_sub_organization: {
    newest: 'ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION'
    versions: {
      ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION: { intent: DeleteSubOrganizationIntent; result: DeleteSubOrganizationResult }
    }
  }
  update_organization_name: {
    newest: 'ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME'
    versions: {
      ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME: { intent: UpdateOrganizationNameIntent; result: UpdateOrganizationNameResult }
    }
  }
  update_root_quorum: {
    newest: 'ACTIVITY_TYPE_UPDATE_ROOT_QUORUM'
    versions: {
      ACTIVITY_TYPE_UPDATE_ROOT_QUORUM: { intent: UpdateRootQuorumIntent; result: UpdateRootQuorumResult }
    }
  }
  set_organization_feature: {
    newest: 'ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE'
    versions: {
      ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE: { intent: SetOrganizationFeatureIntent; result: SetOrganizationFeatureResult }
    }
  }
  remove_organization_feature: {
    newest: 'ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE'
    versions: {
      ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE: { intent: RemoveOrganizationFeatureIntent; result: RemoveOrganizationFeatureResult }
    }
  }
  create_invitations: {
    newest: 'ACTIVITY_TYPE_CREATE_INVITATIONS'
    versions: {
      ACTIVITY_TYPE_CREATE_INVITATIONS: { intent: CreateInvitationsIntent; result: CreateInvitationsResult }
    }
  }
  delete_invitation: {
    newest: 'ACTIVITY_TYPE_DELETE_INVITATION'
    versions: {
      ACTIVITY_TYPE_DELETE_INVITATION: { intent: DeleteInvitationIntent; result: DeleteInvitationResult }
    }
  }
  create_policy: {
    newest: 'ACTIVITY_TYPE_CREATE_POLICY_V3'
    versions: {
      ACTIVITY_TYPE_CREATE_POLICY: { intent: CreatePolicyIntent; result: CreatePolicyResult }
      ACTIVITY_TYPE_CREATE_POLICY_V2: { intent: CreatePolicyIntentV2; result: CreatePolicyResultV2 }
      ACTIVITY_TYPE_CREATE_POLICY_V3: { intent: CreatePolicyIntentV3; result: CreatePolicyResultV3 }
    }
  }
  create_policies: {
    newest: 'ACTIVITY_TYPE_CREATE_POLICIES'
    versions: {
      ACTIVITY_TYPE_CREATE_POLICIES: { intent: CreatePoliciesIntent; result: CreatePoliciesResult }
    }
  }
  update_policy: {
    newest: 'ACTIVITY_TYPE_UPDATE_POLICY_V2'
    versions: {
      ACTIVITY_TYPE_UPDATE_POLICY: { intent: UpdatePolicyIntent; result: UpdatePolicyResult }
      ACTIVITY_TYPE_UPDATE_POLICY_V2: { intent: UpdatePolicyIntentV2; result: UpdatePolicyResultV2 }
    }
  }
  delete_policy: {
    newest: 'ACTIVITY_TYPE_DELETE_POLICY'
    versions: {
      ACTIVITY_TYPE_DELETE_POLICY: { intent: DeletePolicyIntent; result: DeletePolicyResult }
    }
  }
  delete_policies: {
    newest: 'ACTIVITY_TYPE_DELETE_POLICIES'
    versions: {
      ACTIVITY_TYPE_DELETE_POLICIES: { intent: DeletePoliciesIntent; result: DeletePoliciesResult }
    }
  }
  create_webhook_endpoint: {
    newest: 'ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT'
    versions: {
      ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT: { intent: CreateWebhookEndpointIntent; result: CreateWebhookEndpointResult }
    }
  }
  update_webhook_endpoint: {
    newest: 'ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT'
    versions: {
      ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT: { intent: UpdateWebhookEndpointIntent; result: UpdateWebhookEndpointResult }
    }
  }
  delete_webhook_endpoint: {
    newest: 'ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT'
    versions: {
      ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT: { intent: DeleteWebhookEndpointIntent; result: DeleteWebhookEndpointResult }
    }
  }
  create_wallet: {
    newest: 'ACTIVITY_TYPE_CREATE_WALLET'
    versions: {
      ACTIVITY_TYPE_CREATE_WALLET: { intent: CreateWalletIntent; result: CreateWalletResult }
    }
  }
  create_wallet_accounts: {
    newest: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS'
    versions: {
      ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS: { intent: CreateWalletAccountsIntent; result: CreateWalletAccountsResult }
    }
  }
  update_wallet: {
    newest: 'ACTIVITY_TYPE_UPDATE_WALLET'
    versions: {
      ACTIVITY_TYPE_UPDATE_WALLET: { intent: UpdateWalletIntent; result: UpdateWalletResult }
    }
  }
  delete_wallets: {
    newest: 'ACTIVITY_TYPE_DELETE_WALLETS'
    versions: {
      ACTIVITY_TYPE_DELETE_WALLETS: { intent: DeleteWalletsIntent; result: DeleteWalletsResult }
    }
  }
  delete_wallet_accounts: {
    newest: 'ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS'
    versions: {
      ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS: { intent: DeleteWalletAccountsIntent; result: DeleteWalletAccountsResult }
    }
  }
  init_import_wallet: {
    newest: 'ACTIVITY_TYPE_INIT_IMPORT_WALLET'
    versions: {
      ACTIVITY_TYPE_INIT_IMPORT_WALLET: { intent: InitImportWalletIntent; result: InitImportWalletResult }
    }
  }
  import_wallet: {
    newest: 'ACTIVITY_TYPE_IMPORT_WALLET'
    versions: {
      ACTIVITY_TYPE_IMPORT_WALLET: { intent: ImportWalletIntent; result: ImportWalletResult }
    }
  }
  export_wallet: {
    newest: 'ACTIVITY_TYPE_EXPORT_WALLET'
    versions: {
      ACTIVITY_TYPE_EXPORT_WALLET: { intent: ExportWalletIntent; result: ExportWalletResult }
    }
  }
  export_wallet_account: {
    newest: 'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT'
    versions: {
      ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT: { intent: ExportWalletAccountIntent; result: ExportWalletAccountResult }
    }
  }
  sign_raw_payload: {
    newest: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'
    versions: {
      ACTIVITY_TYPE_SIGN_RAW_PAYLOAD: { intent: SignRawPayloadIntent; result: SignRawPayloadResult }
      ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: { intent: SignRawPayloadIntentV2; result: SignRawPayloadResultV2 }
    }
  }
  sign_raw_payloads: {
    newest: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOADS'
    versions: {
      ACTIVITY_TYPE_SIGN_RAW_PAYLOADS: { intent: SignRawPayloadsIntent; result: SignRawPayloadsResult }
    }
  }
  sign_transaction: {
    newest: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'
    versions: {
      ACTIVITY_TYPE_SIGN_TRANSACTION: { intent: SignTransactionIntent; result: SignTransactionResult }
      ACTIVITY_TYPE_SIGN_TRANSACTION_V2: { intent: SignTransactionIntentV2; result: SignTransactionResultV2 }
    }
  }
  create_private_keys: {
    newest: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2'
    versions: {
      ACTIVITY_TYPE_CREATE_PRIVATE_KEYS: { intent: CreatePrivateKeysIntent; result: CreatePrivateKeysResult }
      ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2: { intent: CreatePrivateKeysIntentV2; result: CreatePrivateKeysResultV2 }
    }
  }
  delete_private_keys: {
    newest: 'ACTIVITY_TYPE_DELETE_PRIVATE_KEYS'
    versions: {
      ACTIVITY_TYPE_DELETE_PRIVATE_KEYS: { intent: DeletePrivateKeysIntent; result: DeletePrivateKeysResult }
    }
  }
  init_import_private_key: {
    newest: 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY'
    versions: {
      ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY: { intent: InitImportPrivateKeyIntent; result: InitImportPrivateKeyResult }
    }
  }
  import_private_key: {
    newest: 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY'
    versions: {
      ACTIVITY_TYPE_IMPORT_PRIVATE_KEY: { intent: ImportPrivateKeyIntent; result: ImportPrivateKeyResult }
    }
  }
  export_private_key: {
    newest: 'ACTIVITY_TYPE_EXPORT_PRIVATE_KEY'
    versions: {
      ACTIVITY_TYPE_EXPORT_PRIVATE_KEY: { intent: ExportPrivateKeyIntent; result: ExportPrivateKeyResult }
    }
  }
  create_private_key_tag: {
    newest: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG'
    versions: {
      ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG: { intent: CreatePrivateKeyTagIntent; result: CreatePrivateKeyTagResult }
    }
  }
  update_private_key_tag: {
    newest: 'ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG'
    versions: {
      ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG: { intent: UpdatePrivateKeyTagIntent; result: UpdatePrivateKeyTagResult }
    }
  }
  delete_private_key_tags: {
    newest: 'ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS'
    versions: {
      ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS: { intent: DeletePrivateKeyTagsIntent; result: DeletePrivateKeyTagsResult }
    }
  }
  create_users: {
    newest: 'ACTIVITY_TYPE_CREATE_USERS_V4'
    versions: {
      ACTIVITY_TYPE_CREATE_USERS: { intent: CreateUsersIntent; result: CreateUsersResult }
      ACTIVITY_TYPE_CREATE_USERS_V2: { intent: CreateUsersIntentV2; result: CreateUsersResultV2 }
      ACTIVITY_TYPE_CREATE_USERS_V3: { intent: CreateUsersIntentV3; result: CreateUsersResultV3 }
      ACTIVITY_TYPE_CREATE_USERS_V4: { intent: CreateUsersIntentV4; result: CreateUsersResultV4 }
    }
  }
  update_user: {
    newest: 'ACTIVITY_TYPE_UPDATE_USER'
    versions: {
      ACTIVITY_TYPE_UPDATE_USER: { intent: UpdateUserIntent; result: UpdateUserResult }
    }
  }
  update_user_name: {
    newest: 'ACTIVITY_TYPE_UPDATE_USER_NAME'
    versions: {
      ACTIVITY_TYPE_UPDATE_USER_NAME: { intent: UpdateUserNameIntent; result: UpdateUserNameResult }
    }
  }
  update_user_email: {
    newest: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL'
    versions: {
      ACTIVITY_TYPE_UPDATE_USER_EMAIL: { intent: UpdateUserEmailIntent; result: UpdateUserEmailResult }
    }
  }
  update_user_phone_number: {
    newest: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER'
    versions: {
      ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER: { intent: UpdateUserPhoneNumberIntent; result: UpdateUserPhoneNumberResult }
    }
  }
  delete_users: {
    newest: 'ACTIVITY_TYPE_DELETE_USERS'
    versions: {
      ACTIVITY_TYPE_DELETE_USERS: { intent: DeleteUsersIntent; result: DeleteUsersResult }
    }
  }
  create_user_tag: {
    newest: 'ACTIVITY_TYPE_CREATE_USER_TAG'
    versions: {
      ACTIVITY_TYPE_CREATE_USER_TAG: { intent: CreateUserTagIntent; result: CreateUserTagResult }
    }
  }
  update_user_tag: {
    newest: 'ACTIVITY_TYPE_UPDATE_USER_TAG'
    versions: {
      ACTIVITY_TYPE_UPDATE_USER_TAG: { intent: UpdateUserTagIntent; result: UpdateUserTagResult }
    }
  }
  delete_user_tags: {
    newest: 'ACTIVITY_TYPE_DELETE_USER_TAGS'
    versions: {
      ACTIVITY_TYPE_DELETE_USER_TAGS: { intent: DeleteUserTagsIntent; result: DeleteUserTagsResult }
    }
  }
  init_user_email_recovery: {
    newest: 'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2'
    versions: {
      ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY: { intent: InitUserEmailRecoveryIntent; result: InitUserEmailRecoveryResult }
      ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2: { intent: InitUserEmailRecoveryIntentV2; result: InitUserEmailRecoveryResultV2 }
    }
  }
  recover_user: {
    newest: 'ACTIVITY_TYPE_RECOVER_USER'
    versions: {
      ACTIVITY_TYPE_RECOVER_USER: { intent: RecoverUserIntent; result: RecoverUserResult }
    }
  }
  email_auth: {
    newest: 'ACTIVITY_TYPE_EMAIL_AUTH_V3'
    versions: {
      ACTIVITY_TYPE_EMAIL_AUTH: { intent: EmailAuthIntent; result: EmailAuthResult }
      ACTIVITY_TYPE_EMAIL_AUTH_V2: { intent: EmailAuthIntentV2; result: EmailAuthResultV2 }
      ACTIVITY_TYPE_EMAIL_AUTH_V3: { intent: EmailAuthIntentV3; result: EmailAuthResultV3 }
    }
  }
  init_otp_auth: {
    newest: 'ACTIVITY_TYPE_INIT_OTP_AUTH_V3'
    versions: {
      ACTIVITY_TYPE_INIT_OTP_AUTH: { intent: InitOtpAuthIntent; result: InitOtpAuthResult }
      ACTIVITY_TYPE_INIT_OTP_AUTH_V2: { intent: InitOtpAuthIntentV2; result: InitOtpAuthResultV2 }
      ACTIVITY_TYPE_INIT_OTP_AUTH_V3: { intent: InitOtpAuthIntentV3; result: InitOtpAuthResultV3 }
    }
  }
  otp_auth: {
    newest: 'ACTIVITY_TYPE_OTP_AUTH'
    versions: {
      ACTIVITY_TYPE_OTP_AUTH: { intent: OtpAuthIntent; result: OtpAuthResult }
    }
  }
  init_otp: {
    newest: 'ACTIVITY_TYPE_INIT_OTP_V3'
    versions: {
      ACTIVITY_TYPE_INIT_OTP: { intent: InitOtpIntent; result: InitOtpResult }
      ACTIVITY_TYPE_INIT_OTP_V2: { intent: InitOtpIntentV2; result: InitOtpResultV2 }
      ACTIVITY_TYPE_INIT_OTP_V3: { intent: InitOtpIntentV3; result: InitOtpResultV3 }
    }
  }
  verify_otp: {
    newest: 'ACTIVITY_TYPE_VERIFY_OTP_V2'
    versions: {
      ACTIVITY_TYPE_VERIFY_OTP: { intent: VerifyOtpIntent; result: VerifyOtpResult }
      ACTIVITY_TYPE_VERIFY_OTP_V2: { intent: VerifyOtpIntentV2; result: VerifyOtpResultV2 }
    }
  }
  oauth: {
    newest: 'ACTIVITY_TYPE_OAUTH'
    versions: {
      ACTIVITY_TYPE_OAUTH: { intent: OauthIntent; result: OauthResult }
    }
  }
  create_oauth_providers: {
    newest: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2'
    versions: {
      ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: { intent: CreateOauthProvidersIntent; result: CreateOauthProvidersResult }
      ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2: { intent: CreateOauthProvidersIntentV2; result: CreateOauthProvidersResultV2 }
    }
  }
  delete_oauth_providers: {
    newest: 'ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS'
    versions: {
      ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS: { intent: DeleteOauthProvidersIntent; result: DeleteOauthProvidersResult }
    }
  }
  create_authenticators: {
    newest: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2'
    versions: {
      ACTIVITY_TYPE_CREATE_AUTHENTICATORS: { intent: CreateAuthenticatorsIntent; result: CreateAuthenticatorsResult }
      ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2: { intent: CreateAuthenticatorsIntentV2; result: CreateAuthenticatorsResultV2 }
    }
  }
  delete_authenticators: {
    newest: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS'
    versions: {
      ACTIVITY_TYPE_DELETE_AUTHENTICATORS: { intent: DeleteAuthenticatorsIntent; result: DeleteAuthenticatorsResult }
    }
  }
  create_api_keys: {
    newest: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2'
    versions: {
      ACTIVITY_TYPE_CREATE_API_KEYS: { intent: CreateApiKeysIntent; result: CreateApiKeysResult }
      ACTIVITY_TYPE_CREATE_API_KEYS_V2: { intent: CreateApiKeysIntentV2; result: CreateApiKeysResultV2 }
    }
  }
  delete_api_keys: {
    newest: 'ACTIVITY_TYPE_DELETE_API_KEYS'
    versions: {
      ACTIVITY_TYPE_DELETE_API_KEYS: { intent: DeleteApiKeysIntent; result: DeleteApiKeysResult }
    }
  }
  create_read_only_session: {
    newest: 'ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION'
    versions: {
      ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION: { intent: CreateReadOnlySessionIntent; result: CreateReadOnlySessionResult }
    }
  }
  create_read_write_session: {
    newest: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2'
    versions: {
      ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION: { intent: CreateReadWriteSessionIntent; result: CreateReadWriteSessionResult }
      ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2: { intent: CreateReadWriteSessionIntentV2; result: CreateReadWriteSessionResultV2 }
    }
  }
  stamp_login: {
    newest: 'ACTIVITY_TYPE_STAMP_LOGIN'
    versions: {
      ACTIVITY_TYPE_STAMP_LOGIN: { intent: StampLoginIntent; result: StampLoginResult }
    }
  }
  otp_login: {
    newest: 'ACTIVITY_TYPE_OTP_LOGIN_V2'
    versions: {
      ACTIVITY_TYPE_OTP_LOGIN: { intent: OtpLoginIntent; result: OtpLoginResult }
      ACTIVITY_TYPE_OTP_LOGIN_V2: { intent: OtpLoginIntentV2; result: OtpLoginResultV2 }
    }
  }
  oauth_login: {
    newest: 'ACTIVITY_TYPE_OAUTH_LOGIN'
    versions: {
      ACTIVITY_TYPE_OAUTH_LOGIN: { intent: OauthLoginIntent; result: OauthLoginResult }
    }
  }
}

/** Parameters of each vote. */
export interface Votes {
  approve_activity: ApproveActivityIntent
  reject_activity: RejectActivityIntent
}
