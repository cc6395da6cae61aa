/** Webhook deliveries: sent, kept to be looked at, and sent again when asked. */
import type { WebhookDelivery } from '@keywright/engine'
import { type Fetch, postWebhook, type WebhookTry } from '../webhooks/post.ts'
import type { WebhookSigner } from '../webhooks/signer.ts'

export interface SeenDelivery {
  /** The event's id, the same in all tries. */
  readonly id: string
  readonly url: string
  readonly organizationId: string
  readonly endpointId?: string
  readonly eventType: string
  /** JSON text, as posted. */
  readonly body: string
  readonly tries: readonly WebhookTry[]
}

export interface DevWebhooks {
  /** For the engine: throws when it should be tried again. */
  readonly deliver: (delivery: WebhookDelivery) => Promise<void>
  /** Newest first. */
  list(): SeenDelivery[]
  get(id: string): SeenDelivery | undefined
  /** Posts it once more, with the same event id; undefined for an unknown one. */
  replay(id: string): Promise<SeenDelivery | undefined>
  clear(): void
}

const MAX_SEEN = 500

export function createDevWebhooks(options: {
  signer: WebhookSigner
  fetch: Fetch
  now: () => number
  /** Whether this delivery is to arrive twice. */
  isDoubled: () => boolean
}): DevWebhooks {
  const seen = new Map<string, SeenDelivery>()

  async function attempt(delivery: WebhookDelivery): Promise<WebhookTry> {
    const made = await postWebhook(delivery, options)
    const { id, url, organizationId, endpointId, eventType, body } = delivery
    const tries = [...(seen.get(id)?.tries ?? []), made]
    const about = { id, url, organizationId, eventType, body, tries }
    seen.set(id, endpointId === undefined ? about : { ...about, endpointId })
    if (seen.size > MAX_SEEN) seen.delete(seen.keys().next().value!)
    return made
  }

  return {
    async deliver(delivery) {
      const { outcome } = await attempt(delivery)
      if (outcome === 'RETRY') throw new Error(`the webhook to ${delivery.url} is to be tried again`)
      if (outcome === 'DELIVERED' && options.isDoubled()) await attempt(delivery)
    },
    list: () => [...seen.values()].reverse(),
    get: (id) => seen.get(id),
    async replay(id) {
      const known = seen.get(id)
      if (!known) return undefined
      await attempt(known)
      return seen.get(id)
    },
    clear: () => seen.clear(),
  }
}
