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

type HeaderValue = string | readonly string[] | null | undefined

/**
 * Headers in any letter case: of Fetch, Node and Express, the `headers` or `multiValueHeaders` of Lambda, a Map, or a function
 * that returns the value of a lower-case name.
 */
export type WebhookHeaders =
  | Headers
  | ReadonlyMap<string, HeaderValue>
  | Readonly<Record<string, HeaderValue>>
  | ((name: string) => HeaderValue)

/**
 * Verifies and parses a webhook with the Standard Webhooks headers (`webhook-signature`, `v1a`), or, if the host doesn't
 * send them, with the headers of the wire protocol (§10).
 * @param body the raw body, before any parsing, as text or bytes such as the Buffer of `express.raw()`
 * @throws WebhookError
 * @see https://github.com/standard-webhooks/standard-webhooks
 */
export function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  { keys, tolerance = 300, headerPrefix = 'x-keywright', now = Date.now }: WebhookOptions,
): Webhook {
  const find = finderIn(headers)
  const get = (name: string): string => {
    const value = find(name)
    if (value) return value
    throw new WebhookError('WEBHOOK_UNSIGNED', `header ${name} is missing`)
  }
  const own = (name: string) => get(`${headerPrefix}-${name}`)
  const isStandard = find('webhook-signature') || !find(`${headerPrefix}-signature`)
  const bytes = bytesOf(body)
  if (!Array.isArray(keys) || keys.length === 0) {
    throw new WebhookError(
      'WEBHOOK_KEY_UNKNOWN',
      'there is no key to verify the webhook with: pass the list that `fetchWebhookKeys` returns',
    )
  }
  const { eventId, at } = isStandard ? verifyStandard(bytes, get, keys) : verifyProtocol(bytes, own, keys)
  if (Math.abs(now() - at) > tolerance * 1000) {
    throw new WebhookError(
      'WEBHOOK_STALE',
      `the webhook is from ${at}, more than ${tolerance} seconds from now`,
    )
  }
  const activity = readActivity(bytes)
  return { eventId, eventType: own('event-type'), organizationId: activity.organizationId, activity }
}

/** Several values of a name are joined as Fetch does it, so that a signature covers none of them alone. */
function finderIn(headers: WebhookHeaders): (name: string) => string | undefined {
  const textOf = (value: HeaderValue) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))
  if (typeof headers === 'function') return (name) => textOf(headers(name.toLowerCase()))
  const values = new Map<string, string>()
  // Not `instanceof`: test environments and frameworks have Headers of their own.
  const isIterable = Symbol.iterator in (headers ?? {})
  const entries = isIterable ? (headers as ReadonlyMap<string, HeaderValue>) : Object.entries(headers ?? {})
  for (const [name, value] of entries) {
    const [key, text] = [name.toLowerCase(), textOf(value)]
    const other = values.get(key) ?? text
    values.set(key, other === text ? text : `${other}, ${text}`)
  }
  return (name) => values.get(name.toLowerCase())
}

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  // Not `instanceof`: an ArrayBuffer can come from another realm.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer)
  throw new WebhookError(
    'WEBHOOK_BODY_INVALID',
    `the body is ${body === null ? 'null' : typeof body}: pass the raw body, as text or bytes, before it is parsed`,
  )
}

/** Rejects duplicate members, because other parsers could resolve them differently. */
function readActivity(body: Uint8Array): Activity {
  let activity: Activity
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    activity = Object(parseJson(text)) as Activity
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
function verifyStandard(
  body: Uint8Array,
  get: (name: string) => string,
  keys: readonly WebhookKey[],
): Signed {
  const [eventId, timestamp] = [get('webhook-id'), get('webhook-timestamp')]
  const at = timeOf('webhook-timestamp', timestamp) * 1000
  const signatures = get('webhook-signature')
    .split(/[ ,]+(?=v\d)/)
    .filter((one) => one.startsWith('v1a,'))
    .map((one) => fromBase64(one.slice(4)))
  const signed = covered(`${eventId}.${timestamp}.`, body)
  if (!keys.some((key) => signatures.some((signature) => isSignedBy(key, signature, signed)))) throw unfit()
  return { eventId, at }
}

/** Covers `v1.ed25519.<key id>.<timestamp>.<event id>.<body>`, with the time in milliseconds. */
function verifyProtocol(
  body: Uint8Array,
  get: (name: string) => string,
  keys: readonly WebhookKey[],
): Signed {
  const keyId = get('signature-key-id')
  const key = keys.find(({ kid }) => kid === keyId)
  if (!key) throw new WebhookError('WEBHOOK_KEY_UNKNOWN', `the webhook is signed by unknown key \`${keyId}\``)
  const [timestamp, eventId] = [get('timestamp'), get('event-id')]
  const at = timeOf('timestamp', timestamp)
  const signed = covered(`v1.ed25519.${keyId}.${timestamp}.${eventId}.`, body)
  if (!isSignedBy(key, fromHex(get('signature')), signed)) throw unfit()
  return { eventId, at }
}

function timeOf(name: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new WebhookError('WEBHOOK_UNSIGNED', `header ${name} is \`${text.slice(0, 40)}\`, not a time`)
}

function covered(start: string, body: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(start)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

const unfit = () => new WebhookError('WEBHOOK_SIGNATURE_INVALID', 'the signature of the webhook is invalid')

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function isSignedBy({ x }: WebhookKey, signature: Uint8Array | undefined, signed: Uint8Array): boolean {
  try {
    return ed25519.verify(signature!, signed, fromBase64url(x))
  } catch {
    return false
  }
}

const KEYS_TIMEOUT_MS = 10_000

/**
 * Fetches the keys that a server signs webhooks with. Cache them, because they rarely change.
 * @throws KeywrightError `UNREACHABLE`, also after 10 seconds without a response, and if the response has no keys
 */
export async function fetchWebhookKeys(
  apiBaseUrl: string,
  { fetch: get = fetch }: { readonly fetch?: (url: string, init: RequestInit) => Promise<Response> } = {},
): Promise<readonly WebhookKey[]> {
  try {
    const signal = AbortSignal.timeout(KEYS_TIMEOUT_MS)
    const url = `${apiBaseUrl.replace(/\/+$/, '')}/public/v1/discovery/webhooks/jwks`
    const response = await get(url, { signal })
    const { keys } = (await response.json()) as { keys?: WebhookKey[] }
    if (Array.isArray(keys)) return keys
    throw new Error(`status ${response.status} without keys`)
  } catch (cause) {
    throw new KeywrightError('UNREACHABLE', `could not fetch webhook keys from ${apiBaseUrl}`, { cause })
  }
}
