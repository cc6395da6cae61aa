/** Signs webhook deliveries with Ed25519, so that a receiver knows who sent them (wire protocol §10). */
import type { WebhookDelivery } from '@keywright/engine'
import { hmacSha256, publicKeyOf, sha256Hex, sign, toBase64url, toUtf8 } from '@keywright/keys'

export interface WebhookSigner {
  /** The headers of one try. */
  headers(delivery: WebhookDelivery, timestampMs: number): Record<string, string>
  /** JSON Web Key Set of the public key (RFC 8037). */
  readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] }
}

/** Where receivers find the key. */
export const WEBHOOK_JWKS_PATH = '/public/v1/discovery/webhooks/jwks'

/** The key is derived from the root secret: all processes of a server sign with the same. */
export function createWebhookSigner(rootSecret: Uint8Array): WebhookSigner {
  const privateKey = hmacSha256(rootSecret, toUtf8('keywright webhook signer v1'))
  // When it is asked for: most tests never send a webhook, and the first use of the curve takes a while.
  let known: { x: string; keyId: string } | undefined
  function publicKey() {
    if (known) return known
    const x = toBase64url(publicKeyOf('CURVE_ED25519', privateKey))
    known = { x, keyId: sha256Hex(toUtf8(x)).slice(0, 16) }
    return known
  }
  return {
    get jwks() {
      const { x, keyId } = publicKey()
      return { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid: keyId, alg: 'EdDSA', use: 'sig' }] }
    },
    headers({ id, organizationId, eventType, body }, timestampMs) {
      const { keyId } = publicKey()
      const text = `v1.ed25519.${keyId}.${timestampMs}.${id}.${body}`
      const { r, s } = sign('ed25519', toUtf8(text), privateKey)
      return {
        'content-type': 'application/json',
        'x-keywright-organization-id': organizationId,
        'x-keywright-event-type': eventType,
        'x-keywright-timestamp': String(timestampMs),
        'x-keywright-webhook-version': '1',
        'x-keywright-event-id': id,
        'x-keywright-signature-key-id': keyId,
        'x-keywright-signature-algorithm': 'ed25519',
        'x-keywright-signature-version': 'v1',
        'x-keywright-signature': `${r}${s}`,
      }
    },
  }
}
