/**
 * The shape of requests beyond the types of their members, as JSON Schema: patterns of texts, and conditions between
 * members. The engine's readers decide these rules; `engine/core/test/callCoverage/schemas.test.ts` compares both.
 *
 * Patterns use only what regular expressions have in common in JavaScript, Python and Rust.
 */
import { addressFormats } from './addressFormats.ts'
import { EMAIL, PHONE } from './contacts.ts'
import { decimalRange } from './decimalRange.ts'
import type { ApiKeyCurve, Curve } from './entityTypes.ts'
import { enums } from './enums.ts'
import type { ErrorCode } from './errors.ts'
import { features } from './features.ts'
import { HIDDEN_ALWAYS } from './hiddenCharacters.ts'
import { limits } from './limits.ts'

type JsonSchema = Record<string, unknown>

/** Errors that the schema of a request rules out. Others depend on the state, or on the content of a text. */
export const shapeErrors: readonly ErrorCode[] = [
  'BODY_NOT_OBJECT',
  'MEMBER_MISSING',
  'MEMBER_TYPE',
  'MEMBER_UNKNOWN',
  'ENUM_UNKNOWN',
  'CHARACTER_HIDDEN',
  'NAME_LENGTH',
  'EMAIL_MALFORMED',
  'PHONE_NUMBER_MALFORMED',
  'NUMBER_MALFORMED',
  'TIMESTAMP_MALFORMED',
  'ACTIVITY_TYPE_UNKNOWN',
  'ACTIVITY_TYPE_MISMATCH',
  'ORGANIZATION_ID_MALFORMED',
  'CALL_PATH_MISMATCH',
  'DUPLICATE_ENTRY',
  'THRESHOLD_TOO_LOW',
  'QUORUM_EMPTY',
  'MNEMONIC_LENGTH_INVALID',
  'DERIVATION_PATH_INVALID',
  'ADDRESS_FORMAT_MISMATCH',
  'PAGE_LIMIT_OUT_OF_RANGE',
  'EXPIRATION_SECONDS_INVALID',
  'OTP_LENGTH_OUT_OF_RANGE',
]

/** The pattern of a regular expression, with ASCII digits: `\d` matches all digits of Unicode in some languages. */
export const patternOf = ({ source }: RegExp): string => source.replaceAll('\\d', '[0-9]')

/**
 * Texts without characters that are hidden anywhere. No portable pattern can express the others: joiners and variation
 * selectors, which are hidden in some places, and characters outside the basic plane.
 * @param allowed characters that count as visible, such as `\n`
 */
export function shownPattern(allowed = ''): string {
  const controls = allowed === '' ? '\\u0000-\\u001f' : withoutControls(allowed)
  return `^[^${controls}${HIDDEN_ALWAYS}]*$`
}

/** Ranges of the ASCII control characters that are not allowed. */
function withoutControls(allowed: string): string {
  const ranges: string[] = []
  for (let code = 0, from = 0; code <= 0x20; code++) {
    const isEnd = code === 0x20 || allowed.includes(String.fromCharCode(code))
    if (!isEnd) continue
    if (from < code)
      ranges.push(from === code - 1 ? escapeOf(from) : `${escapeOf(from)}-${escapeOf(code - 1)}`)
    from = code + 1
  }
  return ranges.join('')
}

const escapeOf = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`

export const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

const HEX = '[0-9a-fA-F]'
/** P-256 points in hex: compressed or uncompressed. */
const POINT = `^(0[23]${HEX}{64}|04${HEX}{128})$`
const COMPRESSED_POINT = `^0[23]${HEX}{64}$`
const HEX_BYTES = `^(0[xX])?(${HEX}{2})*$`
/** A 32-byte digest. */
const HEX_DIGEST = `^(0[xX])?${HEX}{${2 * limits.digestBytes}}$`
const BASE64URL = '^([A-Za-z0-9_-]{4})*([A-Za-z0-9_-]{4}|[A-Za-z0-9_-]{2}(==)?|[A-Za-z0-9_-]{3}=?)$'

const INDEX = `(0|${decimalRange(1, limits.pathIndexMax).slice(2, -2)})`
const PATH = `^m(/${INDEX}'?){1,${limits.pathDepth}}$`
/** On ed25519, every index is hardened (SLIP-0010). */
const HARDENED_PATH = `^m(/${INDEX}'){1,${limits.pathDepth}}$`

const WEB_URL: JsonSchema = { pattern: '^https?://[^\\s/?#]+', maxLength: limits.urlLength }
const ORIGIN: JsonSchema = { pattern: '^(https?://[^\\s/?#]+|android:apk-key-hash:[A-Za-z0-9_-]{43})$' }

const ids: JsonSchema = { uniqueItems: true }
const expression: JsonSchema = { maxLength: limits.expressionLength }

/** Shape of members of requests by name, wherever a request has them. */
export const memberShapes: Readonly<Record<string, JsonSchema>> = {
  targetPublicKey: { pattern: POINT },
  clientDataJson: { pattern: BASE64URL },
  attestationObject: { pattern: BASE64URL },
  credentialId: { pattern: BASE64URL },
  rawId: { pattern: BASE64URL },
  unsignedTransaction: { pattern: `^(0[xX])?(${HEX}{2})+$` },
  magicLinkTemplate: { pattern: `${shownPattern().slice(0, -1)}%s${shownPattern().slice(1)}` },
  template: {
    pattern: `${shownPattern('\n\t').slice(0, -1)}\\{\\{code\\}\\}${shownPattern('\n\t').slice(1)}`,
  },
  url: { format: 'uri', ...WEB_URL },
  eventType: { enum: ['ACTIVITY_UPDATES'] },
  condition: expression,
  consensus: expression,
  policyCondition: expression,
  policyConsensus: expression,
  payloads: { maxItems: limits.payloadsPerRequest },
  accounts: { maxItems: limits.keysPerRequest },
  rootUsers: { minItems: 1 },
}

const properties = (members: Readonly<Record<string, JsonSchema>>): JsonSchema => ({ properties: members })

/** Applies `then` if all members in `given` have these values. */
const when = (
  given: Readonly<Record<string, string>>,
  then: Readonly<Record<string, JsonSchema>>,
): JsonSchema => ({
  if: {
    ...properties(
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, { type: 'string', const: value }]),
      ),
    ),
    required: Object.keys(given),
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: properties(then),
})

const formatsOf = (curve: Curve) =>
  addressFormats.filter(({ curves }) => curves.includes(curve)).map(({ format }) => format)

const whenCurve = (then: (curve: Curve) => Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  allOf: enums.Curve.map((curve) => when({ curve }, then(curve))),
})

const ACCOUNT: JsonSchema = {
  properties: { path: { pattern: PATH } },
  ...whenCurve((curve) => ({
    addressFormat: { enum: formatsOf(curve) },
    ...(curve === 'CURVE_ED25519' && { path: { pattern: HARDENED_PATH } }),
  })),
}

const KEY_FORMATS = whenCurve((curve) => ({ addressFormats: { items: { enum: formatsOf(curve) } } }))

const CONTACT: JsonSchema = {
  allOf: [
    when({ otpType: 'OTP_TYPE_EMAIL' }, { contact: { pattern: patternOf(EMAIL) } }),
    when({ otpType: 'OTP_TYPE_SMS' }, { contact: { pattern: patternOf(PHONE) } }),
  ],
}

/** @param member the member with one payload, or with a list of them */
function payloadShape(member: 'payload' | 'payloads'): JsonSchema {
  const shapeOf = (pattern: string): Readonly<Record<string, JsonSchema>> => ({
    [member]: member === 'payload' ? { pattern } : { items: { pattern } },
  })
  const encoding = 'PAYLOAD_ENCODING_HEXADECIMAL'
  return {
    allOf: [
      when({ encoding }, shapeOf(HEX_BYTES)),
      when({ encoding, hashFunction: 'HASH_FUNCTION_NO_OP' }, shapeOf(HEX_DIGEST)),
    ],
  }
}

const curvePatterns: Readonly<Record<ApiKeyCurve, string>> = {
  API_KEY_CURVE_P256: COMPRESSED_POINT,
  API_KEY_CURVE_SECP256K1: COMPRESSED_POINT,
  API_KEY_CURVE_ED25519: `^${HEX}{64}$`,
}

const P256_KEY = properties({ publicKey: { pattern: COMPRESSED_POINT } })
const FILTER: JsonSchema = { dependentRequired: { filterType: ['filterValue'] } }

/** Shape of objects: of an entity, of the parameters of an activity type, of the request of a query. */
export const objectShapes: Readonly<Record<string, JsonSchema | undefined>> = {
  WalletAccountParams: ACCOUNT,
  PrivateKeyParams: KEY_FORMATS,
  ApiKeyParams: P256_KEY,
  ApiKeyParamsV2: {
    allOf: enums.ApiKeyCurve.map((curveType) =>
      when({ curveType }, { publicKey: { pattern: curvePatterns[curveType] } }),
    ),
  },
  OauthProviderParamsV2: { anyOf: [{ required: ['oidcToken'] }, { required: ['oidcClaims'] }] },

  list_suborgs: FILTER,
  list_verified_suborgs: FILTER,
  get_policy_evaluations: { anyOf: [{ required: ['activityId'] }, { required: ['type'] }] },

  ACTIVITY_TYPE_IMPORT_PRIVATE_KEY: KEY_FORMATS,
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD: payloadShape('payload'),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2: payloadShape('payload'),
  ACTIVITY_TYPE_SIGN_RAW_PAYLOADS: payloadShape('payloads'),
  ACTIVITY_TYPE_INIT_OTP_AUTH: CONTACT,
  ACTIVITY_TYPE_INIT_OTP_AUTH_V2: CONTACT,
  ACTIVITY_TYPE_INIT_OTP_AUTH_V3: CONTACT,
  ACTIVITY_TYPE_INIT_OTP: CONTACT,
  ACTIVITY_TYPE_INIT_OTP_V2: CONTACT,
  ACTIVITY_TYPE_INIT_OTP_V3: CONTACT,
  ACTIVITY_TYPE_VERIFY_OTP: P256_KEY,
  ACTIVITY_TYPE_STAMP_LOGIN: P256_KEY,
  ACTIVITY_TYPE_OTP_LOGIN: P256_KEY,
  ACTIVITY_TYPE_OTP_LOGIN_V2: P256_KEY,
  ACTIVITY_TYPE_OAUTH_LOGIN: P256_KEY,
  ACTIVITY_TYPE_UPDATE_ROOT_QUORUM: properties({ userIds: { minItems: 1 } }),
  ACTIVITY_TYPE_DELETE_AUTHENTICATORS: properties({ authenticatorIds: ids }),
  ACTIVITY_TYPE_DELETE_POLICIES: properties({ policyIds: ids }),
  ACTIVITY_TYPE_DELETE_PRIVATE_KEYS: properties({ privateKeyIds: ids }),
  ACTIVITY_TYPE_DELETE_WALLETS: properties({ walletIds: ids }),
  ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS: properties({ walletAccountIds: ids }),
  ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE: {
    allOf: features.flatMap(({ name, value }) =>
      value === 'none' ? [] : [when({ name }, { value: value === 'origin' ? ORIGIN : WEB_URL })],
    ),
  },
}
