/**
 * Messages that must survive a crash: written by the transaction that causes them, and kept until the host accepts
 * them.
 *
 * The id of a row begins with its receiver and due time. So a delivery reads only what is due for one receiver, no
 * matter how many other messages wait.
 */
import { parseUtf8, toUtf8 } from '@keywright/keys'
import type { Ids } from '../ids.ts'
import type { Mail, Sms, WebhookDelivery } from '../ports.ts'
import type { Partition } from '../store/rows.ts'
import { OUTBOX, type Range, type Write } from '../store/store.ts'
import type { Vault } from '../vault.ts'

export type Message =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'sms'; readonly sms: Sms }
  | { readonly kind: 'webhook'; readonly webhook: WebhookDelivery }

/**
 * Contents of messages (codes, bundles, links, addresses) are encrypted, so that readers of the store don't see them.
 */
export interface OutboxRow {
  readonly kind: Message['kind']
  /** Messages with the same value here go to one receiver. */
  readonly receiver: string
  /** The message as JSON, encrypted for (organization, message). */
  readonly sealed: string
  readonly tries: number
  /** Earliest delivery, in milliseconds. */
  readonly dueAt: number
}

export interface Outbox {
  add(message: Message): void
}

/** The outbox of one organization inside a transaction. */
export function openOutbox(
  rows: Partition,
  { ids, vault, now }: { readonly ids: Ids; readonly vault: Vault; readonly now: number },
): Outbox {
  return {
    add(message) {
      const id = ids.timeOrdered()
      const row = sealMessage(message, rows.organizationId, id, vault, now)
      rows.putLookup(OUTBOX, rowIdOf(row, id), row)
    },
  }
}

/**
 * Receivers that are a carrier of the host: all mail of an organization is one lane, and so are all its text
 * messages.
 */
export const CARRIERS: ReadonlySet<string> = new Set<Message['kind']>(['mail', 'sms'])

/** A waiting message that hasn't been tried. */
export function sealMessage(
  message: Message,
  organizationId: string,
  id: string,
  vault: Vault,
  now: number,
): OutboxRow {
  return {
    kind: message.kind,
    // Keyed, because the URL of a webhook may be a secret of its receiver. Events of sub-organizations for a webhook
    // of their parent have the same receiver.
    receiver:
      message.kind === 'webhook'
        ? vault.mark(message.webhook.organizationId, toUtf8(message.webhook.url))
        : message.kind,
    sealed: vault.seal(organizationId, id, toUtf8(JSON.stringify(message))),
    tries: 0,
    dueAt: now,
  }
}

/** @throws KeysError if it was written under another root secret */
export function openMessage(
  { sealed }: OutboxRow,
  organizationId: string,
  id: string,
  vault: Vault,
): Message {
  return vault.open(organizationId, id, sealed, (text) => JSON.parse(parseUtf8(text, 'message')) as Message)
}

/** Milliseconds since 1970 with a fixed number of digits until the year 5138, so that text order is number order. */
export const outboxTimeOf = (milliseconds: number) =>
  String(Math.max(0, Math.floor(milliseconds))).padStart(14, '0')

/** @param id of the message, which stays the same when its due time changes */
export const rowIdOf = ({ receiver, dueAt }: Pick<OutboxRow, 'receiver' | 'dueAt'>, id: string): string =>
  `${receiver}/${outboxTimeOf(dueAt)}/${id}`

export const messageIdOf = (rowId: string): string => rowId.slice(rowId.lastIndexOf('/') + 1)

export const receiverOf = (rowId: string): string => rowId.split('/')[0]!

export const dueAtOf = (rowId: string): number => Number(rowId.split('/')[1])

export const dueFor = (receiver: string, now: number): Range => ({
  after: `${receiver}/`,
  before: `${receiver}/${outboxTimeOf(now + 1)}`,
})

/** Rows of further receivers come after this id. It follows all that begin as this row does, whatever its end. */
export const behind = (rowId: string): string => {
  const slash = rowId.indexOf('/')
  // In text order, `0` is next to the slash.
  return slash < 0 ? rowId : `${rowId.slice(0, slash)}0`
}

/** Receivers of the messages among these writes. */
export function receiversIn(writes: readonly Write[]): ReadonlySet<string> {
  const ids = writes.filter(({ table, value }) => table === OUTBOX && value !== undefined)
  return new Set(ids.map(({ id }) => receiverOf(id)))
}
