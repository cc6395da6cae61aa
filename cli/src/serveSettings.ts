/** What `keywright serve` takes from the environment and from flags. Passwords are never arguments. */
import type { ServerOptions } from '@keywright/server'
import type { Context } from './command.ts'
import { usageFailure } from './failure.ts'
import { readText } from './files.ts'
import { readWholeNumber } from './numbers.ts'

/** @throws Failure (usage) for half of the settings of a carrier */
export async function resolveCarriers({
  input,
  host,
}: Context): Promise<Pick<ServerOptions, 'smtp' | 'smsEndpoint'>> {
  const file = input.flag('smtp-url-file')
  const url = (file === undefined ? host.env['KEYWRIGHT_SMTP_URL'] : await readText(host, file))?.trim()
  const from = input.flag('mail-from') ?? host.env['KEYWRIGHT_MAIL_FROM']
  const smsUrl = input.flag('sms-url') ?? host.env['KEYWRIGHT_SMS_URL']
  if (Boolean(url) !== Boolean(from)) {
    throw usageFailure(
      url ? 'the sender of mails is missing' : 'the SMTP server is missing',
      url
        ? 'set KEYWRIGHT_MAIL_FROM, like Keywright <no-reply@example.com>'
        : 'set KEYWRIGHT_SMTP_URL, like smtps://user:password@mail.example.com:465',
    )
  }
  return {
    ...(url && from && { smtp: { url, from } }),
    ...(smsUrl && { smsEndpoint: { url: smsUrl } }),
  }
}

/** @throws Failure (usage) */
export function resolveRateLimit({ input, host }: Context): Pick<ServerOptions, 'rateLimit'> {
  const text = input.flag('rate-limit') ?? host.env['KEYWRIGHT_RATE_LIMIT']
  if (!text) return {}
  const requestsPerSecond = readWholeNumber('rate-limit', text, 1, 1_000_000)
  const addressHeader = input.flag('address-header') ?? host.env['KEYWRIGHT_ADDRESS_HEADER']
  return { rateLimit: { requestsPerSecond, ...(addressHeader && { addressHeader }) } }
}
