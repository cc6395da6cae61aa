/**
 * Detects acknowledged writes that the database has lost, for example after a failover to a standby that lacked them.
 *
 * Each process remembers which version of an organization and which activities it acknowledged. If the database lacks
 * any of them, all processes reject writes to the organization until an operator accepts the loss.
 */
import type { Row, Store } from '@keywright/engine'
import { describeError, type HostRows, type Log, newId, SERVER } from '@keywright/host'
import type { PostgresStore } from '../store/postgres.ts'
import { createAcknowledged } from './acknowledged.ts'
import { acknowledgingStore } from './acknowledgingStore.ts'
import { repeat } from './repeat.ts'
import { serverRows } from './rootSecret.ts'

/** Acknowledged writes to one organization that the database lacks. */
export interface Loss {
  readonly organizationId: string
  /** The highest version that the process had acknowledged. */
  readonly knownVersion: number
  /** Lower than `knownVersion`, unless other writes have followed the loss. */
  readonly foundVersion: number
  /** IDs, oldest first, as far as the process remembers them. */
  readonly missingActivities: readonly string[]
  /** ISO 8601. */
  readonly detectedAt: string
}

export interface LossWatch {
  /** The store for the engine. Commits to organizations with losses throw StoreUnavailable. */
  readonly store: Store
  /** Losses that no operator has accepted, of all processes. */
  losses(): Promise<Loss[]>
  /** Allows writes to the organization again, in each process within seconds. @returns the accepted losses */
  accept(organizationId: string): Promise<Loss[]>
  /** Number of organizations with losses. */
  count(): number
  stop(): Promise<void>
}

export type WatchedStore = Store & Pick<PostgresStore, 'incarnation'>

interface WatchOptions {
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Default: 1,000. */
  readonly intervalMs?: number
}

const TABLE = 'losses'

export function watchForLosses(store: WatchedStore, options: WatchOptions): LossWatch {
  const finder = new LossFinder(store, options)
  const { log, intervalMs = 1_000 } = options
  const polling = repeat(
    intervalMs,
    () => finder.poll(),
    (error) => log({ level: 'warn', message: 'cannot look for lost writes', ...describeError(error) }),
  )
  return {
    store: acknowledgingStore(store, finder),
    losses: async () => (await store.list(SERVER, TABLE)).map(lossIn),
    accept: (organizationId) => acceptLosses(store, (id) => id.startsWith(`${organizationId}/`)),
    count: () => finder.count(),
    stop: polling.stop,
  }
}

/** @param isMeant chooses rows by their IDs. Default: all */
export async function acceptLosses(
  store: Store,
  isMeant: (id: string) => boolean = () => true,
): Promise<Loss[]> {
  const accepted = (await store.list(SERVER, TABLE)).filter(({ id }) => isMeant(id))
  await serverRows(store).remove(
    TABLE,
    accepted.map(({ id }) => id),
  )
  return accepted.map(lossIn)
}

const organizationOf = ({ id }: Row): string => id.slice(0, id.lastIndexOf('/'))

/** A damaged row still stops the organization that its ID names. */
function lossIn(row: Row): Loss {
  const members = typeof row.value === 'object' ? row.value : {}
  return { ...(members as unknown as Loss), organizationId: organizationOf(row) }
}

/** Organizations checked at the same time after a failover. */
const CHECKED_TOGETHER = 32

class LossFinder {
  readonly acknowledged
  readonly rows: HostRows
  readonly #store: WatchedStore
  readonly #options: WatchOptions
  readonly #processId = newId()
  /** Organizations with losses that are in the database, from any process. */
  #saved: ReadonlySet<string> = new Set()
  /** Losses found by this process that are not in the database yet. */
  readonly #unsaved = new Map<string, Loss>()
  /** Organizations that were behind and are being checked. */
  readonly #suspected = new Set<string>()
  /** Undefined after a poll that failed. */
  #incarnation: string | undefined

  constructor(store: WatchedStore, options: WatchOptions) {
    this.#store = store
    this.#options = options
    this.rows = serverRows(store)
    this.acknowledged = createAcknowledged(options.clock)
  }

  readonly isStopped = (organization: string): boolean =>
    this.#saved.has(organization) || this.#unsaved.has(organization) || this.#suspected.has(organization)

  readonly compare = (organization: string, known: number, found: number): void => {
    if (found >= known || this.isStopped(organization)) return
    this.#suspected.add(organization)
    // If the check fails, the next poll repeats it.
    this.#check(organization).catch(() => undefined)
  }

  count(): number {
    return new Set([...this.#saved, ...this.#unsaved.keys(), ...this.#suspected]).size
  }

  async poll(): Promise<void> {
    const before = this.#incarnation
    this.#incarnation = undefined
    const now = await this.#store.incarnation()
    const news = await this.#readSaved()
    // After a failover or an outage, anything can be missing.
    await this.#checkAll(now === before ? [...news, ...this.#suspected] : this.acknowledged.organizations())
    await this.#save()
    this.#incarnation = now
  }

  /** @returns organizations with losses that this process didn't know */
  async #readSaved(): Promise<string[]> {
    const open = new Set((await this.#store.list(SERVER, TABLE)).map(organizationOf))
    // What was acknowledged before an operator accepted the loss may be missing.
    for (const organization of this.#saved)
      if (!open.has(organization)) this.acknowledged.forget(organization)
    const news = [...open].filter((organization) => !this.#saved.has(organization))
    this.#saved = open
    return news
  }

  async #checkAll(organizations: readonly string[]): Promise<void> {
    for (let n = 0; n < organizations.length; n += CHECKED_TOGETHER) {
      await Promise.all(organizations.slice(n, n + CHECKED_TOGETHER).map((one) => this.#check(one)))
    }
  }

  /** Looks for everything that this process acknowledged to the organization. */
  async #check(organization: string): Promise<void> {
    const { version, activities } = this.acknowledged.of(organization)
    const readings = activities.map((id) => ({ table: 'activities', id }))
    const moment = await this.#store.read(organization, readings)
    const missingActivities = activities.filter((_, n) => moment.answers[n]!.value === undefined)
    this.#suspected.delete(organization)
    if (moment.version >= version && missingActivities.length === 0) return
    const { log, clock } = this.#options
    const loss: Loss = {
      organizationId: organization,
      knownVersion: version,
      foundVersion: moment.version,
      missingActivities,
      detectedAt: new Date(clock()).toISOString(),
    }
    this.#unsaved.set(organization, loss)
    // From now on, the database's version counts.
    this.acknowledged.forget(organization)
    log({ level: 'error', message: 'the database has lost acknowledged writes', audit: true, ...loss })
  }

  async #save(): Promise<void> {
    for (const [organization, loss] of this.#unsaved) {
      await this.rows.put(TABLE, `${organization}/${this.#processId}`, loss)
      this.#saved = new Set([...this.#saved, organization])
      this.#unsaved.delete(organization)
    }
  }
}
