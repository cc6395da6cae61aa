/** The parts of a running development host. */
import type { Engine, ShareCommits, WholeStore } from '@keywright/engine'
import type { Fetch, Log, WebhookSigner } from '@keywright/host'
import type { DevClock } from './clock.ts'
import type { DevState } from './devState.ts'
import type { EventStreams } from './eventStream.ts'
import type { EventBus } from './events.ts'
import type { Faults } from './faults.ts'
import type { Inbox } from './inbox.ts'
import type { Issuer } from './issuer/issuer.ts'
import type { Organizations } from './organizations.ts'
import type { Homes, Timers } from './ports.ts'
import type { RequestLog } from './requestLog.ts'
import type { Snapshots } from './snapshots.ts'
import type { TextPieces } from './textPieces.ts'
import type { DevWebhooks } from './webhooks/seenWebhooks.ts'

export interface DevhostOptions {
  readonly store: WholeStore
  /** From `openDevState`. */
  readonly state: DevState
  readonly homes: Homes
  readonly url: string
  /** Sends requests to webhook receivers and external issuers. */
  readonly reach: Fetch
  readonly timers: Timers
  /** See the engine port of the same name. */
  readonly share?: ShareCommits
  /** The machine's clock, milliseconds since 1970. */
  readonly now: () => number
  /** Origins that links in messages may lead to. Default: any, because messages stay in the inbox. */
  readonly messageLinkOrigins?: readonly string[]
  /** Default: silent. */
  readonly log?: Log
}

/** The parts that are replaced when a snapshot is restored. */
export interface Running {
  readonly state: DevState & { readonly organizationId: string }
  readonly engine: Engine
  readonly clock: DevClock
  readonly inbox: Inbox
  readonly issuer: Issuer
  readonly signer: WebhookSigner
  readonly webhooks: DevWebhooks
  readonly rootSecret: Uint8Array
  readonly organizations: Organizations
}

export interface DevhostParts {
  readonly running: () => Running
  readonly requestLog: RequestLog
  readonly faults: Faults
  readonly snapshots: Snapshots
  readonly events: EventBus
  readonly streams: EventStreams
  readonly timers: Timers
  readonly url: string
  /** A snapshot of the state at the time of the call. */
  exportState(): Promise<AsyncIterable<string>>
  /** @throws HostError `SNAPSHOT_MALFORMED`, `SNAPSHOT_OUTDATED`, and changes nothing */
  importState(pieces: TextPieces): Promise<void>
  /** Delivers due messages after the clock changed. */
  deliverDue(): Promise<void>
  /** Runs a task that a restore must not interrupt. */
  pass<T>(task: () => Promise<T>): Promise<T>
}
