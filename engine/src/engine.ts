/** Puts an engine together from its ports. */
import type { RequestOf, ResponseOf } from '@keywright/contract'
import { toHex, uncompressP256PublicKey } from '@keywright/keys'
import { createOrganization, type NewOrganization, type OrganizationCreated } from './bootstrap.ts'
import { handle } from './handle.ts'
import { createIds } from './ids.ts'
import type { JournalVerdict } from './journal/verify.ts'
import type { NewUserKey, OperatorQuery } from './operator.ts'
import type { Delivery } from './outbox/deliver.ts'
import type { EngineParts } from './parts.ts'
import type { Ports, Watch } from './ports.ts'
import { commitAlone } from './store/commitAlone.ts'
import { OUTBOX } from './store/store.ts'
import { stagingTellingUnavailable, tellingUnavailable } from './store/unavailable.ts'
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
  /** An operator's command at an upgrade: see `journal/addMacs.ts`. @returns whether the organization had no MACs */
  addMacs(organizationId: string): Promise<boolean>
  /** Checks the whole journal of an organization. */
  verifyJournal(organizationId: string): Promise<JournalVerdict>
  /**
   * Begins to hand due messages to the ports. Call it periodically and after a restart. Doesn't wait for receivers.
   * Default: all organizations.
   * @returns how many receivers failed since the previous call
   * @throws the first store error, after all organizations
   */
  beginDelivery(organizationIds?: readonly string[]): Promise<number>
  /** The same; settles when everything that is due was tried, and tells how many messages wait then. */
  deliver(organizationIds?: readonly string[]): Promise<{ waiting: number }>
  /** Settles when everything that requests set going in the background is done. */
  idle(): Promise<void>
  /** Delivers what is being handed over and nothing more; settles then. What waits is for the next start. */
  stopDelivery(): Promise<void>
  /** Uncompressed P-256 point, hex: what clients pin to check export and import bundles. */
  readonly signerPublicKey: string
  readonly ports: Ports
}

/** @throws KeysError `ROOT_SECRET_LENGTH` */
export function createEngine(ports: Ports): Engine {
  const vault = openVault(ports.rootSecret, ports.random)
  let delivery: Promise<Delivery> | undefined
  // Loaded with the first message: most requests of a page make none.
  const openDelivery = () => {
    delivery ??= import('./outbox/deliver.ts').then((module) => module.openDelivery(ports, vault))
    return delivery
  }
  const all = () => ports.store.organizations()

  const parts: EngineParts = {
    ports,
    ids: ports.ids ?? createIds(ports.clock, ports.random),
    vault,
    inTurn: takeTurns(),
    ...(ports.share?.(ports) ?? { staging: commitAlone(ports.store) }),
    deliverSoon(organizationId, receivers) {
      if (receivers.size === 0) return
      openDelivery().then(
        ({ soon }) => soon(organizationId, receivers),
        (error: unknown) => ports.log?.('outbox', error),
      )
    },
  }
  // Callers are told that the database is away; operators' commands throw what the database said.
  const served = {
    ...parts,
    ports: { ...ports, store: tellingUnavailable(ports.store) },
    staging: stagingTellingUnavailable(parts.staging),
  }
  return {
    ports,
    signerPublicKey: toHex(uncompressP256PublicKey(parts.vault.signer.publicKey)),
    handle: (request, watch) =>
      handle(request, watch ? { ...served, ports: watchedBy(served.ports, watch) } : served),
    createOrganization: (organization) => createOrganization(parts, organization),
    // Who only makes calls needs none of it.
    ask: async (name, organizationId, filters) =>
      (await import('./operator.ts')).askAsOperator(parts, name, organizationId, filters),
    addApiKey: async (key) => (await import('./operator.ts')).addApiKey(parts, key),
    addMacs: async (organizationId) =>
      (await import('./journal/addMacs.ts')).addMacs(ports.store, organizationId, vault.mac),
    async verifyJournal(organizationId) {
      const { verifyJournal } = await import('./journal/verify.ts')
      return verifyJournal(ports.store, organizationId, vault.mac)
    },
    beginDelivery: async (organizationIds) => (await openDelivery()).begin(organizationIds ?? (await all())),
    async deliver(organizationIds) {
      const those = organizationIds ?? (await all())
      const { begin, idle } = await openDelivery()
      await begin(those)
      await idle()
      const counts = await Promise.all(those.map((id) => ports.store.count(id, OUTBOX)))
      return { waiting: counts.reduce((sum, count) => sum + count, 0) }
    },
    idle: async () => (await delivery)?.idle(),
    stopDelivery: async () => (await delivery)?.stop(),
  }
}

/** Member by member: spreading the one over the other takes longer, and each request of a host is watched. */
const watchedBy = (ports: Ports, watch: Watch): Ports => ({
  ...ports,
  log: watch.log ?? ports.log,
  observe: watch.observe ?? ports.observe,
  about: watch.about ?? ports.about,
})
