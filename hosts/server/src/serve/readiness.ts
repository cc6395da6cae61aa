/** Whether a process will answer calls, for load balancers. */
import type { PostgresStore } from '../store/postgres.ts'
import type { LossWatch } from './lostWrites.ts'
import type { Seal } from './seal.ts'
import { within } from './within.ts'

export interface Readiness {
  readonly status: 'ready' | 'sealed' | 'draining' | 'database not available' | 'database is read-only'
  /** Number of organizations that lost acknowledged writes and reject new ones until an operator acts. Absent if 0. */
  readonly organizationsWithLosses?: number
}

export interface ReadinessParts {
  readonly seal: Pick<Seal, 'state'>
  readonly store: Pick<PostgresStore, 'takesWrites'>
  readonly losses: Pick<LossWatch, 'count'>
  readonly isDraining: () => boolean
}

/** A check answers within this time, whatever the database does. */
const CHECK_MS = 1_500
/** A write that worked counts for this time, so callers can't load the database. */
const REUSE_MS = 1_000

export function createReadiness({
  seal,
  store,
  losses,
  isDraining,
}: ReadinessParts): () => Promise<Readiness> {
  let pending: Promise<Readiness> | undefined
  let writtenAt = -Infinity

  async function write(): Promise<Readiness> {
    try {
      if (!(await store.takesWrites())) return { status: 'database is read-only' }
      writtenAt = performance.now()
      return { status: 'ready' }
    } catch {
      return { status: 'database not available' }
    } finally {
      pending = undefined
    }
  }

  async function state(): Promise<Readiness> {
    if (isDraining()) return { status: 'draining' }
    if (seal.state().sealed) return { status: 'sealed' }
    if (performance.now() - writtenAt < REUSE_MS) return { status: 'ready' }
    // One write at a time: a database that doesn't answer holds one connection, not one per check.
    pending ??= write()
    return within(CHECK_MS, pending, { status: 'database not available' })
  }
  return async () => {
    const organizationsWithLosses = losses.count()
    return { ...(await state()), ...(organizationsWithLosses > 0 && { organizationsWithLosses }) }
  }
}
