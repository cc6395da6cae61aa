/** Sends webhooks, records deliveries, and resends them on request. */
import type { WebhookDelivery } from '@keywright/engine'
import type { Fetch, HostRows, WebhookSigner, WebhookTry } from '@keywright/host'

export interface SeenDelivery {
  /** Event ID, the same in all attempts. */
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
  /** For the engine. @throws Error if the delivery should be retried */
  readonly deliver: (delivery: WebhookDelivery) => Promise<void>
  /** Newest first. */
  list(): Promise<SeenDelivery[]>
  get(id: string): Promise<SeenDelivery | undefined>
  /** Resends a delivery with the same event ID; undefined for an unknown delivery. */
  replay(id: string): Promise<SeenDelivery | undefined>
  clear(): Promise<void>
}

const TABLE = 'webhooks'
const MAX_SEEN = 500

export async function createDevWebhooks(options: {
  rows: HostRows
  signer: WebhookSigner
  fetch: Fetch
  now: () => number
  /** Whether to send this delivery twice. */
  isDoubled: () => boolean
  onTry: (delivery: SeenDelivery) => void
}): Promise<DevWebhooks> {
  const { rows, onTry } = options
  // In the order of first attempts; stored as rows to survive a restart.
  const kept = await rows.list<{ at: number; delivery: SeenDelivery }>(TABLE)
  const seen = new Map(kept.sort((a, b) => a.at - b.at).map(({ delivery }) => [delivery.id, delivery]))
  let count = kept.at(-1)?.at ?? 0
  const positions = new Map(kept.map(({ at, delivery }) => [delivery.id, at]))

  async function attempt(delivery: WebhookDelivery): Promise<WebhookTry> {
    // Loaded on demand, because most sandboxes never send webhooks.
    const { postWebhook } = await import('@keywright/host/postWebhook')
    const made = await postWebhook(delivery, options)
    const { id, url, organizationId, endpointId, eventType, body } = delivery
    const tries = [...(seen.get(id)?.tries ?? []), made]
    const about = { id, url, organizationId, eventType, body, tries }
    const told: SeenDelivery = endpointId === undefined ? about : { ...about, endpointId }
    seen.set(id, told)
    if (!positions.has(id)) positions.set(id, ++count)
    await rows.put(TABLE, id, { at: positions.get(id), delivery: told })
    if (seen.size > MAX_SEEN) await forget([seen.keys().next().value!])
    onTry(told)
    return made
  }

  async function forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      seen.delete(id)
      positions.delete(id)
    }
    await rows.remove(TABLE, ids)
  }

  return {
    async deliver(delivery) {
      const { outcome } = await attempt(delivery)
      if (outcome === 'RETRY') throw new Error(`the webhook to ${delivery.url} failed and will be retried`)
      if (outcome === 'DELIVERED' && options.isDoubled()) await attempt(delivery)
    },
    list: async () => [...seen.values()].reverse(),
    get: async (id) => seen.get(id),
    async replay(id) {
      const known = seen.get(id)
      if (!known) return undefined
      await attempt(known)
      return seen.get(id)
    },
    clear: () => forget([...seen.keys()]),
  }
}
