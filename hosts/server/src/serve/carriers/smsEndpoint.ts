/** Posts text messages to an HTTP endpoint of the operator, which passes them to a carrier. */

import type { Sms } from '@keywright/engine'
import type { WebhookSigner } from '@keywright/host'
import { sha256Hex, toUtf8 } from '@keywright/keys'
import { ServerError } from '../../serverError.ts'
import { MessageRefused } from './messageRefused.ts'

export interface SmsSettings {
  /** `https:`, or `http:` on this machine. May be a private address, because the operator sets it. */
  readonly url: string
}

const TIMEOUT_MS = 10_000
const EVENT_TYPE = 'SMS'
/** Statuses that reject the message itself. Statuses such as 401 or 404 concern the endpoint and can be fixed. */
const REFUSALS = [400, 422]

/**
 * Posts `{"to", "text", "organizationId", "template"}` with the headers of a webhook, signed with the same key. The event
 * ID is the same in all attempts. 2xx means accepted.
 * @throws ServerError `CARRIER_MALFORMED`
 */
export function createSmsCarrier(
  { url }: SmsSettings,
  { signer, fetch, now }: { signer: WebhookSigner; fetch: typeof globalThis.fetch; now: () => number },
): (sms: Sms) => Promise<void> {
  assertSmsUrl(url)
  return async ({ to, text, organizationId, template }) => {
    const body = JSON.stringify({ to, text, organizationId, template })
    const id = sha256Hex(toUtf8(body)).slice(0, 32)
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: signer.headers({ id, url, organizationId, eventType: EVENT_TYPE, body }, now()),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.ok) return
    const reason = `HTTP ${response.status}`
    throw REFUSALS.includes(response.status) ? new MessageRefused(reason) : new Error(reason)
  }
}

/** @throws ServerError `CARRIER_MALFORMED` */
export function assertSmsUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return
  throw new ServerError(
    'CARRIER_MALFORMED',
    'the URL for text messages is not usable',
    'Set --sms-url to an https URL, or an http URL on this machine: codes must not be sent unencrypted.',
  )
}
