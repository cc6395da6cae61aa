/** Puts an engine together from its ports. */
import type { RequestOf, ResponseOf } from '@keywright/contract'
import { toHex, uncompressP256PublicKey } from '@keywright/keys'
import { createOrganization, type NewOrganization, type OrganizationCreated } from './bootstrap.ts'
import { countCommits } from './commitCounts.ts'
import { type Engine as EngineParts, handle } from './handle.ts'
import { createIds } from './ids.ts'
import { type JournalVerdict, verifyJournal } from './journal/verify.ts'
import type { NewUserKey, OperatorQuery } from './operator.ts'
import { CARRIERS, deliverOutbox } from './outbox/outbox.ts'
import type { Ports, Watch } from './ports.ts'
import { tellingUnavailable } from './store/unavailable.ts'
import { takeTurns } from './turns.ts'
import { openVault } from './vault.ts'

export interface Engine {
  /** Answers any request; never throws. @param watch who is told about this request's faults and decisions */
  handle(request: Request, watch?: Watch): Promise<Response>
  /** An operator's command, not a call: a parent organization with its root users. */
  createOrganization(organization: NewOrganization): Promise<OrganizationCreated>
  /** An operator's look: what a query answers about an organization, without a stamp; secrets stay withheld. */
  ask<N extends OperatorQuery>(
    name: N,
    organizationId: string,
    filters: Omit<RequestOf<N>, 'organizationId'>,
  ): Promise<ResponseOf<N>>
  /** An operator's command: one more API key for a user. */
  addApiKey(key: NewUserKey): Promise<void>
  /** Checks the whole journal of an organization. */
  verifyJournal(organizationId: string): Promise<JournalVerdict>
  /** Hands due messages to the ports: run it now and then, and after a restart. Default: of all organizations. */
  deliver(organizationIds?: readonly string[]): Promise<{ waiting: number }>
  /** Settles when everything that requests set going in the background is done. */
  idle(): Promise<void>
  /** Uncompressed P-256 point, hex: what clients pin to check export and import bundles. */
  readonly signerPublicKey: string
  readonly ports: Ports
}

/** @throws KeysError `ROOT_SECRET_LENGTH` */
export function createEngine(ports: Ports): Engine {
  const vault = openVault(ports.rootSecret, ports.random)
  const background = new Set<Promise<unknown>>()
  const inTurn = takeTurns()
  // One delivery of an organization's outbox at a time, so that no message goes out twice without need; but mail
  // does not wait for receivers of webhooks.
  const deliverAlone = ports.deliverAlone ?? ((_queue, task) => task())
  const deliver = async (organizationId: string) => {
    const waiting = CARRIERS.map((kind) => {
      const queue = `${kind} of ${organizationId}`
      return inTurn(queue, () => deliverAlone(queue, () => deliverOutbox(ports, vault, organizationId, kind)))
    })
    return (await Promise.all(waiting)).reduce((sum, count) => sum + count, 0)
  }

  const parts: EngineParts = {
    ports,
    ids: createIds(ports.clock, ports.random),
    vault,
    inTurn,
    commits: countCommits(),
    deliverSoon(organizationId) {
      const delivery = deliver(organizationId).catch((error: unknown) => ports.log?.('outbox', error))
      background.add(delivery)
      void delivery.finally(() => background.delete(delivery))
    },
  }
  // Callers are told that the database is away; operators' commands throw what the database said.
  const served = { ...parts, ports: { ...ports, store: tellingUnavailable(ports.store) } }
  return {
    ports,
    signerPublicKey: toHex(uncompressP256PublicKey(parts.vault.signer.publicKey)),
    handle: (request, watch) =>
      handle(request, watch ? { ...served, ports: { ...served.ports, ...watch } } : served),
    createOrganization: (organization) => createOrganization(parts, organization),
    // Who only makes calls needs none of it.
    ask: async (name, organizationId, filters) =>
      (await import('./operator.ts')).askAsOperator(parts, name, organizationId, filters),
    addApiKey: async (key) => (await import('./operator.ts')).addApiKey(parts, key),
    verifyJournal: (organizationId) => verifyJournal(ports.store, organizationId),
    async deliver(organizationIds) {
      let waiting = 0
      for (const organizationId of organizationIds ?? (await ports.store.organizations())) {
        waiting += await deliver(organizationId)
      }
      return { waiting }
    },
    async idle() {
      while (background.size > 0) await Promise.all(background)
    },
  }
}
