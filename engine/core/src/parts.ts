/** The parts of an engine, for the functions that serve a request. */
import type { QueryCall, SubmitCall } from '@keywright/contract'
import type { RequestBody } from './http/readBody.ts'
import type { Ids } from './ids.ts'
import type { Ports } from './ports.ts'
import type { OrganizationRow } from './store/tables.ts'
import type { CommitSetup, Transaction } from './store/transaction.ts'
import type { InTurn } from './turns.ts'
import type { Vault } from './vault.ts'

export interface EngineParts extends CommitSetup {
  readonly ports: Ports
  readonly ids: Ids
  readonly vault: Vault
  /** Runs the tasks of one organization one at a time, so that they don't conflict with each other. */
  readonly inTurn: InTurn
  /** Delivers the organization's new messages for these receivers to the host, after the response. */
  readonly deliverSoon: (organizationId: string, receivers: ReadonlySet<string>) => void
}

/** A request whose call was found and whose body was read. */
export interface Incoming<C extends QueryCall | SubmitCall = QueryCall | SubmitCall> {
  readonly call: C
  readonly headers: Headers
  readonly body: RequestBody
}

/** The members that the contexts of all phases share, on the rows of `organization`. */
export async function openContext(
  { ports, ids, vault }: EngineParts,
  transaction: Transaction,
  organization: OrganizationRow,
  now: number,
) {
  return {
    organization,
    rows: await transaction.organization(organization.organizationId),
    open: transaction.organization,
    now,
    settings: ports.settings ?? {},
    ids,
    tokenPublicKey: vault.signer.publicKey,
  }
}

/** Lets waiting tasks run. */
export const pauseOf = ({ ports }: EngineParts): (() => Promise<void>) => ports.pause ?? afterOtherTasks

/** A macrotask in every host. */
const afterOtherTasks = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
