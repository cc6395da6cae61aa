/** What takes mails and text messages away from a team server: settings, or functions of the program that starts it. */

import type { Mail, Sms } from '@keywright/engine'
import type { Log, WebhookSigner } from '@keywright/host'
import type { MessageKind, Metrics } from '../metrics.ts'
import { MessageRefused } from './messageRefused.ts'
import { assertSmsUrl, createSmsCarrier, type SmsSettings } from './smsEndpoint.ts'
import { createSmtpCarrier, type SmtpCarrier, type SmtpSettings } from './smtp.ts'

export interface CarrierOptions {
  /** Default: none, mails wait in the outbox. */
  readonly smtp?: SmtpSettings
  /** Default: none, text messages wait in the outbox. */
  readonly smsEndpoint?: SmsSettings
  /** Instead of `smtp`. Throws when the carrier did not take it; it is tried again later. */
  readonly sendMail?: (mail: Mail) => Promise<void>
  /** Instead of `smsEndpoint`. */
  readonly sendSms?: (sms: Sms) => Promise<void>
}

export interface Carriers {
  readonly isConfigured: { readonly mail: boolean; readonly sms: boolean }
  readonly mail: (mail: Mail) => Promise<void>
  /** @param signer of the unsealed server */
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
  /** Milliseconds from any moment on. Default: the machine's. */
  readonly now?: () => number
}

/** A carrier that takes so long to fail does not answer. */
const SLOW_MS = 2_000
/** How long such a carrier is left alone: messages go one after the other, and each would wait as long. */
const PAUSE_MS = 10_000

/** Counts what became of each message. Nothing of its text, and nobody's address, gets into the log. */
function telling<M extends { readonly organizationId: string }>(
  kind: MessageKind,
  send: ((message: M) => Promise<void>) | undefined,
  { log, metrics, now = () => performance.now() }: Told,
): (message: M) => Promise<void> {
  let pausedUntil = Number.NEGATIVE_INFINITY
  return async (message) => {
    // It was said at the start, and the message stays where it is.
    if (!send) {
      metrics.countMessage(kind, 'no_carrier')
      throw new Error('no carrier is configured')
    }
    const { organizationId } = message
    const start = now()
    if (start < pausedUntil) {
      metrics.countMessage(kind, 'retry')
      throw new Error('the carrier did not answer a moment ago')
    }
    try {
      await send(message)
      metrics.countMessage(kind, 'delivered')
    } catch (error) {
      const reason = causeOf(error)
      if (error instanceof MessageRefused) {
        metrics.countMessage(kind, 'rejected')
        log({ level: 'error', message: 'the carrier refuses a message', kind, organizationId, reason })
        return
      }
      if (now() - start >= SLOW_MS) pausedUntil = now() + PAUSE_MS
      metrics.countMessage(kind, 'retry')
      log({ level: 'warn', message: 'a message is to be tried again', kind, organizationId, reason })
      throw error
    }
  }
}

/** `fetch` says "fetch failed" and keeps the reason beneath. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return (error.cause as { code?: string } | undefined)?.code ?? error.message
}
