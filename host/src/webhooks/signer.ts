/**
 * Signs webhook deliveries with Ed25519, in the headers of Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks, `v1a`) and in the headers of the wire protocol (§10), whose
 * prefix the host sets.
 */
import type { WebhookDelivery } from '@keywright/engine'
import {
  hmacSha256,
  parseHex,
  publicKeyOf,
  sha256Hex,
  sign,
  toBase64url,
  toHex,
  toUtf8,
} from '@keywright/keys'

export interface WebhookSigner {
  /** Headers of one attempt. */
  headers(delivery: WebhookDelivery, timestampMs: number): Record<string, string>
  /** JSON Web Key Set of the public key (RFC 8037). */
  readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] }
}

/** Path of the public key. */
export const WEBHOOK_JWKS_PATH = '/public/v1/discovery/webhooks/jwks'

/** Default prefix of the signature headers. */
const DEFAULT_WEBHOOK_PREFIX = 'x-keywright'

/**
 * Derives the key from the root secret, so that all processes of a server use the same key.
 * @param prefix prefix of the protocol's headers, such as one that receivers already expect
 */
export function createWebhookSigner(rootSecret: Uint8Array, prefix = DEFAULT_WEBHOOK_PREFIX): WebhookSigner {
  const named = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [`${prefix}-${name}`, value]))
  const privateKey = hmacSha256(rootSecret, toUtf8('keywright webhook signer v1'))
  // Created on demand, because most tests send no webhook and the first use of the curve is slow.
  let known: { x: string; keyId: string } | undefined
  function publicKey() {
    if (known) return known
    const x = toBase64url(publicKeyOf('CURVE_ED25519', privateKey))
    known = { x, keyId: sha256Hex(toUtf8(x)).slice(0, 16) }
    return known
  }
  /** 64 bytes (RFC 8032). */
  function signatureOf(text: string): Uint8Array {
    const { r, s } = sign('ed25519', toUtf8(text), privateKey)
    return parseHex(`${r}${s}`, 'signature')
  }
  return {
    get jwks() {
      const { x, keyId } = publicKey()
      return { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: keyId, alg: 'EdDSA', use: 'sig' }] }
    },
    headers({ id, organizationId, eventType, body }, timestampMs) {
      const { keyId } = publicKey()
      const text = `v1.ed25519.${keyId}.${timestampMs}.${id}.${body}`
      const seconds = String(Math.floor(timestampMs / 1000))
      return {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1a,${base64(signatureOf(`${id}.${seconds}.${body}`))}`,
        ...named({
          'organization-id': organizationId,
          'event-type': eventType,
          timestamp: String(timestampMs),
          'webhook-version': '1',
          'event-id': id,
          'signature-key-id': keyId,
          'signature-algorithm': 'ed25519',
          'signature-version': 'v1',
          signature: toHex(signatureOf(text)),
        }),
      }
    },
  }
}

/** With padding, as required by Standard Webhooks. */
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
