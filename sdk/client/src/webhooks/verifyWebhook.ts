/** Whether a webhook is from the server that it says, new, and unchanged. */

import { parseJson } from '@keywright/keys/json'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase64url, fromHex } from '../encoding.ts'
import { KeywrightError } from '../errors.ts'
import type { Activity } from '../generated/types.ts'

export type WebhookErrorCode =
  /** Headers of the signature are missing or not readable. */
  | 'WEBHOOK_UNSIGNED'
  /** Signed by a key that is not among the given ones: fetch them again, then refuse. */
  | 'WEBHOOK_KEY_UNKNOWN'
  /** Changed on its way, or forged. */
  | 'WEBHOOK_SIGNATURE_INVALID'
  /** Too old or too far ahead: perhaps a copy of an earlier one. */
  | 'WEBHOOK_STALE'
  /** Signed, but not JSON that every reader understands alike. */
  | 'WEBHOOK_BODY_INVALID'

export class WebhookError extends KeywrightError<WebhookErrorCode> {
  override readonly name = 'WebhookError'

  constructor(code: WebhookErrorCode, message: string) {
    super(code, message, {
      docsPath: '/features/webhooks',
      help: 'ignore the delivery; answer 5xx if your keys may be out of date',
    })
  }
}

/** A key as the server publishes it (RFC 8037). */
export interface WebhookKey {
  readonly kid: string
  readonly x: string
}

export interface WebhookOptions {
  /** Of `fetchWebhookKeys`. */
  readonly keys: readonly WebhookKey[]
  /** Seconds by which the time may differ. Default: 300. */
  readonly tolerance?: number
  /**
   * What the names of the headers begin with that tell the organization and the event: as the server was started.
   * Default: `x-keywright`.
   */
  readonly headerPrefix?: string
  /** Milliseconds since 1970. Default: the platform's clock. */
  readonly now?: () => number
}

export interface Webhook {
  /** Stable over retries: deliveries come at least once, so remember it. */
  readonly eventId: string
  readonly eventType: string
  readonly organizationId: string
  readonly activity: Activity
}

/**
 * Checks a webhook and reads it: by the headers of Standard Webhooks (`webhook-signature`, `v1a`), or, where a host sends
 * none, by those of the wire protocol (§10). Give it the body as it came, before any parsing.
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
      `the webhook is of ${at}, more than ${tolerance} seconds from now`,
    )
  }
  return {
    eventId,
    eventType: own('event-type'),
    organizationId: own('organization-id'),
    activity: readActivity(body),
  }
}

/** Rejects repeated members, which other readers of the same bytes could resolve differently. */
function readActivity(body: string): Activity {
  try {
    return parseJson(body) as Activity
  } catch (error) {
    throw new WebhookError('WEBHOOK_BODY_INVALID', `the body isn't valid JSON: ${(error as Error).message}`)
  }
}

/** What the signature vouches for, beside the body. */
interface Signed {
  readonly eventId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** `id.timestamp.body`, the time in seconds; several signatures may stand in the header, while keys are exchanged. */
function verifyStandard(body: string, header: (name: string) => string, keys: readonly WebhookKey[]): Signed {
  const [eventId, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  const signatures = header('webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1a,'))
    .map((one) => fromBase64(one.slice(4)))
  if (signatures.length === 0) {
    throw new WebhookError('WEBHOOK_UNSIGNED', 'header webhook-signature holds no v1a signature')
  }
  if (keys.length === 0)
    throw new WebhookError('WEBHOOK_KEY_UNKNOWN', 'no key is known to check the webhook by')
  const text = `${eventId}.${timestamp}.${body}`
  if (!keys.some((key) => signatures.some((signature) => isSignedBy(key, signature, text)))) throw unfit()
  return { eventId, at: Number(timestamp) * 1000 }
}

/** `v1.ed25519.<key id>.<timestamp>.<event id>.<body>`, the time in milliseconds. */
function verifyProtocol(body: string, header: (name: string) => string, keys: readonly WebhookKey[]): Signed {
  const keyId = header('signature-key-id')
  const key = keys.find(({ kid }) => kid === keyId)
  if (!key) throw new WebhookError('WEBHOOK_KEY_UNKNOWN', `the webhook is signed by key \`${keyId}\``)
  const [timestamp, eventId] = [header('timestamp'), header('event-id')]
  const text = `v1.ed25519.${keyId}.${timestamp}.${eventId}.${body}`
  if (!isSignedBy(key, fromHex(header('signature')), text)) throw unfit()
  return { eventId, at: Number(timestamp) }
}

const unfit = () => new WebhookError('WEBHOOK_SIGNATURE_INVALID', 'the signature of the webhook does not fit')

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

/** The keys by which a server signs webhooks. They change rarely: keep them. @throws KeywrightError `UNREACHABLE` */
export async function fetchWebhookKeys(
  apiBaseUrl: string,
  { fetch: get = fetch }: { readonly fetch?: (url: string) => Promise<Response> } = {},
): Promise<readonly WebhookKey[]> {
  try {
    const response = await get(`${apiBaseUrl}/public/v1/discovery/webhooks/jwks`)
    return ((await response.json()) as { keys: WebhookKey[] }).keys
  } catch (cause) {
    throw new KeywrightError('UNREACHABLE', `no keys of webhooks from ${apiBaseUrl}`, { cause })
  }
}
