/**
 * Hands messages to the host after they are committed. At least once, in no promised order.
 *
 * Messages for one receiver are a lane: it is worked by one process at a time, and lanes do not wait for each other, so
 * whoever does not answer holds up nobody else's.
 */
import type { Ports, WebhookDelivery } from '../ports.ts'
import { OUTBOX, type Row, type Store, type Write } from '../store/store.ts'
import type { OrganizationRow, WebhookEndpointRow } from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import { type Lanes, openLanes } from './lanes.ts'
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

export interface Delivery {
  /** Begins to deliver what was just written for these receivers. One that failed last time is left to `begin`. */
  soon(organizationId: string, receivers: Iterable<string>): void
  /**
   * Begins to deliver due messages of these organizations. One organization that can't be read doesn't stop the others.
   * @returns how many receivers failed since the previous call
   * @throws the first read error, after all organizations
   */
  begin(organizationIds: readonly string[]): Promise<number>
  /** Settles when nothing is being delivered. */
  idle(): Promise<void>
  /** Hands over what it is at and no more, then settles; what waits, waits for another process or the next start. */
  stop(): Promise<void>
}

/** Of deliveries; requests have the rest. Receivers are waited for without any. */
const STORE_CALLS_AT_ONCE = 4
/** Organizations whose outboxes are looked into at once. */
const READ_AT_ONCE = 4

export function openDelivery(given: Ports, vault: Vault): Delivery {
  const store = withFewCalls(given.store)
  const ports = { ...given, store }
  let isStopped = false
  const lanes = openLanes(ports, (lane) => drain(ports, vault, lane, () => isStopped))

  async function beginOne(organizationId: string): Promise<void> {
    for await (const { receiver, dueAt } of receiversWith(store, organizationId)) {
      if (dueAt <= ports.clock()) lanes.start({ organizationId, receiver })
    }
  }

  return {
    soon(organizationId, receivers) {
      for (const receiver of receivers) lanes.startUnlessFailing({ organizationId, receiver })
    },
    async begin(organizationIds) {
      const failing = lanes.takeFailing()
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
    idle: () => lanes.idle(),
    async stop() {
      isStopped = true
      await lanes.idle()
    },
  }
}

/** The same store, of which no more is asked at once than it has to spare. */
function withFewCalls(store: Store): Pick<Store, 'get' | 'list' | 'commit'> {
  const places = limitPlaces(STORE_CALLS_AT_ONCE)
  const few = <T>(call: () => Promise<T>) => places('store', call)
  return {
    get: (...of) => few(() => store.get(...of)),
    list: (...of) => few(() => store.list(...of)),
    commit: (...of) => few(() => store.commit(...of)),
  }
}

/** What is delivered from. */
type OutboxStore = ReturnType<typeof withFewCalls>

interface OutboxPorts extends Omit<Ports, 'store'> {
  readonly store: OutboxStore
}

type Lane = Parameters<Lanes['start']>[0]

/** Whom messages wait for, and when the first is due: reads one row of each, however many there are. */
async function* receiversWith(
  store: OutboxStore,
  organizationId: string,
): AsyncGenerator<{ readonly receiver: string; readonly dueAt: number }> {
  let after: string | undefined
  for (;;) {
    const [row] = await store.list(organizationId, OUTBOX, { after, limit: 1 })
    if (!row) return
    const receiver = receiverOf(row.id)
    if (receiver === undefined) {
      await adopt(store, organizationId, row)
      after = row.id
      // Its lane may lie before where this stands.
      const { receiver, dueAt } = row.value as unknown as OutboxRow
      yield { receiver, dueAt }
    } else {
      yield { receiver, dueAt: dueAtOf(row.id) }
      after = behind(receiver).after
    }
  }
}

/** Gives a row of an earlier version the id that it has now. */
async function adopt(store: OutboxStore, organization: string, { id, value }: Row): Promise<void> {
  const now = rowIdOf(value as unknown as OutboxRow, id)
  const writes: Write[] = [
    { organization, table: OUTBOX, id, value: undefined },
    { organization, table: OUTBOX, id: now, value },
  ]
  await store.commit({ guards: [], writes })
}

/** Messages that a receiver who answers is handed at once. */
const HANDED_AT_ONCE = 8
/** So many failures without a success between them, and a receiver is left alone until the next round. */
const FAILURES_IN_A_ROW = 3

/**
 * Hands over what is due for a receiver, until nothing is.
 * @returns whether the receiver failed
 */
async function drain(
  ports: OutboxPorts,
  vault: Vault,
  { organizationId, receiver }: Lane,
  isStopped: () => boolean,
): Promise<boolean> {
  // One alone, until it is known that somebody takes them.
  let atOnce = 1
  let failures = 0
  while (!isStopped()) {
    const range = { ...dueFor(receiver, ports.clock()), limit: atOnce }
    const due = await ports.store.list(organizationId, OUTBOX, range)
    if (due.length === 0) return failures > 0
    const tried = await Promise.all(due.map((row) => tryOnce(ports, vault, organizationId, row)))
    await ports.store.commit({ guards: [], writes: tried.flatMap(({ writes }) => writes) })
    const taken = tried.filter(({ isTaken }) => isTaken).length
    failures = taken > 0 ? 0 : failures + tried.length
    if (failures >= FAILURES_IN_A_ROW) return true
    atOnce = taken > 0 ? HANDED_AT_ONCE : 1
  }
  return false
}

/** 1 s, 2 s, 4 s … up to an hour between tries. */
const MAX_DELAY_MS = 60 * 60 * 1000
/** About two days of tries; then the message is given up. */
const MAX_TRIES = 60

/** @returns whether the message was taken, and what is to be written of it */
async function tryOnce(
  ports: OutboxPorts,
  vault: Vault,
  organization: string,
  { id, value }: Row,
): Promise<{ isTaken: boolean; writes: Write[] }> {
  const row = value as unknown as OutboxRow
  const messageId = messageIdOf(id)
  const gone: Write = { organization, table: OUTBOX, id, value: undefined }
  try {
    await hand(ports, openMessage(row, organization, messageId, vault))
    return { isTaken: true, writes: [gone] }
  } catch {
    const tries = row.tries + 1
    if (tries >= MAX_TRIES) return { isTaken: false, writes: [gone] }
    const dueAt = ports.clock() + Math.min(1000 * 2 ** row.tries, MAX_DELAY_MS)
    const again = { ...row, tries, dueAt }
    const later: Write = {
      organization,
      table: OUTBOX,
      id: rowIdOf(again, messageId),
      value: again as never,
    }
    return { isTaken: false, writes: [gone, later] }
  }
}

async function hand(ports: OutboxPorts, message: Message): Promise<void> {
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
  store: OutboxStore,
  { organizationId, endpointId, url }: WebhookDelivery,
): Promise<string | undefined> {
  const get = (table: string, id: string) => store.get(organizationId, table, id) as Promise<unknown>
  const organization = (await get('organization', 'organization')) as OrganizationRow | undefined
  if (!organization) return url
  if (endpointId === undefined) return organization.features['FEATURE_NAME_WEBHOOK']
  const endpoint = (await get('webhookEndpoints', endpointId)) as WebhookEndpointRow | undefined
  return endpoint?.isActive ? endpoint.url : undefined
}
