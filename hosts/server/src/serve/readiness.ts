/** Whether a process will answer calls, for load balancers. */
import { limits } from '@keywright/contract'
import type { PostgresStore } from '../store/postgres.ts'
import type { LossWatch } from './lostWrites.ts'
import type { Seal } from './seal.ts'
import { within } from './within.ts'

/** All states of a process, for metrics too. */
export const READINESS = [
  'ready',
  'sealed',
  'draining',
  'database not available',
  'database is read-only',
  'database is locked',
  'database is full',
  'database has no free connections',
  'clock differs from the database',
] as const

export interface Readiness {
  readonly status: (typeof READINESS)[number]
  /** By how many seconds the database's clock is ahead. Present if it makes the process reject every request. */
  readonly clockOffsetSeconds?: number
  /** Number of organizations that lost acknowledged writes and reject new ones until an operator acts. Absent if 0. */
  readonly organizationsWithLosses?: number
}

export interface ReadinessParts {
  readonly seal: Pick<Seal, 'state'>
  readonly store: Pick<PostgresStore, 'heartbeat'>
  readonly losses: Pick<LossWatch, 'count'>
  readonly isDraining: () => boolean
}

export interface ReadinessWatch {
  check(): Promise<Readiness>
  /** Of the last heartbeat, in seconds; undefined before the first one. */
  clockOffset(): number | undefined
}

/** A check answers within this time, whatever the database does. */
const CHECK_MS = 1_500
/** A write that worked counts for this time, so callers can't load the database. */
const REUSE_MS = 1_000

const NOT_AVAILABLE: Readiness = { status: 'database not available' }

/** Reasons by SQLSTATE (PostgreSQL manual, appendix A). */
const REASONS: Readonly<Record<string, Readiness['status']>> = {
  '25006': 'database is read-only',
  '55P03': 'database is locked',
  '53100': 'database is full',
  '53300': 'database has no free connections',
}

export function createReadiness({ seal, store, losses, isDraining }: ReadinessParts): ReadinessWatch {
  let pending: Promise<Readiness> | undefined
  let last: { readonly at: number; readonly offset: number } | undefined

  async function beat(): Promise<Readiness> {
    try {
      const offset = (await store.heartbeat()) / 1000
      last = { at: performance.now(), offset }
      return readinessAt(offset)
    } catch (error) {
      const status = REASONS[(error as { readonly code?: string }).code ?? '']
      return status ? { status } : NOT_AVAILABLE
    } finally {
      pending = undefined
    }
  }

  async function state(): Promise<Readiness> {
    if (isDraining()) return { status: 'draining' }
    if (seal.state().sealed) return { status: 'sealed' }
    if (last && performance.now() - last.at < REUSE_MS) return readinessAt(last.offset)
    // One write at a time: a database that doesn't answer holds one connection, not one per check.
    pending ??= beat()
    return within(CHECK_MS, pending, NOT_AVAILABLE)
  }
  return {
    async check() {
      const organizationsWithLosses = losses.count()
      return { ...(await state()), ...(organizationsWithLosses > 0 && { organizationsWithLosses }) }
    },
    clockOffset: () => last?.offset,
  }
}

/** How long a request may have been on its way, in seconds. */
const ON_ITS_WAY = 60

/** If the database has the right time, so have the callers, and their requests look too old or too far ahead. */
function readinessAt(clockOffsetSeconds: number): Readiness {
  const isRight =
    clockOffsetSeconds <= limits.timestampMaxAhead &&
    -clockOffsetSeconds <= limits.timestampMaxAge - ON_ITS_WAY
  return isRight ? { status: 'ready' } : { status: 'clock differs from the database', clockOffsetSeconds }
}
