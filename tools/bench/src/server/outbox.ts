/** Messages that wait in the outboxes of many organizations, and ten processes that look for them. */
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { OUTBOX, openVault } from '@keywright/engine'
import { createTestEngine, waitingMail } from '@keywright/engine/test'
import { openTestStore, startDelivering } from '@keywright/server/test'
import { atMost, type Row, times } from '../table.ts'

const PROCESSES = 10
const ROOT_SECRET = new Uint8Array(32).fill(7)
const organizations: readonly string[] = Array.from({ length: 5_000 }, () => randomUUID())

type Store = Awaited<ReturnType<typeof openTestStore>>

/** The reference reads and removes the same rows, each organization by one process and without leases. */
export async function benchOutbox(createDatabase: () => Promise<string>): Promise<Row> {
  const delivered = await secondsOf(await createDatabase(), deliverAll)
  const removed = await secondsOf(await createDatabase(), removeAll)
  return {
    what: `a message each of ${organizations.length} organizations, found and delivered by ${PROCESSES} processes`,
    value: `${delivered.toFixed(1)} s`,
    reference: `${removed.toFixed(1)} s the same rows read and removed`,
    ratio: times(delivered / removed),
    ...atMost(delivered / removed, 4, '4 ×'),
  }
}

async function secondsOf(databaseUrl: string, task: (stores: readonly Store[]) => Promise<void>) {
  const open = () => openTestStore(databaseUrl, { connections: 4 })
  const stores = await Promise.all(Array.from({ length: PROCESSES }, open))
  const vault = openVault(ROOT_SECRET, (length) => new Uint8Array(length))
  const writes = organizations.map((id) => waitingMail(id, 'message', vault, 0))
  await stores[0]!.commit({ guards: [], writes })
  const started = performance.now()
  await task(stores)
  const seconds = (performance.now() - started) / 1000
  await Promise.all(stores.map((store) => store.close()))
  return seconds
}

/** Engines in one process represent processes: each has its own connections. */
async function deliverAll(stores: readonly Store[]): Promise<void> {
  const waiting = new Set(organizations)
  const progress = new EventEmitter()
  const done = once(progress, 'done')
  const delivering = stores.map((store, n) => {
    const engine = createTestEngine(`bench outbox ${n}`, {
      store,
      rootSecret: ROOT_SECRET,
      clock: Date.now,
      deliverAlone: (queue, deliver) => store.withLease(queue, deliver).then(() => undefined),
      async mail({ organizationId }) {
        waiting.delete(organizationId)
        if (waiting.size === 0) progress.emit('done')
      },
    })
    const polling = startDelivering(
      store,
      () => engine,
      () => undefined,
    )
    return async () => {
      await polling.stop()
      await engine.stopDelivery()
    }
  })
  await done
  for (const stop of delivering) await stop()
}

async function removeAll(stores: readonly Store[]): Promise<void> {
  const left = organizations.values()
  const remove = async (store: Store) => {
    for (const organization of left) {
      const [row] = await store.list(organization, OUTBOX, { limit: 1 })
      const writes = [{ organization, table: OUTBOX, id: row!.id, value: undefined }]
      await store.commit({ guards: [], writes })
    }
  }
  await Promise.all(stores.flatMap((store) => Array.from({ length: 4 }, () => remove(store))))
}
