/**
 * Texts that the contract's schemas leave to the engine: hex, ids, tokens, paths. For each such member, invalid texts
 * and the errors they cause.
 */
import type { ErrorCode } from '@keywright/contract'

interface BadText {
  readonly texts: readonly string[]
  readonly codes: readonly ErrorCode[]
}

const LONG = 'f'.repeat(20_000)
const hex = ['', 'zz', '0', '0x00', 'ünï', LONG] as const
const base64url = ['', '***', 'A', 'ü', '=', LONG] as const
const token = ['', 'x', 'a.b.c', '..', 'eyJhbGciOiJub25lIn0.e30.', LONG] as const
const bundle = [
  '',
  'x',
  '{}',
  '[]',
  '{"encappedPublic":7}',
  '{"encappedPublic":"00","ciphertext":"zz"}',
  LONG,
] as const

export const badTexts: Readonly<Record<string, BadText>> = {
  targetPublicKey: { texts: hex, codes: ['TARGET_PUBLIC_KEY_INVALID', 'OIDC_TOKEN_INVALID'] },
  publicKey: {
    texts: hex,
    codes: [
      'PUBLIC_KEY_INVALID',
      'CLIENT_SIGNATURE_INVALID',
      'OIDC_TOKEN_INVALID',
      'VERIFICATION_TOKEN_INVALID',
    ],
  },
  signature: { texts: hex, codes: ['CLIENT_SIGNATURE_INVALID'] },
  message: { texts: ['', 'x', LONG], codes: ['CLIENT_SIGNATURE_INVALID'] },
  unsignedTransaction: { texts: hex, codes: ['TRANSACTION_MALFORMED'] },
  payload: { texts: ['zz', '0', '0xzz', 'ünï'], codes: ['PAYLOAD_MALFORMED'] },
  payloads: { texts: ['zz', '0', '0xzz', 'ünï'], codes: ['PAYLOAD_MALFORMED'] },
  signWith: { texts: ['', 'x', '0x', LONG], codes: ['SIGNER_NOT_FOUND'] },
  address: { texts: ['', 'x', '0x', LONG], codes: ['WALLET_ACCOUNT_NOT_FOUND'] },
  path: {
    texts: ['', 'm', "44'/60'", 'm/x', 'm//', "m/2147483648'", 'm/-1', 'm/1.5', `m${"/0'".repeat(1000)}`],
    codes: ['DERIVATION_PATH_INVALID', 'WALLET_ACCOUNT_NOT_FOUND'],
  },
  clientDataJson: { texts: base64url, codes: ['ATTESTATION_INVALID'] },
  attestationObject: { texts: base64url, codes: ['ATTESTATION_INVALID'] },
  credentialId: { texts: base64url, codes: ['ATTESTATION_INVALID'] },

  rawId: { texts: base64url, codes: ['ATTESTATION_INVALID'] },
  challenge: { texts: base64url, codes: ['ATTESTATION_INVALID'] },
  oidcToken: { texts: token, codes: ['OIDC_TOKEN_INVALID'] },
  verificationToken: { texts: token, codes: ['VERIFICATION_TOKEN_INVALID'] },
  encryptedBundle: { texts: bundle, codes: ['IMPORT_BUNDLE_INVALID'] },
  // Only one text, because a wrong code counts as one of three tries, and the valid code must stay valid.
  encryptedOtpBundle: { texts: ['{}'], codes: ['OTP_INVALID'] },
  otpCode: { texts: ['x'], codes: ['OTP_INVALID'] },
  otpId: { texts: ['', 'x', LONG], codes: ['OTP_INVALID'] },
  condition: { texts: ['(', '1', 'nothing', '"', LONG], codes: ['POLICY_EXPRESSION_INVALID'] },
  consensus: { texts: ['(', '1', 'nothing', '"', LONG], codes: ['POLICY_EXPRESSION_INVALID'] },
  policyCondition: { texts: ['(', '1', 'nothing', '"', LONG], codes: ['POLICY_EXPRESSION_INVALID'] },
  policyConsensus: { texts: ['(', '1', 'nothing', '"', LONG], codes: ['POLICY_EXPRESSION_INVALID'] },
  subject: { texts: ['', 'nothing', '(', "'"], codes: ['POLICY_EXPRESSION_INVALID'] },
  magicLinkTemplate: { texts: ['', 'https://app.example.com'], codes: ['MAIL_TEMPLATE_INVALID'] },
  templateVariables: { texts: ['', '{', '[]', '7', 'null'], codes: ['MAIL_TEMPLATE_INVALID'] },
  template: { texts: ['', 'no code'], codes: ['MAIL_TEMPLATE_INVALID'] },
  contact: { texts: ['', 'x', '@', LONG], codes: ['EMAIL_MALFORMED', 'CONTACT_NOT_FOUND'] },
  value: {
    texts: ['', 'x', 'http://example.com', 'https://example.com/path', 'javascript:alert(1)', LONG],
    codes: ['FEATURE_VALUE_INVALID'],
  },
  url: {
    texts: ['', 'x', 'http://example.com', 'ftp://example.com', 'https://127.0.0.1', 'https://[::1]/', LONG],
    codes: ['WEBHOOK_URL_INVALID'],
  },
  eventType: { texts: ['', 'x', LONG], codes: ['ENUM_UNKNOWN'] },
  filtersJson: { texts: ['', '{', '[]', '7'], codes: ['MEMBER_TYPE'] },
  fingerprint: {
    texts: ['', 'x', 'sha256:', `sha256:${'0'.repeat(64)}`, LONG],
    codes: ['ACTIVITY_NOT_FOUND'],
  },
  after: { texts: ['', 'x', LONG], codes: ['CURSOR_INVALID'] },
  before: { texts: ['', 'x', LONG], codes: ['CURSOR_INVALID'] },
}

/** Members that accept any text. */
export const freeTexts: ReadonlySet<string> = new Set([
  'appName',
  'aud',
  'filterValue',
  // Part of a passkey in the browsers' format; `rawId` has the same value.
  'id',
  'iss',
  'logoUrl',
  'notes',
  'policyNotes',
  'sendFromEmailSenderName',
  'sub',
  'target',
  'targets',
  'templateId',
  'userIdentifier',
])

/** Members with the id of an object; an unknown id causes one of `unknownIdCodes`. */
export const namesSomething = (name: string): boolean =>
  /(Id|Ids|Tags|Uuid)$/.test(name) && name !== 'otpId' && !badTexts[name] && !freeTexts.has(name)

export const unknownIdCodes: readonly ErrorCode[] = [
  'RESOURCE_NOT_FOUND',
  'USER_NOT_FOUND',
  'ACTIVITY_NOT_FOUND',
  'SIGNER_NOT_FOUND',
  'QUORUM_USER_NOT_FOUND',
  'RECOVERY_CREDENTIAL_REQUIRED',
]
