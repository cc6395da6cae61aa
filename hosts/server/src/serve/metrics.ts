/** Prometheus metrics of one process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { PostgresStore } from '../store/postgres.ts'
import type { LossWatch } from './lostWrites.ts'
import { within } from './within.ts'

export type MessageKind = 'mail' | 'sms' | 'webhook'
export type MessageOutcome = 'delivered' | 'rejected' | 'retry' | 'no_carrier'

export interface Metrics {
  countRequest(call: string | undefined, status: number, milliseconds: number): void
  /** One attempt to hand over a message. */
  countMessage(kind: MessageKind, outcome: MessageOutcome): void
  /** Measures one store operation. */
  within<T>(operation: string, task: () => Promise<T>): Promise<T>
  /** Reads these values at each scrape. */
  observe(state: ProcessState): void
  readonly contentType: string
  /** The text format of Prometheus. */
  toText(): Promise<string>
}

export interface ProcessState {
  readonly isSealed: () => boolean
  readonly losses: Pick<LossWatch, 'count'>
  readonly store: Pick<PostgresStore, 'outboxState' | 'connectionState'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly droppedLogLines: () => number
}

/** Upper bounds of the buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** A scrape answers within this time, whatever the database does. */
const SCRAPE_MS = 2_000

/** @param version of the release, for `keywright_build_info` */
export function createMetrics(version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'keywright_requests_total',
    help: 'Requests by call and HTTP status.',
    labelNames: ['call', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'keywright_request_duration_seconds',
    help: 'Time to answer a request, by call.',
    labelNames: ['call'],
    buckets: BUCKETS,
    registers,
  })
  const store = new Histogram({
    name: 'keywright_store_duration_seconds',
    help: 'Time of one database operation.',
    labelNames: ['operation', 'outcome'],
    buckets: BUCKETS,
    registers,
  })
  const messages = new Counter({
    name: 'keywright_messages_total',
    help: 'Attempts to hand over emails, text messages and webhooks.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  new Gauge({
    name: 'keywright_build_info',
    help: 'Always 1. The labels name the release.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1)
  collectDefaultMetrics({ register: registry })

  return {
    countRequest(call = 'unknown', status, milliseconds) {
      requests.inc({ call, status })
      duration.observe({ call }, milliseconds / 1000)
    },
    countMessage: (kind, outcome) => messages.inc({ kind, outcome }),
    async within(operation, task) {
      const end = store.startTimer({ operation })
      try {
        const result = await task()
        end({ outcome: 'success' })
        return result
      } catch (error) {
        end({ outcome: 'error' })
        throw error
      }
    },
    observe: (state) => observeProcess(registers, state),
    contentType: registry.contentType,
    toText: () => registry.metrics(),
  }
}

/** Gauges that are read at each scrape. Database values are missing while the database doesn't answer. */
function observeProcess(
  registers: Registry[],
  { isSealed, losses, store, clock, droppedLogLines }: ProcessState,
): void {
  const gauge = (
    name: string,
    help: string,
    read: (set: (value: number) => void) => void | Promise<void>,
  ) => {
    new Gauge({
      name: `keywright_${name}`,
      help,
      registers,
      async collect() {
        this.remove()
        const reading = async () => read((value) => this.set(value))
        // A failed reading leaves its gauge empty.
        await within(
          SCRAPE_MS,
          reading().catch(() => undefined),
          undefined,
        )
      },
    })
  }
  gauge('sealed', '1 while the process has no root secret.', (set) => set(isSealed() ? 1 : 0))
  gauge(
    'log_lines_dropped',
    'Log lines lost since the start: the disk was full, or the reader stopped.',
    (set) => set(droppedLogLines()),
  )
  gauge('organizations_with_losses', 'Organizations that lost acknowledged writes and accept none.', (set) =>
    set(losses.count()),
  )
  new Gauge({
    name: 'keywright_database_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(store.connectionState())) this.set({ state }, count)
    },
  })
  // One read for both gauges.
  let outbox: ReturnType<typeof store.outboxState>
  gauge('outbox_messages', 'Messages in the outbox of all organizations.', async (set) => {
    outbox = store.outboxState()
    set((await outbox).messages)
  })
  gauge('outbox_overdue_seconds', 'How long the first message in the outbox has been due.', async (set) => {
    const { firstDueAt } = await outbox
    set(firstDueAt === undefined ? 0 : Math.max(0, (clock() - firstDueAt) / 1000))
  })
}
