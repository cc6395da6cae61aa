/** The context of each phase of a request. Each phase gets only what its job needs. */
import type { Budget } from './budget.ts'
import type { FetchJson } from './http/fetchJson.ts'
import type { Ids } from './ids.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Ports, Settings } from './ports.ts'
import type { Partition, ReadRows } from './store/rows.ts'
import type { ActivityRow, OrganizationRow, StoredActivityRow, UserRow } from './store/tables.ts'
import type { Vault } from './vault.ts'

/** Shared by all phases: rows to read. */
export interface Context {
  /** The organization that the request names, as of the start of the request. */
  readonly organization: OrganizationRow
  readonly rows: ReadRows
  /** Rows of another organization: a sub-organization being created, or the parent's directory. */
  readonly open: (organizationId: string) => Promise<ReadRows>
  /** Milliseconds since 1970; the same throughout a request. */
  readonly now: number
  readonly settings: Settings
  /** Work that the request may still do; loops spend from it and pause. */
  readonly budget: Budget
}

/**
 * For `prepare`, and for queries before they read: may reach issuers. Runs concurrently with other requests, so reads
 * may be stale.
 */
export interface PrepareContext extends Context {
  readonly fetchJson: FetchJson
}

/** A stored activity with the tokens and codes that were posted with it; opens no key material. */
export type Unseal = <A extends ActivityRow | StoredActivityRow>(activity: A) => A

/** For `check`: the caller, and ids for drafted rows. Can't open secrets or write rows. */
export interface CheckContext extends Context {
  /** The posted type, such as `ACTIVITY_TYPE_CREATE_WALLET`. */
  readonly activityType: string
  /** Who submitted the activity: a user of the organization, or of its parent if the call allows that. */
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
   * Registers a write that is kept even if the handler then rejects the request (a wrong try of a one-time code). It
   * runs only if the handler throws, after the handler's own writes are undone.
   */
  readonly keepOnRefusal: (write: (rows: Partition) => Promise<void>) => void
}

export interface Submitter {
  readonly user: UserRow
  readonly organizationId: string
  /** `CREDENTIAL_TYPE_…` of the credential that stamped the submission. */
  readonly credentialType: string
  /** Its public key, as the vote shows it. */
  readonly publicKey: string
}

/** Who sent a request, proven by a stamp or session. */
export interface Caller {
  readonly user: UserRow
  /** The user's own organization: the target, or its parent. */
  readonly organization: OrganizationRow
  readonly credential: CallerCredential
}

export interface CallerCredential {
  /** `CREDENTIAL_TYPE_…`, or `SESSION` for a read-only session. */
  readonly type: string
  /** As the vote shows it; empty for a session. */
  readonly publicKey: string
  readonly signature: string
  readonly scheme: string
  /** Set until a request that the credential stamped for its organization has succeeded. */
  readonly isClaimed?: true
}

/** A context on the rows of another organization: for creating a sub-organization. */
export async function contextOf<C extends Context>(context: C, organization: OrganizationRow): Promise<C> {
  return { ...context, organization, rows: await context.open(organization.organizationId) }
}
