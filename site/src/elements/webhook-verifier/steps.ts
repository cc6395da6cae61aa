import type { WebhookErrorCode } from '@keywright/sdk-server'

/** What the SDK checks, in its order, each with what it throws. */
export const STEPS: readonly (readonly [WebhookErrorCode, string])[] = [
  ['WEBHOOK_UNSIGNED', 'The headers of the signature are there.'],
  ['WEBHOOK_KEY_UNKNOWN', 'The key is one that the server publishes.'],
  ['WEBHOOK_SIGNATURE_INVALID', 'The signature is of exactly these bytes, this time and this event.'],
  ['WEBHOOK_STALE', 'The time is within five minutes of yours.'],
]
export const SDK_TITLES: readonly string[] = STEPS.map(([, title]) => title)
/** What is left to the receiver. */
export const NEW_STEP = 'The event is new: its id was not handled before.'
export const STEP_TITLES: readonly string[] = [...SDK_TITLES, NEW_STEP]
