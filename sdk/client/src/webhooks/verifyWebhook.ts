/** Verifies that a webhook comes from the server, is recent, and is unchanged. */

import { parseJson } from '@keywright/keys/json'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase64url, fromHex } from '../encoding.ts'
import { KeywrightError } from '../errors.ts'
import type { Activity } from '../generated/types.ts'

export type WebhookErrorCode =
  /** Signature headers are missing or unreadable. */
  | 'WEBHOOK_UNSIGNED'
  /** Signed by an unknown key. Fetch the keys again; if the key is still unknown, reject the delivery. */
  | 'WEBHOOK_KEY_UNKNOWN'
  /** Changed in transit, or forged. */
  | 'WEBHOOK_SIGNATURE_INVALID'
  /** Too old or too far ahead, so possibly a replay. */
  | 'WEBHOOK_STALE'
  /** Signed, but no activity, or ambiguous or invalid JSON. */
  | 'WEBHOOK_BODY_INVALID'

export class WebhookError extends KeywrightError<WebhookErrorCode> {
  override readonly name = 'WebhookError'

  constructor(code: WebhookErrorCode, message: string) {
    super(code, message, {
      docsPath: '/features/webhooks',
      help: 'ignore the delivery; return 5xx if your keys may be out of date',
    })
  }
}

/** A key as the server publishes it (RFC 8037). */
export interface WebhookKey {
  readonly kid: string
  readonly x: string
}

export interface WebhookOptions {
  /** Result of `fetchWebhookKeys`. */
  readonly keys: readonly WebhookKey[]
  /** Allowed clock difference in seconds. Default: 300. */
  readonly tolerance?: number
  /** Prefix of the server's own headers, as configured there. Default: `x-keywright`. */
  readonly headerPrefix?: string
  /** Milliseconds since 1970. Default: the platform's clock. */
  readonly now?: () => number
}

export interface Webhook {
  /** The same on every retry. Store it to detect repeated deliveries. */
  readonly eventId: string
  /** From a header, which the signature doesn't cover. */
  readonly eventType: string
  /**
   * The organization of the activity. The server signs the deliveries of all organizations with one key, so check that
   * it is your organization or one of its sub-organizations.
   */
  readonly organizationId: string
  readonly activity: Activity
}

/**
 * Verifies and parses a webhook with the Standard Webhooks headers (`webhook-signature`, `v1a`), or, if the host doesn't
 * send them, with the headers of the wire protocol (§10). Pass the raw body, before any parsing.
 * @throws WebhookError
 * @see https://github.com/standard-webhooks/standard-webhooks
 */
export function verifyWebhook(
  body: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  { keys, tolerance = 300, headerPrefix = 'x-keywright', now = Date.now }: WebhookOptions,
): Webhook {
  const find = (name: string): string | undefined => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const get = (name: string): string => {
    const value = find(name)
    if (value !== undefined) return value
    throw new WebhookError('WEBHOOK_UNSIGNED', `header ${name} is missing`)
  }
  const own = (name: string) => get(`${headerPrefix}-${name}`)
  const isStandard =
    find('webhook-signature') !== undefined || find(`${headerPrefix}-signature`) === undefined
  const { eventId, at } = isStandard ? verifyStandard(body, get, keys) : verifyProtocol(body, own, keys)
  if (!(Math.abs(now() - at) <= tolerance * 1000)) {
    throw new WebhookError(
      'WEBHOOK_STALE',
      `the webhook is from ${at}, more than ${tolerance} seconds from now`,
    )
  }
  const activity = readActivity(body)
  return { eventId, eventType: own('event-type'), organizationId: activity.organizationId, activity }
}

/** Rejects duplicate members, because other parsers could resolve them differently. */
function readActivity(body: string): Activity {
  let activity: Activity
  try {
    activity = Object(parseJson(body)) as Activity
  } catch (error) {
    throw new WebhookError('WEBHOOK_BODY_INVALID', `the body isn't valid JSON: ${(error as Error).message}`)
  }
  if (typeof activity.organizationId === 'string') return activity
  throw new WebhookError('WEBHOOK_BODY_INVALID', "the body isn't an activity")
}

/** What the signature covers in addition to the body. */
interface Signed {
  readonly eventId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Covers `id.timestamp.body`, with the time in seconds. The header holds several signatures during a key rotation. */
function verifyStandard(body: string, header: (name: string) => string, keys: readonly WebhookKey[]): Signed {
  const [eventId, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  const signatures = header('webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1a,'))
    .map((one) => fromBase64(one.slice(4)))
  if (signatures.length === 0) {
    throw new WebhookError('WEBHOOK_UNSIGNED', 'header webhook-signature has no v1a signature')
  }
  if (keys.length === 0)
    throw new WebhookError('WEBHOOK_KEY_UNKNOWN', 'pass at least one key to verify the webhook with')
  const text = `${eventId}.${timestamp}.${body}`
  if (!keys.some((key) => signatures.some((signature) => isSignedBy(key, signature, text)))) throw unfit()
  return { eventId, at: Number(timestamp) * 1000 }
}

/** Covers `v1.ed25519.<key id>.<timestamp>.<event id>.<body>`, with the time in milliseconds. */
function verifyProtocol(body: string, header: (name: string) => string, keys: readonly WebhookKey[]): Signed {
  const keyId = header('signature-key-id')
  const key = keys.find(({ kid }) => kid === keyId)
  if (!key) throw new WebhookError('WEBHOOK_KEY_UNKNOWN', `the webhook is signed by unknown key \`${keyId}\``)
  const [timestamp, eventId] = [header('timestamp'), header('event-id')]
  const text = `v1.ed25519.${keyId}.${timestamp}.${eventId}.${body}`
  if (!isSignedBy(key, fromHex(header('signature')), text)) throw unfit()
  return { eventId, at: Number(timestamp) }
}

const unfit = () => new WebhookError('WEBHOOK_SIGNATURE_INVALID', 'the signature of the webhook is invalid')

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function isSignedBy({ x }: WebhookKey, signature: Uint8Array | undefined, text: string): boolean {
  try {
    return ed25519.verify(signature!, new TextEncoder().encode(text), fromBase64url(x))
  } catch {
    return false
  }
}

const KEYS_TIMEOUT_MS = 10_000

/**
 * Fetches the keys that a server signs webhooks with. Cache them, because they rarely change.
 * @throws KeywrightError `UNREACHABLE`, also after 10 seconds without a response
 */
export async function fetchWebhookKeys(
  apiBaseUrl: string,
  { fetch: get = fetch }: { readonly fetch?: (url: string, init: RequestInit) => Promise<Response> } = {},
): Promise<readonly WebhookKey[]> {
  try {
    const signal = AbortSignal.timeout(KEYS_TIMEOUT_MS)
    const response = await get(`${apiBaseUrl}/public/v1/discovery/webhooks/jwks`, { signal })
    return ((await response.json()) as { keys: WebhookKey[] }).keys
  } catch (cause) {
    throw new KeywrightError('UNREACHABLE', `could not fetch webhook keys from ${apiBaseUrl}`, { cause })
  }
}
