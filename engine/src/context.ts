/** What each phase of a request works with. A phase has what its job needs, and nothing that another phase is for. */
import type { Budget } from './budget.ts'
import type { FetchJson } from './http/fetchJson.ts'
import type { Ids } from './ids.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Ports, Settings } from './ports.ts'
import type { Partition, ReadRows } from './store/rows.ts'
import type { ActivityRow, OrganizationRow, UserRow } from './store/tables.ts'
import type { Vault } from './vault.ts'

/** Of every phase: rows to read. */
export interface Context {
  /** The organization that the request names, as it was when the request began. */
  readonly organization: OrganizationRow
  /** Its rows. */
  readonly rows: ReadRows
  /** Rows of another organization: a sub-organization being made, or the parent's directory. */
  readonly open: (organizationId: string) => Promise<ReadRows>
  /** Milliseconds since 1970; the same throughout a request. */
  readonly now: number
  readonly settings: Settings
  /** What the request may still ask for; loops spend from it and let others run. */
  readonly budget: Budget
}

/** For `prepare`, and the beginning of queries: may reach issuers. Runs beside everybody else's requests, so what is read may be old. */
export interface PrepareContext extends Context {
  readonly fetchJson: FetchJson
}

/** A stored activity with the tokens and codes that were posted with it; opens no key material. */
export type WholeOf = (stored: ActivityRow) => ActivityRow

/** For `check`: who asks, and ids for the rows that it drafts. No secret can be opened here, and no row written. */
export interface CheckContext extends Context {
  /** The posted type, such as `ACTIVITY_TYPE_CREATE_WALLET`. */
  readonly activityType: string
  /** Who submitted the activity: a user of the organization, or of its parent where parents may. */
  readonly submitter: Submitter
  readonly ids: Ids
  /** The public key by which verification tokens are verified. */
  readonly tokenPublicKey: Uint8Array
}

/** For `execute`: rows to write, and the vault. */
export interface ExecuteContext extends CheckContext {
  readonly rows: Partition
  readonly open: (organizationId: string) => Promise<Partition>
  readonly activityId: string
  readonly random: Ports['random']
  readonly vault: Vault
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
  /** `CREDENTIAL_TYPE_…` of what stamped the submission. */
  readonly credentialType: string
  /** Its public key, as the vote repeats it. */
  readonly publicKey: string
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
