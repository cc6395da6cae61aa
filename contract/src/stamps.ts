/** How requests are authenticated: headers, schemes and the constants that clients have built in. */
import type { ApiKeyCurve, CredentialType } from './entityTypes.ts'

/** Header names. HTTP ignores their case. */
export const headers = {
  /** base64url of JSON `{publicKey, scheme, signature}`. */
  stamp: 'X-Stamp',
  /** JSON `{authenticatorData, clientDataJson, credentialId, signature}`, not encoded again. */
  webauthnStamp: 'X-Stamp-WebAuthn',
  /** Token of a read-only session; queries only. */
  session: 'X-Session',
  /** Name and version of the client; accepted and ignored. */
  clientVersion: 'X-Client-Version',
} as const

/** The headers of which a request carries exactly one. */
export const stampHeaders = [headers.stamp, headers.webauthnStamp, headers.session] as const

export interface StampScheme {
  scheme: string
  /** Curve under which the key is registered. */
  curve: ApiKeyCurve
  /** Form of `publicKey` in the stamp. */
  publicKey: string
  /** What is signed. */
  signs: string
  /** Encoding of the signature. */
  signature: string
}

export const stampSchemes = [
  {
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    curve: 'API_KEY_CURVE_P256',
    publicKey: '33-byte compressed point, hex',
    signs: 'ECDSA over SHA-256(body)',
    signature: 'DER, hex',
  },
  {
    scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1',
    curve: 'API_KEY_CURVE_SECP256K1',
    publicKey: '33-byte compressed point, hex',
    signs: 'ECDSA over SHA-256(body)',
    signature: 'DER, hex',
  },
  {
    scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191',
    curve: 'API_KEY_CURVE_SECP256K1',
    publicKey: '33-byte compressed point, hex',
    signs: 'ECDSA over Keccak-256 of the personal message',
    signature: 'DER, hex; the recovery byte is dropped',
  },
  {
    scheme: 'SIGNATURE_SCHEME_TK_API_ED25519',
    curve: 'API_KEY_CURVE_ED25519',
    publicKey: '32 bytes, hex',
    signs: 'Ed25519 over the body itself',
    signature: '64 bytes, hex, not DER',
  },
] as const satisfies readonly StampScheme[]

/** Credential type of a long-lived API key, by the curve under which it is registered. */
export const credentialTypeOf = {
  API_KEY_CURVE_P256: 'CREDENTIAL_TYPE_API_KEY_P256',
  API_KEY_CURVE_SECP256K1: 'CREDENTIAL_TYPE_API_KEY_SECP256K1',
  API_KEY_CURVE_ED25519: 'CREDENTIAL_TYPE_API_KEY_ED25519',
} as const satisfies Record<ApiKeyCurve, CredentialType>
