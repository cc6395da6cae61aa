/** Checks that a delivery comes from your Keywright. */
import { fetchWebhookKeys, verifyWebhook, type Webhook, type WebhookKey } from '@keywright/client/webhooks'

/** Verifies the body as it came. @throws WebhookError */
export type WebhookCheck = (body: string, headers: Parameters<typeof verifyWebhook>[1]) => Promise<Webhook>

/** @param platform stands in for the network and the clock in tests */
export function createWebhookCheck(
  baseUrl: string,
  platform: { fetch?: (url: string) => Promise<Response>; now?: () => number } = {},
): WebhookCheck {
  let keys: readonly WebhookKey[] = []
  let fetchedAt = Number.NEGATIVE_INFINITY
  const now = platform.now ?? Date.now
  return async (body, headers) => {
    try {
      return verifyWebhook(body, headers, { keys, now })
    } catch (error) {
      // Keys rotate. Forged deliveries must not make the service fetch them more than once a minute.
      if (now() - fetchedAt < 60_000) throw error
      fetchedAt = now()
      keys = await fetchWebhookKeys(baseUrl, platform)
      return verifyWebhook(body, headers, { keys, now })
    }
  }
}
