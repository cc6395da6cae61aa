/** Carriers of emails and text messages: configured by settings, or functions of the embedding program. */

import type { Mail, Sms } from '@keywright/engine'
import type { Log, WebhookSigner } from '@keywright/host'
import { reasonOf } from '@keywright/host/postWebhook'
import type { MessageKind, Metrics } from '../metrics.ts'
import { MessageRefused } from './messageRefused.ts'
import { assertSmsUrl, createSmsCarrier, type SmsSettings } from './smsEndpoint.ts'
import { createSmtpCarrier, type SmtpCarrier, type SmtpSettings } from './smtp.ts'

export interface CarrierOptions {
  /** Default: none; emails wait in the outbox. */
  readonly smtp?: SmtpSettings
  /** Default: none; text messages wait in the outbox. */
  readonly smsEndpoint?: SmsSettings
  /** Replaces `smtp`. Must throw if the carrier did not accept the email, which is retried later. */
  readonly sendMail?: (mail: Mail) => Promise<void>
  /** Replaces `smsEndpoint`. */
  readonly sendSms?: (sms: Sms) => Promise<void>
}

export interface Carriers {
  readonly isConfigured: { readonly mail: boolean; readonly sms: boolean }
  readonly mail: (mail: Mail) => Promise<void>
  /** @param signer the webhook signer of the unsealed server */
  sms(signer: WebhookSigner): (sms: Sms) => Promise<void>
  close(): void
}

/** @throws ServerError `CARRIER_MALFORMED` */
export function openCarriers(options: CarrierOptions, told: Told): Carriers {
  const { sendMail, sendSms, smtp, smsEndpoint } = options
  const smtpCarrier: SmtpCarrier | undefined = sendMail || !smtp ? undefined : createSmtpCarrier(smtp)
  if (smsEndpoint) assertSmsUrl(smsEndpoint.url)
  const mail = sendMail ?? smtpCarrier?.send
  return {
    isConfigured: { mail: mail !== undefined, sms: (sendSms ?? smsEndpoint) !== undefined },
    mail: telling('mail', mail, told),
    sms: (signer) =>
      telling(
        'sms',
        sendSms ?? (smsEndpoint && createSmsCarrier(smsEndpoint, { signer, fetch, now: Date.now })),
        told,
      ),
    close: () => smtpCarrier?.close(),
  }
}

interface Told {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'countMessage'>
  /** Monotonic clock in milliseconds. Default: the machine's. */
  readonly now?: () => number
}

/** A failure after this time means that the carrier does not respond. */
const SLOW_MS = 2_000
/** Pause for an unresponsive carrier, because messages are sent one by one and each would wait as long. */
const PAUSE_MS = 10_000

/** Counts the outcome of each message. Neither text nor address is logged. */
function telling<M extends { readonly organizationId: string }>(
  kind: MessageKind,
  send: ((message: M) => Promise<void>) | undefined,
  { log, metrics, now = () => performance.now() }: Told,
): (message: M) => Promise<void> {
  let pausedUntil = Number.NEGATIVE_INFINITY
  return async (message) => {
    // Logged at startup. The message stays in the outbox.
    if (!send) {
      metrics.countMessage(kind, 'no_carrier')
      throw new Error('no carrier is configured')
    }
    const { organizationId } = message
    const start = now()
    if (start < pausedUntil) {
      metrics.countMessage(kind, 'retry')
      throw new Error('the carrier did not respond to the previous message')
    }
    try {
      await send(message)
      metrics.countMessage(kind, 'delivered')
    } catch (error) {
      const reason = reasonOf(error)
      if (error instanceof MessageRefused) {
        metrics.countMessage(kind, 'rejected')
        log({ level: 'error', message: 'the carrier rejected a message', kind, organizationId, reason })
        return
      }
      if (now() - start >= SLOW_MS) pausedUntil = now() + PAUSE_MS
      metrics.countMessage(kind, 'retry')
      log({ level: 'warn', message: 'message not sent, retrying later', kind, organizationId, reason })
      throw error
    }
  }
}
