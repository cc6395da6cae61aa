/** What an operator hands to those who help: versions, settings, states and recent problems of a process, and no secret. */
import type { Log, LogEntry } from '@keywright/host'
import { MIGRATIONS } from '../store/postgres/migrations.ts'
import type { PostgresStore } from '../store/postgres.ts'
import type { LossWatch } from './lostWrites.ts'
import type { Readiness, ReadinessWatch } from './readiness.ts'
import type { Seal, SealState } from './seal.ts'

/** Warnings and errors that are remembered. */
const PROBLEMS = 200
/** Organizations whose versions are listed, so that the file stays small. */
const ORGANIZATIONS = 1_000

interface Problem extends LogEntry {
  /** ISO 8601. */
  readonly time: string
}

export interface Problems {
  /** The log, which remembers warnings and errors. */
  readonly log: Log
  /** Oldest first. */
  recent(): readonly Problem[]
}

/** @param now milliseconds since 1970 */
export function rememberProblems(log: Log, now: () => number): Problems {
  const problems: Problem[] = []
  return {
    log(entry) {
      if (entry.level !== 'info') problems.push({ time: new Date(now()).toISOString(), ...entry })
      if (problems.length > PROBLEMS) problems.shift()
      log(entry)
    },
    recent: () => problems,
  }
}

export interface Diagnostics {
  /** ISO 8601. */
  readonly at: string
  readonly process: Readonly<Record<string, unknown>>
  /** Of the server: numbers, switches and addresses of its own, never URLs with passwords. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly readiness: Readiness
  readonly seal: SealState
  /** Of the pool and of PostgreSQL; `error` says why PostgreSQL can't be asked. */
  readonly database: Readonly<Record<string, unknown>>
  readonly recentProblems: readonly Problem[]
}

export interface DiagnosedParts {
  readonly store: PostgresStore
  readonly seal: Seal
  readonly losses: LossWatch
  readonly readiness: ReadinessWatch
  readonly problems: Problems
  readonly release: string
  readonly settings: Diagnostics['settings']
}

/** Settings of PostgreSQL that decide how the server works on it. */
const DATABASE_SETTINGS = [
  'server_version',
  'max_connections',
  'synchronous_commit',
  'synchronous_standby_names',
  'fsync',
  'full_page_writes',
  'default_transaction_isolation',
  'default_transaction_read_only',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
]

export async function diagnose(parts: DiagnosedParts): Promise<Diagnostics> {
  const { seal, readiness, problems, release, settings } = parts
  return {
    at: new Date().toISOString(),
    process: {
      release,
      schema: MIGRATIONS.length,
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      uptimeSeconds: Math.round(process.uptime()),
      memory: process.memoryUsage(),
    },
    settings,
    readiness: await readiness.check(),
    seal: seal.state(),
    database: { pool: parts.store.connectionState(), ...(await askDatabase(parts)) },
    recentProblems: problems.recent(),
  }
}

async function askDatabase({ store, losses }: DiagnosedParts): Promise<Readonly<Record<string, unknown>>> {
  try {
    const organizations = await store.organizations()
    const listed = organizations.slice(0, ORGANIZATIONS)
    const versions = await Promise.all(listed.map((id) => store.version(id)))
    return {
      settings: Object.fromEntries(await store.settings(DATABASE_SETTINGS)),
      sessions: await store.sessions(),
      standbys: await store.standbys(),
      outbox: await store.outboxState(),
      losses: await losses.losses(),
      organizations: organizations.length,
      journals: Object.fromEntries(listed.map((id, n) => [id, versions[n]])),
    }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
