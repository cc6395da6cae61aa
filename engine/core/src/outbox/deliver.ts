/**
 * Hands messages to the host after their commit: at least once, in no guaranteed order.
 *
 * Messages for one receiver form a queue. Only one process works on a queue at a time, and queues don't wait for each
 * other, so a silent receiver doesn't delay others.
 */
import type { Ports, WebhookDelivery } from '../ports.ts'
import { openPartition, type PartitionSetting } from '../store/partition.ts'
import { RowAltered } from '../store/rowAltered.ts'
import { OUTBOX, type ReadStore, type Row, type Store, type Write } from '../store/store.ts'
import type { Vault } from '../vault.ts'
import { limitPlaces } from './limitPlaces.ts'
import {
  behind,
  dueAtOf,
  dueFor,
  type Message,
  messageIdOf,
  type OutboxRow,
  openMessage,
  receiverOf,
  rowIdOf,
} from './outbox.ts'
import { openQueues, type Queues } from './queues.ts'

export interface Delivery {
  /** Starts to deliver new messages for these receivers. Receivers that failed last time are left to `begin`. */
  soon(organizationId: string, receivers: Iterable<string>): void
  /**
   * Starts to deliver due messages of these organizations. An organization that can't be read doesn't stop the
   * others.
   * @returns how many receivers failed since the previous call
   * @throws the first read error, after all organizations
   */
  begin(organizationIds: readonly string[]): Promise<number>
  /** Settles when no delivery is under way. */
  idle(): Promise<void>
  /** Finishes the deliveries under way, then settles; the rest waits for another process or the next start. */
  stop(): Promise<void>
}

/** What opens messages and verifies rows. */
export interface DeliverySetting extends PartitionSetting {
  readonly vault: Vault
}

/** Concurrent store calls of deliveries; requests have the rest. No call is held while waiting for a receiver. */
const STORE_CALLS_AT_ONCE = 4
/** Organizations whose outboxes are read concurrently. */
const READ_AT_ONCE = 4

export function openDelivery(given: Ports, setting: DeliverySetting): Delivery {
  const store = withFewCalls(given.store)
  const ports = { ...given, store }
  let isStopped = false
  const queues = openQueues(ports, (queue) => drain(ports, setting, queue, () => isStopped))

  async function beginOne(organizationId: string): Promise<void> {
    for await (const { receiver, dueAt } of receiversWith(store, organizationId)) {
      // An id that the engine didn't write may say no time.
      if (!(dueAt > ports.clock())) queues.start({ organizationId, receiver })
    }
  }

  return {
    soon(organizationId, receivers) {
      for (const receiver of receivers) queues.startUnlessFailing({ organizationId, receiver })
    },
    async begin(organizationIds) {
      const failing = queues.takeFailing()
      const left = organizationIds.values()
      const failures: unknown[] = []
      const serve = async () => {
        for (const organizationId of left) {
          try {
            await beginOne(organizationId)
          } catch (error) {
            failures.push(error)
          }
        }
      }
      await Promise.all(Array.from({ length: READ_AT_ONCE }, serve))
      if (failures.length > 0) throw failures[0]
      return failing
    },
    idle: () => queues.idle(),
    async stop() {
      isStopped = true
      await queues.idle()
    },
  }
}

function withFewCalls(store: Store): ReadStore & Pick<Store, 'commit'> {
  const places = limitPlaces(STORE_CALLS_AT_ONCE)
  const few = <T>(call: () => Promise<T>) => places('store', call)
  return {
    get: (...of) => few(() => store.get(...of)),
    read: (...of) => few(() => store.read(...of)),
    list: (...of) => few(() => store.list(...of)),
    commit: (...of) => few(() => store.commit(...of)),
  }
}

type OutboxStore = ReturnType<typeof withFewCalls>

interface OutboxPorts extends Omit<Ports, 'store'> {
  readonly store: OutboxStore
}

type Queue = Parameters<Queues['start']>[0]

/**
 * Receivers with messages, and when their first one is due. Reads two rows per receiver: without a second row, there is no
 * further receiver, which saves a read for most organizations.
 */
async function* receiversWith(
  store: OutboxStore,
  organizationId: string,
): AsyncGenerator<{ readonly receiver: string; readonly dueAt: number }> {
  let after: string | undefined
  for (;;) {
    const [row, next] = await store.list(organizationId, OUTBOX, { after, limit: 2 })
    if (!row) return
    const receiver = receiverOf(row.id)
    yield { receiver, dueAt: dueAtOf(row.id) }
    if (!next) return
    after = behind(row.id)
  }
}

/** Messages that a working receiver gets concurrently. */
const HANDED_AT_ONCE = 8
/** A receiver with this many failures in a row is left alone until the next round. */
const FAILURES_IN_A_ROW = 3

/**
 * Delivers due messages to a receiver until there are no more. What another process adds during the last delivery waits
 * for the next poll.
 * @returns whether the receiver failed
 */
async function drain(
  ports: OutboxPorts,
  setting: DeliverySetting,
  { organizationId, receiver }: Queue,
  isStopped: () => boolean,
): Promise<boolean> {
  // Send one message first, until the receiver accepts one.
  let atOnce = 1
  let failures = 0
  while (!isStopped()) {
    // One more row than is handed over tells whether to read again.
    const range = { ...dueFor(receiver, ports.clock()), limit: atOnce + 1 }
    const found = await ports.store.list(organizationId, OUTBOX, range)
    if (found.length === 0) return failures > 0
    const due = found.slice(0, atOnce)
    const tried = await Promise.all(due.map((row) => tryOnce(ports, setting, organizationId, row)))
    await ports.store.commit({ guards: [], writes: tried.flatMap(({ writes }) => writes) })
    const taken = tried.filter(({ isTaken }) => isTaken).length
    failures = taken > 0 ? 0 : failures + tried.length
    if (failures >= FAILURES_IN_A_ROW) return true
    if (found.length === due.length) return failures > 0
    atOnce = taken > 0 ? HANDED_AT_ONCE : 1
  }
  return false
}

/** Upper bound of the delay between tries: 1 s, 2 s, 4 s … up to an hour. */
const MAX_DELAY_MS = 60 * 60 * 1000
/** After this many tries, about two days, the message is dropped. */
const MAX_TRIES = 60

/** @returns whether the message was accepted, and the resulting writes */
async function tryOnce(
  ports: OutboxPorts,
  setting: DeliverySetting,
  organization: string,
  { id, value }: Row,
): Promise<{ isTaken: boolean; writes: Write[] }> {
  const row = value as unknown as OutboxRow
  const messageId = messageIdOf(id)
  const gone: Write = { organization, table: OUTBOX, id, value: undefined }
  // No secret opens it, and it would delay what comes after it.
  if (typeof Object(row).sealed !== 'string' || !Number.isSafeInteger(row.tries) || row.tries < 0) {
    ports.log?.('outbox', new RowAltered(organization, OUTBOX, id))
    return { isTaken: false, writes: [gone] }
  }
  try {
    await hand(ports, setting, openMessage(row, organization, messageId, setting.vault))
    return { isTaken: true, writes: [gone] }
  } catch (error) {
    // Kept until the operator has restored the row that says where it goes.
    const isAltered = error instanceof RowAltered
    if (isAltered) ports.log?.('outbox', error)
    const tries = row.tries + (isAltered ? 0 : 1)
    if (tries >= MAX_TRIES) return { isTaken: false, writes: [gone] }
    const dueAt = ports.clock() + Math.min(1000 * 2 ** row.tries, MAX_DELAY_MS)
    const again = { ...row, receiver: receiverOf(id), tries, dueAt }
    const later: Write = {
      organization,
      table: OUTBOX,
      id: rowIdOf(again, messageId),
      value: again as never,
    }
    return { isTaken: false, writes: [gone, later] }
  }
}

async function hand(ports: OutboxPorts, setting: DeliverySetting, message: Message): Promise<void> {
  switch (message.kind) {
    case 'mail':
      return ports.mail(message.mail)
    case 'sms':
      return ports.sms(message.sms)
    case 'webhook': {
      const url = await currentUrl(ports.store, setting, message.webhook)
      const { unfitWebhook } = await import('../publicTarget.ts')
      // The host decides which URLs are allowed, and its settings may have changed since the URL was registered.
      if (url === undefined || unfitWebhook(url, ports.settings ?? {}) !== undefined) return
      return ports.webhook?.({ ...message.webhook, url })
    }
  }
}

/**
 * The endpoint's current URL; undefined if the organization no longer wants the delivery, or was deleted.
 * @throws RowAltered
 */
async function currentUrl(
  store: OutboxStore,
  setting: DeliverySetting,
  { organizationId, endpointId }: WebhookDelivery,
): Promise<string | undefined> {
  for (;;) {
    const rows = await openPartition(store, setting, organizationId, [])
    try {
      if (endpointId === undefined) {
        const organization = await rows.get('organization', 'organization')
        return organization?.features['FEATURE_NAME_WEBHOOK']
      }
      const endpoint = await rows.get('webhookEndpoints', endpointId)
      return endpoint?.isActive ? endpoint.url : undefined
    } catch (error) {
      // A commit in between changes rows that are read afterwards.
      if ((await store.read(organizationId, [])).facts === rows.facts) throw error
    }
  }
}
