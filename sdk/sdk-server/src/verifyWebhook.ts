/** Whether a webhook is from the server that it says, new, and unchanged. */
import { type Activity, fromBase64url, fromHex, KeywrightError } from '@keywright/client'
import { ed25519 } from '@noble/curves/ed25519.js'

export type WebhookErrorCode =
  /** Headers of the signature are missing or not readable. */
  | 'WEBHOOK_UNSIGNED'
  /** Signed by a key that is not among the given ones: fetch them again, then refuse. */
  | 'WEBHOOK_KEY_UNKNOWN'
  /** Changed on its way, or forged. */
  | 'WEBHOOK_SIGNATURE_INVALID'
  /** Too old or too far ahead: perhaps a copy of an earlier one. */
  | 'WEBHOOK_STALE'

export class WebhookError extends KeywrightError<WebhookErrorCode> {
  override readonly name = 'WebhookError'

  constructor(code: WebhookErrorCode, message: string) {
    super(code, message, { docsPath: '/features/webhooks', help: 'answer 400, and do nothing' })
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
  /** What the names of the headers begin with. Default: `x-keywright`. */
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
 * Checks a webhook and reads it. Give it the body as it came, before any parsing.
 * @throws WebhookError
 */
export function verifyWebhook(
  body: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  { keys, tolerance = 300, headerPrefix = 'x-keywright', now = Date.now }: WebhookOptions,
): Webhook {
  const header = (name: string): string => {
    const full = `${headerPrefix}-${name}`
    const value = headers instanceof Headers ? headers.get(full) : headers[full]
    if (typeof value === 'string' && value !== '') return value
    throw new WebhookError('WEBHOOK_UNSIGNED', `header ${full} is missing`)
  }
  const keyId = header('signature-key-id')
  const key = keys.find(({ kid }) => kid === keyId)
  if (!key) throw new WebhookError('WEBHOOK_KEY_UNKNOWN', `the webhook is signed by key \`${keyId}\``)
  const [timestamp, eventId] = [header('timestamp'), header('event-id')]
  const text = `v1.ed25519.${keyId}.${timestamp}.${eventId}.${body}`
  const signature = fromHex(header('signature'))
  if (!isSignedBy(key, signature, text)) {
    throw new WebhookError('WEBHOOK_SIGNATURE_INVALID', 'the signature of the webhook does not fit')
  }
  if (!(Math.abs(now() - Number(timestamp)) <= tolerance * 1000)) {
    throw new WebhookError(
      'WEBHOOK_STALE',
      `the webhook is of ${timestamp}, more than ${tolerance} seconds from now`,
    )
  }
  return {
    eventId,
    eventType: header('event-type'),
    organizationId: header('organization-id'),
    activity: JSON.parse(body) as Activity,
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
