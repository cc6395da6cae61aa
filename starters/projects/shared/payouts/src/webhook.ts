/** Checks that a delivery comes from your Keywright. */
import { createDevClient } from '@keywright/client/dev'
import { fetchWebhookKeys, verifyWebhook, type Webhook, type WebhookKey } from '@keywright/client/webhooks'

/** Verifies the body as it came. @throws WebhookError */
export type WebhookCheck = (body: string, headers: Parameters<typeof verifyWebhook>[1]) => Promise<Webhook>

/** @param platform stands in for the network and the clock in tests */
export function createWebhookCheck(
  baseUrl: string,
  platform: { fetch?: (url: string) => Promise<Response>; now?: () => number | Promise<number> } = {},
): WebhookCheck {
  let keys: readonly WebhookKey[] = []
  let fetchedAt = Number.NEGATIVE_INFINITY
  const readClock = platform.now ?? clockOf(baseUrl)
  return async (body, headers) => {
    const time = await readClock()
    const now = () => time
    try {
      return verifyWebhook(body, headers, { keys, now })
    } catch (error) {
      // Keys rotate. Forged deliveries must not make the service fetch them more than once a minute.
      if (time - fetchedAt < 60_000) throw error
      fetchedAt = time
      keys = await fetchWebhookKeys(baseUrl, platform)
      return verifyWebhook(body, headers, { keys, now })
    }
  }
}

/** The clock that deliveries are dated by. `POST /dev/clock/advance` moves that of a development server. */
function clockOf(baseUrl: string): () => number | Promise<number> {
  const isOnThisMachine = /^http:\/\/(127\.0\.0\.1|localhost)(:|\/|$)/.test(baseUrl)
  if (!isOnThisMachine) return Date.now
  const { clock } = createDevClient({ baseUrl })
  // A team server has no clock that moves.
  return () => clock.now().catch(Date.now)
}
