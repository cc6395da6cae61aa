/** `keywright rotate-webhook-key` */
import { rotateWebhookKey } from '@keywright/server'
import { readWholeNumber } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { resolveDatabaseUrl } from '../operate/databaseUrl.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = '7'
const MOST_DAYS = 365

export async function run(context: Context): Promise<Outcome> {
  const days = readWholeNumber(
    '--overlap-days',
    context.input.flag('overlap-days') ?? DEFAULT_DAYS,
    0,
    MOST_DAYS,
  )
  const databaseUrl = await resolveDatabaseUrl(context)
  const { number, until } = await rotateWebhookKey({ databaseUrl, overlapMs: days * DAY_MS })
  const end = new Date(until).toISOString()
  const before =
    days === 0 ? 'The previous key is no longer published.' : `The previous key stays published until ${end}.`
  return {
    text: `Servers sign webhooks with key ${number} within 5 seconds. ${before}`,
    json: { number, previousUntil: end },
  }
}
