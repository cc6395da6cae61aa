/**
 * Messages that must survive a crash: written in the transaction that causes them, handed to the host after it is
 * committed, kept until the host took them. At least once, in no promised order.
 */
import { parseUtf8, toUtf8 } from '@keywright/keys'
import type { ExecuteContext } from '../context.ts'
import type { Mail, Ports, Sms, WebhookDelivery } from '../ports.ts'
import { OUTBOX, type Store } from '../store/store.ts'
import type { OrganizationRow, WebhookEndpointRow } from '../store/tables.ts'
import type { Partition } from '../store/transaction.ts'
import type { Vault } from '../vault.ts'

export type Message =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'sms'; readonly sms: Sms }
  | { readonly kind: 'webhook'; readonly webhook: WebhookDelivery }

/** What is in a message (codes, bundles, links, addresses) is nobody's who reads the store. */
interface OutboxRow {
  readonly kind: Message['kind']
  /** Messages with the same text here go to one receiver. */
  readonly receiver: string
  /** The message as JSON, encrypted for (organization, row). */
  readonly sealed: string
  readonly tries: number
  /** Not before this time, in milliseconds. */
  readonly dueAt: number
}

export interface Outbox {
  add(message: Message): void
}

/** 1 s, 2 s, 4 s … up to an hour between tries. */
const MAX_DELAY_MS = 60 * 60 * 1000
/** About two days of tries; then the message is given up. */
const MAX_TRIES = 60

/** The outbox of one organization inside a transaction. */
export function openOutbox(
  rows: Partition,
  { ids, vault, now }: Pick<ExecuteContext, 'ids' | 'vault' | 'now'>,
): Outbox {
  return {
    add(message) {
      const id = ids.timeOrdered()
      rows.putLookup(OUTBOX, id, sealMessage(message, rows.organizationId, id, vault, now))
    },
  }
}

/** A message as it waits, not yet tried. */
export function sealMessage(
  message: Message,
  organizationId: string,
  id: string,
  vault: Vault,
  now: number,
): OutboxRow {
  return {
    kind: message.kind,
    // Keyed: the address of a webhook may be a secret of its receiver.
    receiver:
      message.kind === 'webhook' ? vault.mark(organizationId, toUtf8(message.webhook.url)) : message.kind,
    sealed: vault.seal(organizationId, id, toUtf8(JSON.stringify(message))),
    tries: 0,
    dueAt: now,
  }
}

function openMessage({ sealed }: OutboxRow, organizationId: string, id: string, vault: Vault): Message {
  return vault.open(organizationId, id, sealed, (text) => JSON.parse(parseUtf8(text, 'message')) as Message)
}

/** What carries messages; one of them may fail while the others work. */
export const CARRIERS = ['mail', 'sms', 'webhook'] as const satisfies Message['kind'][]

/**
 * Hands an organization's due messages of a kind to the host: those for one receiver one after the other, those for
 * several at once, so that a receiver who does not answer holds up nobody else's.
 * @returns how many are still waiting
 */
export async function deliverOutbox(
  ports: Ports,
  vault: Vault,
  organizationId: string,
  kind: Message['kind'],
): Promise<number> {
  const rows = await ports.store.list(organizationId, OUTBOX)
  const waiting = rows
    .map(({ id, value }) => ({ id, row: value as unknown as OutboxRow }))
    .filter(({ row }) => row.kind === kind)
  const due = waiting.filter(({ row }) => row.dueAt <= ports.clock())
  const receivers = new Set(due.map(({ row }) => row.receiver))
  const delivered = await Promise.all(
    Array.from(receivers, async (receiver) => {
      let gone = 0
      for (const { id, row } of due.filter((each) => each.row.receiver === receiver)) {
        if (await tryOnce(ports, vault, organizationId, id, row)) gone++
      }
      return gone
    }),
  )
  return waiting.length - delivered.reduce((sum, gone) => sum + gone, 0)
}

/** @returns whether the message is gone: taken, or given up */
async function tryOnce(
  ports: Ports,
  vault: Vault,
  organizationId: string,
  id: string,
  row: OutboxRow,
): Promise<boolean> {
  let delivered = true
  try {
    await hand(ports, openMessage(row, organizationId, id, vault))
  } catch {
    delivered = false
  }
  const tries = row.tries + 1
  const isGone = delivered || tries >= MAX_TRIES
  const dueAt = ports.clock() + Math.min(1000 * 2 ** row.tries, MAX_DELAY_MS)
  await write(ports.store, organizationId, id, isGone ? undefined : { ...row, tries, dueAt })
  return isGone
}

async function hand(ports: Ports, message: Message): Promise<void> {
  switch (message.kind) {
    case 'mail':
      return ports.mail(message.mail)
    case 'sms':
      return ports.sms(message.sms)
    case 'webhook': {
      const url = await currentUrl(ports.store, message.webhook)
      const { unfitTarget } = await import('../publicTarget.ts')
      // What may be asked is for the host to say, and it may have changed its mind since the URL was set.
      if (url === undefined || unfitTarget(url, ports.settings ?? {}) !== undefined) return
      return ports.webhook?.({ ...message.webhook, url })
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
