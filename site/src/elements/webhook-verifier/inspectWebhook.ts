/** What `verifyWebhook` of the SDK says to a delivery, as steps: the first that fails is the one that it throws for. */
import { isKeywrightError } from '@keywright/client'
import { verifyWebhook, type WebhookKey } from '@keywright/sdk-server'
import { type CheckedStep, stepsUntil } from '../kit/checks.ts'
import { NEW_STEP, SDK_TITLES, STEP_TITLES, STEPS } from './steps.ts'

export interface Received {
  /** As it came, byte for byte. */
  readonly body: string
  /** One `name: value` a line. */
  readonly headers: string
  readonly keys: readonly WebhookKey[]
  /** Milliseconds since 1970, by the receiver's clock. */
  readonly now: number
  /** Ids of events that the receiver has handled. */
  readonly seen: readonly string[]
}

export function inspectWebhook({ body, headers, keys, now, seen }: Received): {
  readonly steps: readonly CheckedStep[]
  /** Where everything before it passed. */
  readonly eventId: string | undefined
} {
  try {
    const { eventId, eventType } = verifyWebhook(body, readHeaders(headers), { keys, now: () => now })
    if (seen.includes(eventId)) {
      const found = `${eventId} was handled: answer 200, and do nothing`
      return { steps: stepsUntil(STEP_TITLES, { at: STEPS.length, found }), eventId }
    }
    const last: CheckedStep = { title: NEW_STEP, state: 'passed', found: `${eventType} ${eventId}` }
    return { steps: [...stepsUntil(SDK_TITLES), last], eventId }
  } catch (error) {
    const at = STEPS.findIndex(([code]) => isKeywrightError(error, code))
    const found = error instanceof Error ? error.message : String(error)
    // A body that is signed, and is no JSON, is no webhook either: there is nothing of the SDK's to blame.
    return {
      steps: stepsUntil(STEP_TITLES, { at: at < 0 ? STEPS.length : at, found }),
      eventId: undefined,
    }
  }
}

/** Names are read in any case, as HTTP has them. */
export function readHeaders(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').flatMap((line) => {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name.trim().toLowerCase(), value!.trim()] as const]
  })
  return Object.fromEntries(lines)
}

export const writeHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
