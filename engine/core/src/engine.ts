/** Assembles an engine from its ports. */
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
  /** Answers any request; never throws. @param watch receives this request's faults and decisions */
  handle(request: Request, watch?: Watch): Promise<Response>
  /** Operator command, not a call: creates a parent organization with its root users. */
  createOrganization(organization: NewOrganization): Promise<OrganizationCreated>
  /** Operator command: the response of a query about an organization, without a stamp and without secrets. */
  ask<N extends OperatorQuery>(
    name: N,
    organizationId: string,
    filters: Omit<RequestOf<N>, 'organizationId'>,
  ): Promise<ResponseOf<N>>
  /** Operator command: adds an API key to a user. */
  addApiKey(key: NewUserKey): Promise<void>
  /** Verifies the whole journal of an organization. */
  verifyJournal(organizationId: string): Promise<JournalVerdict>
  /**
   * Starts to deliver due messages through the ports. Call it periodically and after a restart. Doesn't wait for
   * receivers. Default: all organizations.
   * @returns how many receivers failed since the previous call
   * @throws the first store error, after all organizations
   */
  beginDelivery(organizationIds?: readonly string[]): Promise<number>
  /** Like `beginDelivery`, but settles after every due message was tried. @returns how many messages still wait */
  deliver(organizationIds?: readonly string[]): Promise<{ waiting: number }>
  /** Settles when all background work of requests is done. */
  idle(): Promise<void>
  /** Finishes the deliveries under way and starts no more, then settles. The rest waits for the next start. */
  stopDelivery(): Promise<void>
  /** Uncompressed P-256 point, hex: clients pin it to verify export and import bundles. */
  readonly signerPublicKey: string
  readonly ports: Ports
}

/** @throws KeysError `ROOT_SECRET_LENGTH` */
export function createEngine(ports: Ports): Engine {
  const vault = openVault(ports.rootSecret, ports.random)
  let delivery: Promise<Delivery> | undefined
  // Loaded with the first message, because most requests of a page send none.
  const openDelivery = () => {
    delivery ??= import('./outbox/deliver.ts').then((module) => module.openDelivery(ports, parts))
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
  // Callers see that the database is unavailable; operator commands throw the database's own error.
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
    // Loaded on demand, because clients that only make calls don't need it.
    ask: async (name, organizationId, filters) =>
      (await import('./operator.ts')).askAsOperator(parts, name, organizationId, filters),
    addApiKey: async (key) => (await import('./operator.ts')).addApiKey(parts, key),
    async verifyJournal(organizationId) {
      const { verifyJournal } = await import('./journal/verify.ts')
      return ports.store.inSnapshot((moment) => verifyJournal(moment, organizationId, { vault }))
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

/** Member by member, because this runs for each request and a spread takes longer. */
const watchedBy = (ports: Ports, watch: Watch): Ports => ({
  ...ports,
  log: watch.log ?? ports.log,
  observe: watch.observe ?? ports.observe,
  about: watch.about ?? ports.about,
})
