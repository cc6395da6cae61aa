/**
 * Messages that must survive a crash: written in the transaction that causes them, kept until the host took them.
 *
 * The id of a row begins with its receiver and the time at which it is due. So whoever delivers reads what is due for
 * one receiver and nothing else, however many messages wait for others or for later.
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

/** What is in a message (codes, bundles, links, addresses) is nobody's who reads the store. */
export interface OutboxRow {
  readonly kind: Message['kind']
  /** Messages with the same text here go to one receiver. */
  readonly receiver: string
  /** The message as JSON, encrypted for (organization, message). */
  readonly sealed: string
  readonly tries: number
  /** Not before this time, in milliseconds. */
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
      rows.putEntry(OUTBOX, rowIdOf(row, id), row)
    },
  }
}

/** Receivers that are a carrier of the host: all mail of an organization is one lane, and so are all text messages. */
export const CARRIERS: ReadonlySet<string> = new Set<Message['kind']>(['mail', 'sms'])

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
    // Keyed: the address of a webhook may be a secret of its receiver. What sub-organizations tell a webhook of their
    // parent is for one receiver.
    receiver:
      message.kind === 'webhook'
        ? vault.mark(message.webhook.organizationId, toUtf8(message.webhook.url))
        : message.kind,
    sealed: vault.seal(organizationId, id, toUtf8(JSON.stringify(message))),
    tries: 0,
    dueAt: now,
  }
}

/** @throws KeysError when it was written under another root secret */
export function openMessage(
  { sealed }: OutboxRow,
  organizationId: string,
  id: string,
  vault: Vault,
): Message {
  return vault.open(organizationId, id, sealed, (text) => JSON.parse(parseUtf8(text, 'message')) as Message)
}

/** Milliseconds since 1970 in as many digits until the year 5138: text order is number order. */
export const outboxTimeOf = (milliseconds: number) =>
  String(Math.max(0, Math.floor(milliseconds))).padStart(14, '0')

/** @param id of the message, which stays the same when it becomes due anew */
export const rowIdOf = ({ receiver, dueAt }: Pick<OutboxRow, 'receiver' | 'dueAt'>, id: string): string =>
  `${receiver}/${outboxTimeOf(dueAt)}/${id}`

/** The id of the message of a row; rows of earlier versions have that alone. */
export const messageIdOf = (rowId: string): string => rowId.slice(rowId.lastIndexOf('/') + 1)

/** The receiver of a row, or undefined for one of earlier versions. */
export function receiverOf(rowId: string): string | undefined {
  const end = rowId.indexOf('/')
  return end < 0 ? undefined : rowId.slice(0, end)
}

/** When a row is due; those of earlier versions do not say it. */
export const dueAtOf = (rowId: string): number => Number(rowId.split('/')[1])

/** Rows for a receiver that are due. */
export const dueFor = (receiver: string, now: number): Range => ({
  after: `${receiver}/`,
  before: `${receiver}/${outboxTimeOf(now + 1)}`,
})

/** Rows behind those of a receiver. */
export const behind = (receiver: string): Range => ({ after: `${receiver}/\uffff` })

/** Whom writes leave messages for. */
export function receiversIn(writes: readonly Write[]): ReadonlySet<string> {
  const ids = writes.filter(({ table, value }) => table === OUTBOX && value !== undefined)
  return new Set(ids.flatMap(({ id }) => receiverOf(id) ?? []))
}
