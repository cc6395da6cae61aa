/** What the engine takes from its host. Nothing else reaches outside. */
import type { DecideInput } from '@keywright/policy'
import type { Ids } from './ids.ts'
import type { StorageQuota } from './store/storage.ts'
import type { Store } from './store/store.ts'
import type { Shared } from './store/transaction.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  readonly organizationId: string
  /** What the mail carries, for templates of the host: bundle, code, customization … */
  readonly template: Readonly<Record<string, unknown>>
}

export interface Sms {
  /** E.164. */
  readonly to: string
  readonly text: string
  readonly organizationId: string
  readonly template: Readonly<Record<string, unknown>>
}

export interface WebhookDelivery {
  /** Stable over retries. */
  readonly id: string
  readonly url: string
  /** The organization whose feature or endpoint asked for it. */
  readonly organizationId: string
  /** The endpoint that asked for it; absent when it was the feature. */
  readonly endpointId?: string
  readonly eventType: string
  /** JSON text: the activity object. */
  readonly body: string
}

export interface Ports {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** That many bytes from a secure source; a seeded one in tests. */
  readonly random: (length: number) => Uint8Array
  /** For hosts that must know beforehand what will be called how. Default: made of clock and randomness. */
  readonly ids?: Ids | undefined
  /** 32 bytes; all key material at rest and all session tokens depend on it. */
  readonly rootSecret: Uint8Array
  /** Throws when the mail could not be handed over; the engine tries again later. */
  readonly mail: (mail: Mail) => Promise<void>
  /** Throws when the message could not be handed over; the engine tries again later. */
  readonly sms: (sms: Sms) => Promise<void>
  /**
   * Reaches OIDC issuers only. The engine asks for public https addresses, as far as their text tells; the host
   * refuses names that resolve to others (`isPublicAddress`), and follows no redirect.
   */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /** Throws to be called again later; returning means delivered or finally failed. Default: nothing is delivered. */
  readonly webhook?: ((delivery: WebhookDelivery) => Promise<void>) | undefined
  /** Told about faults of the engine itself, by the id that the caller got. Default: silent. */
  readonly log?: ((errorId: string, error: unknown) => void) | undefined
  /** Told what each decision was made of, while the request that asked for it runs. Default: nobody is told. */
  readonly observe?: ((decision: ObservedDecision) => void) | undefined
  /** Told who called and what came of it, while a request runs. Default: nobody is told. */
  readonly about?: ((facts: RequestFacts) => void) | undefined
  /**
   * Asked once for each request, when it is known who calls: throws to refuse, such as `RATE_LIMITED`. Strangers do
   * not get so far, so nobody uses up what another organization may ask. Default: all are served.
   * @param organizationId the caller's own
   */
  readonly admit?: ((organizationId: string) => Promise<void>) | undefined
  /**
   * Runs the delivery of a queue (messages of an organization for one receiver) unless another process is at it; for
   * processes that share a store. A receiver may be silent for long: nothing that others need is held meanwhile.
   * Default: always.
   */
  readonly deliverAlone?: ((queue: string, deliver: () => Promise<void>) => Promise<void>) | undefined
  /**
   * Waits before a request that ran into another one's commit is tried again; `attempt` counts from 1. For processes
   * that share a store. Default: not at all.
   */
  readonly backOff?: ((attempt: number) => Promise<void>) | undefined
  /** Settles after other tasks of the process had their turn. Default: a timer of zero milliseconds. */
  readonly pause?: (() => Promise<void>) | undefined
  /** `shareCommits()`, where many are served from one database. Default: each request reads and commits by itself. */
  readonly share?: Share | undefined
  readonly settings?: Settings | undefined
}

export type Share = (of: Pick<Ports, 'store' | 'clock'>) => Shared

/** What somebody who watches one request is told, instead of what the ports of the same names are. */
export type Watch = Pick<Ports, 'log' | 'observe' | 'about'>

/** What is known of a request by and by, for logs and traces: ids and a code, never a value of the body. */
export interface RequestFacts {
  /** The caller's own, once the stamp has been verified. */
  readonly organizationId?: string
  readonly userId?: string
  /** The activity that was made or voted on. */
  readonly activityId?: string
  /** Of the error catalogue, when the request is refused. */
  readonly errorCode?: string
}

/** What the policies were asked: `explain` of the policy package makes a text of it. */
export interface ObservedDecision {
  readonly activityId: string
  /** The organization whose quorum and policies decide. */
  readonly decidedBy: string
  /** Without policies where the root quorum decided. */
  readonly input: DecideInput
}

/** How the host wants some rules to be. */
export interface Settings {
  /** Origins of the service itself; no organization may name one as its WebAuthn origin. Default: none. */
  readonly ownOrigins?: readonly string[]
  /** One-time codes to `user@example.com` are zeros: for sandboxes, where nobody reads that mailbox. Default: false. */
  readonly hasSandboxOtp?: boolean
  /**
   * Webhooks and issuers may stand at plain http and private addresses: for those on one's own machine, in
   * development. Default: false.
   */
  readonly allowsPrivateTargets?: boolean
  /** Bytes that an organization and a user may store: see `store/storage.ts`. Default: the contract's. */
  readonly storageQuota?: Partial<StorageQuota>
  /** The callers' time, where the engine's clock was moved: a submit is live by either. Default: the engine's. */
  readonly callerClock?: () => number
  /**
   * Whether everybody knows this entropy of a wallet, or the private key of this public key, from examples and test
   * vectors: then it is neither imported nor registered, and nothing is sealed to it. Default: never.
   */
  readonly isPublicSecret?: (kind: PublicSecretKind, secret: Uint8Array) => boolean
}

/** For what a secret comes in: the entropy of a wallet; for the others, the public key. */
export type PublicSecretKind = 'wallet' | 'private key' | 'API key' | 'authenticator' | 'target key'
