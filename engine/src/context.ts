/** What handlers work with: the rows of the transaction, time, ids, keys and the outbox. Nothing else. */
import type { Ids } from './ids.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Ports, Settings } from './ports.ts'
import type { OrganizationRow, UserRow } from './store/tables.ts'
import type { Partition } from './store/transaction.ts'
import type { Vault } from './vault.ts'

/** For queries and everything below. */
export interface Context {
  /** The organization that the request names, as it was when the request began. */
  readonly organization: OrganizationRow
  /** Its rows. */
  readonly rows: Partition
  /** Rows of another organization: a sub-organization being made, or the parent's directory. */
  readonly open: (organizationId: string) => Promise<Partition>
  /** Milliseconds since 1970; the same throughout a request. */
  readonly now: number
  readonly ids: Ids
  readonly random: Ports['random']
  readonly fetch: Ports['fetch']
  readonly vault: Vault
  readonly settings: Settings
  readonly observe: Ports['observe']
}

/** For handlers of submits. */
export interface ActivityContext extends Context {
  readonly activityId: string
  /** The posted type, such as `ACTIVITY_TYPE_CREATE_WALLET`. */
  readonly activityType: string
  /** Who submitted the activity: a user of the organization, or of its parent where parents may. */
  readonly submitter: Submitter
  /** Mail, SMS and webhooks, sent after the transaction is committed. */
  readonly outbox: Outbox
  /**
   * Writes something although the handler then refuses (a wrong try of a one-time code). Runs in a transaction of
   * its own, and only when the handler throws.
   */
  readonly keepOnRefusal: (write: (rows: Partition) => Promise<void>) => void
}

export interface Submitter {
  readonly user: UserRow
  readonly organizationId: string
}

/** Who sent a request, proven by a stamp or session. */
export interface Caller {
  readonly user: UserRow
  /** The organization whose user this is: the target, or its parent. */
  readonly organization: OrganizationRow
  readonly credential: CallerCredential
}

export interface CallerCredential {
  /** `CREDENTIAL_TYPE_…`, or `SESSION` for a read-only session. */
  readonly type: string
  /** As a vote repeats it; empty for a session. */
  readonly publicKey: string
  readonly signature: string
  readonly scheme: string
}

/** A context whose rows are those of another organization: for making a sub-organization. */
export async function contextOf<C extends Context>(context: C, organization: OrganizationRow): Promise<C> {
  return { ...context, organization, rows: await context.open(organization.organizationId) }
}
