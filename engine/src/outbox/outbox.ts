/**
 * Messages that must survive a crash: written in the transaction that causes them, handed to the host after it is
 * committed, kept until the host took them. At least once, in no promised order.
 */
import type { Ids } from '../ids.ts'
import type { Mail, Ports, Sms, WebhookDelivery } from '../ports.ts'
import type { Store } from '../store/store.ts'
import type { OrganizationRow, WebhookEndpointRow } from '../store/tables.ts'
import type { Partition } from '../store/transaction.ts'

export type Message =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'sms'; readonly sms: Sms }
  | { readonly kind: 'webhook'; readonly webhook: WebhookDelivery }

interface OutboxRow {
  readonly message: Message
  readonly tries: number
  /** Not before this time, in milliseconds. */
  readonly dueAt: number
}

export interface Outbox {
  add(message: Message): void
}

/** Where messages wait. */
export const OUTBOX = 'outbox'
/** 1 s, 2 s, 4 s … up to an hour between tries. */
const MAX_DELAY_MS = 60 * 60 * 1000
/** About two days of tries; then the message is given up. */
const MAX_TRIES = 60

/** The outbox of one organization inside a transaction. */
export function openOutbox(rows: Partition, ids: Ids, now: number): Outbox {
  return {
    add(message) {
      rows.putLookup(OUTBOX, ids.timeOrdered(), { message, tries: 0, dueAt: now } satisfies OutboxRow)
    },
  }
}

/**
 * Hands all due messages of an organization to the host.
 * @returns how many are still waiting
 */
export async function deliverOutbox(ports: Ports, organizationId: string): Promise<number> {
  const { store } = ports
  let waiting = 0
  for (const { id, value } of await store.list(organizationId, OUTBOX)) {
    const row = value as unknown as OutboxRow
    if (row.dueAt > ports.clock()) {
      waiting++
      continue
    }
    const delivered = await hand(ports, row.message).then(
      () => true,
      () => false,
    )
    const tries = row.tries + 1
    if (delivered || tries >= MAX_TRIES) await write(store, organizationId, id, undefined)
    else {
      waiting++
      const dueAt = ports.clock() + Math.min(1000 * 2 ** row.tries, MAX_DELAY_MS)
      await write(store, organizationId, id, { ...row, tries, dueAt })
    }
  }
  return waiting
}

async function hand(ports: Ports, message: Message): Promise<void> {
  switch (message.kind) {
    case 'mail':
      return ports.mail(message.mail)
    case 'sms':
      return ports.sms(message.sms)
    case 'webhook': {
      const url = await currentUrl(ports.store, message.webhook)
      return url === undefined ? undefined : ports.webhook?.({ ...message.webhook, url })
    }
  }
}

/** Where the organization wants the delivery now; undefined when it no longer does. A deleted one cannot say. */
async function currentUrl(
  store: Store,
  { organizationId, endpointId, url }: WebhookDelivery,
): Promise<string | undefined> {
  const get = (table: string, id: string) => store.get(organizationId, table, id) as Promise<unknown>
  const organization = (await get('organization', 'organization')) as OrganizationRow | undefined
  if (!organization) return url
  if (endpointId === undefined) return organization.features['FEATURE_NAME_WEBHOOK']
  const endpoint = (await get('webhookEndpoints', endpointId)) as WebhookEndpointRow | undefined
  return endpoint?.isActive ? endpoint.url : undefined
}

function write(store: Store, organization: string, id: string, row: OutboxRow | undefined): Promise<void> {
  return store.commit({ guards: [], writes: [{ organization, table: OUTBOX, id, value: row as never }] })
}
