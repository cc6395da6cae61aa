/** Prometheus metrics of one process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { MIGRATIONS } from '../store/postgres/migrations.ts'
import type { PostgresStore } from '../store/postgres.ts'
import type { ExportingHeads } from './exportingHeads.ts'
import type { LossWatch } from './lostWrites.ts'
import type { ReadinessWatch } from './readiness.ts'
import { within } from './within.ts'

const MESSAGE_KINDS = ['mail', 'sms', 'webhook'] as const
const MESSAGE_OUTCOMES = ['delivered', 'rejected', 'retry', 'no_carrier'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number]

export interface Metrics {
  countRequest(call: string | undefined, status: number, milliseconds: number): void
  /** One attempt to hand over a message. */
  countMessage(kind: MessageKind, outcome: MessageOutcome): void
  /** A share that the operators' port rejected. */
  countRejectedShare(): void
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
  readonly readiness: ReadinessWatch
  readonly losses: Pick<LossWatch, 'count'>
  readonly store: Pick<PostgresStore, 'outboxState' | 'connectionState' | 'sessions' | 'standbys'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly droppedLogLines: () => number
  /** Milliseconds since 1970; undefined without TLS. */
  readonly certificateExpiry: () => number | undefined
  /** Undefined without a stream of heads. */
  readonly heads: Pick<ExportingHeads, 'problems' | 'exportedAt'> | undefined
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
  // A counter that begins with its first event doesn't increase for Prometheus.
  for (const kind of MESSAGE_KINDS) for (const outcome of MESSAGE_OUTCOMES) messages.inc({ kind, outcome }, 0)
  const rejectedShares = new Counter({
    name: 'keywright_shares_rejected_total',
    help: 'Shares of the root secret that were rejected.',
    registers,
  })
  new Gauge({
    name: 'keywright_build_info',
    help: 'Always 1. The labels name the release.',
    labelNames: ['version', 'schema', 'node'],
    registers,
  }).set({ version, schema: MIGRATIONS.length, node: process.versions.node }, 1)
  collectDefaultMetrics({ register: registry })

  return {
    countRequest(call = 'unknown', status, milliseconds) {
      requests.inc({ call, status })
      duration.observe({ call }, milliseconds / 1000)
    },
    countRejectedShare: () => rejectedShares.inc(),
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

type Read = (set: (value: number | undefined) => void) => void | Promise<void>

/** A gauge that is read at each scrape. A failed or late reading leaves it empty. */
const gaugesIn = (registers: Registry[]) => (name: string, help: string, read: Read) => {
  new Gauge({
    name: `keywright_${name}`,
    help,
    registers,
    async collect() {
      this.remove()
      const reading = async () => read((value) => value !== undefined && this.set(value))
      await within(
        SCRAPE_MS,
        reading().catch(() => undefined),
        undefined,
      )
    },
  })
}

function observeProcess(registers: Registry[], state: ProcessState): void {
  const { isSealed, readiness, losses, store, droppedLogLines, certificateExpiry, heads } = state
  const gauge = gaugesIn(registers)
  new Gauge({
    name: 'keywright_ready',
    help: '1 while the process answers calls. The label has the status of /ready.',
    labelNames: ['reason'],
    registers,
    async collect() {
      this.reset()
      const { status } = await readiness.check()
      this.set({ reason: status }, status === 'ready' ? 1 : 0)
    },
  })
  gauge('sealed', '1 while the process has no root secret.', (set) => set(isSealed() ? 1 : 0))
  gauge('clock_offset_seconds', "By how much the database's clock is ahead of the machine's.", (set) =>
    set(readiness.clockOffset()),
  )
  gauge('certificate_expiry_timestamp_seconds', 'When the TLS certificate expires.', (set) => {
    const expiry = certificateExpiry()
    set(expiry && expiry / 1000)
  })
  gauge('organizations_with_losses', 'Organizations that lost acknowledged writes and accept none.', (set) =>
    set(losses.count()),
  )
  const behind = 'Organizations that do not go on from the exported heads.'
  gauge('organizations_with_head_problems', behind, (set) => set(heads?.problems()))
  gauge('heads_exported_timestamp_seconds', 'When the heads of journals were exported last.', (set) => {
    const at = heads?.exportedAt()
    set(at && at / 1000)
  })
  const dropped = 'Log lines lost since the start: the disk was full, or the reader stopped.'
  gauge('log_lines_dropped', dropped, (set) => set(droppedLogLines()))
  new Gauge({
    name: 'keywright_database_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(store.connectionState())) this.set({ state }, count)
    },
  })
  observeDatabase(registers, state)
}

/** Missing while the database doesn't answer. */
function observeDatabase(registers: Registry[], { store, clock }: ProcessState): void {
  const gauge = gaugesIn(registers)
  gauge('database_standbys', 'Standbys that stream from the database.', async (set) =>
    set(await store.standbys()),
  )
  // One read for both gauges.
  let sessions: ReturnType<typeof store.sessions>
  gauge('database_sessions', 'Sessions of all clients of the database server.', async (set) => {
    sessions = store.sessions()
    set((await sessions).open)
  })
  gauge('database_sessions_max', 'Setting max_connections of the database server.', async (set) =>
    set((await sessions).most),
  )
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
