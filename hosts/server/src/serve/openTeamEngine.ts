/** The engine of an unsealed server. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import {
  createEngine,
  type Engine,
  type StorageQuota,
  type Store,
  shareCommits,
  type WebhookDelivery,
} from '@keywright/engine'
import { createWebhookSigner, type Log, logFault, type WebhookSigner } from '@keywright/host'
import { postWebhook } from '@keywright/host/postWebhook'
import { platformRandom } from '@keywright/keys'
import type { PostgresStore } from '../store/postgres.ts'
import { tracingStore } from '../store/tracingStore.ts'
import type { Carriers } from './carriers/carriers.ts'
import type { Metrics } from './metrics.ts'
import { createOrganizationLimit } from './organizationLimit.ts'
import { publicFetch } from './publicFetch.ts'
import { createPublicSecrets } from './publicSecrets.ts'
import type { Telemetry } from './telemetry.ts'
import { followWebhookKeys } from './webhookKeys.ts'

export interface Running {
  readonly engine: Engine
  /** The signer with the keys that are in use now. */
  readonly freshSigner: () => Promise<WebhookSigner>
}

export interface EngineSettings {
  /** Origins of the service itself. */
  readonly ownOrigins?: readonly string[]
  /**
   * Prefix of the signature headers on webhooks and posted text messages, in addition to the headers of Standard
   * Webhooks. Default: `x-keywright`.
   */
  readonly webhookHeaderPrefix?: string
  /** Hosts, in lower case, to which webhooks may be delivered although their address is not public. Default: none. */
  readonly internalWebhookHosts?: readonly string[]
  /** Origins that links in messages may lead to. Default: that of the organization's passkeys, or of its parent's. */
  readonly messageLinkOrigins?: readonly string[]
  /** Maximum requests per second of one organization across all processes. Default: no limit. */
  readonly organizationRateLimit?: number
  /** Default: the contract's. */
  readonly storageQuota?: Partial<StorageQuota>
}

const WEBHOOK_OUTCOMES = { DELIVERED: 'delivered', RETRY: 'retry', REFUSED: 'rejected' } as const

export interface TeamEngineSettings extends EngineSettings {
  readonly carriers: Carriers
  readonly log: Log
  readonly metrics: Metrics
  readonly telemetry: Telemetry | undefined
}

export function openTeamEngine(
  deploymentKey: Uint8Array,
  database: PostgresStore,
  store: Store,
  settings: TeamEngineSettings,
): Running {
  const { carriers, log, metrics, telemetry, ownOrigins, internalWebhookHosts, messageLinkOrigins } = settings
  const { organizationRateLimit, storageQuota } = settings
  const webhookKeys = followWebhookKeys(database, Date.now)
  const signer = createWebhookSigner(deploymentKey, settings.webhookHeaderPrefix, webhookKeys.numbers)
  const measured = tracingStore(store, metrics)
  const limit = organizationRateLimit
    ? { admit: createOrganizationLimit(organizationRateLimit, database, () => performance.now()) }
    : {}
  const engine = createEngine({
    store: telemetry ? tracingStore(measured, telemetry) : measured,
    ...limit,
    clock: Date.now,
    random: platformRandom,
    rootSecret: deploymentKey,
    mail: carriers.mail,
    async sms(sms) {
      await webhookKeys.refresh()
      await carriers.sms(signer)(sms)
    },
    fetch: publicFetch,
    async webhook(delivery) {
      await webhookKeys.refresh()
      await deliverWebhook(delivery, signer, settings)
    },
    async deliverAlone(queue, deliver) {
      // The process that holds the lease delivers the messages.
      await database.withLease(`outbox: ${queue}`, deliver)
    },
    // Random up to 2, 4, 8 … 256 ms, so that competing writers separate.
    backOff: (attempt) => setTimeout(Math.random() * Math.min(2 ** attempt, 256)),
    share: shareCommits(() => setImmediate()),
    log: (errorId, error) => logFault(log, errorId, error),
    settings: {
      isPublicSecret: createPublicSecrets(),
      ...(ownOrigins && { ownOrigins }),
      ...(internalWebhookHosts && { internalWebhookHosts }),
      ...(messageLinkOrigins && { messageLinkOrigins }),
      ...(storageQuota && { storageQuota }),
    },
  })
  return {
    engine,
    async freshSigner() {
      await webhookKeys.refresh()
      return signer
    },
  }
}

async function deliverWebhook(
  delivery: WebhookDelivery,
  signer: WebhookSigner,
  { internalWebhookHosts, metrics, log }: TeamEngineSettings,
): Promise<void> {
  const { outcome, status, error } = await postWebhook(delivery, {
    signer,
    fetch: (url, init) => publicFetch(url, init, internalWebhookHosts),
    now: Date.now,
  })
  metrics.countMessage('webhook', WEBHOOK_OUTCOMES[outcome])
  const { id, organizationId } = delivery
  if (outcome !== 'DELIVERED') {
    log({
      level: 'warn',
      message: 'webhook not delivered',
      deliveryId: id,
      organizationId,
      outcome,
      status,
      error,
    })
  }
  if (outcome === 'RETRY') throw new Error('webhook not delivered, retrying later')
}
