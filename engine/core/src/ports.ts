/** What the engine needs from its host. It reaches the outside only through these ports. */
import type { DecideInput } from '@keywright/policy'
import type { Ids } from './ids.ts'
import type { StorageQuota } from './store/storage.ts'
import type { Store } from './store/store.ts'
import type { CommitSetup } from './store/transaction.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  readonly organizationId: string
  /** The variables of the mail, for templates of the host: bundle, code, customization … */
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
  /** The same in every attempt. */
  readonly id: string
  readonly url: string
  /** The organization whose feature or endpoint subscribed. */
  readonly organizationId: string
  /** The endpoint that subscribed; absent for the feature. */
  readonly endpointId?: string
  readonly eventType: string
  /** JSON text: the activity object. */
  readonly body: string
}

export interface Ports {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Returns that many bytes from a secure source; a seeded one in tests. */
  readonly random: (length: number) => Uint8Array
  /** For hosts that must know ids in advance. Default: made from clock and randomness. */
  readonly ids?: Ids | undefined
  /** 32 bytes; all key material at rest and all session tokens depend on it. */
  readonly rootSecret: Uint8Array
  /** Throws if the mail could not be handed over; the engine retries later. */
  readonly mail: (mail: Mail) => Promise<void>
  /** Throws if the message could not be handed over; the engine retries later. */
  readonly sms: (sms: Sms) => Promise<void>
  /**
   * Reaches OIDC issuers only. The engine requests only URLs that look public; the host rejects names that resolve to
   * other addresses (`isPublicAddress`), and follows no redirects.
   */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  /**
   * Throws to be called again later; returns if the delivery succeeded or finally failed. Default: nothing is
   * delivered.
   */
  readonly webhook?: ((delivery: WebhookDelivery) => Promise<void>) | undefined
  /** Receives faults of the engine itself, with the id that the caller got. Default: no log. */
  readonly log?: ((errorId: string, error: unknown) => void) | undefined
  /** Receives the inputs of each decision while its request runs. Default: none. */
  readonly observe?: ((decision: ObservedDecision) => void) | undefined
  /** Receives the caller and the outcome while a request runs. Default: none. */
  readonly about?: ((log: RequestLog) => void) | undefined
  /**
   * Called once per request when the caller is known; throws to reject it, for example with `RATE_LIMITED`.
   * Unauthenticated and expired requests don't get this far, so they can't use up another organization's quota.
   * Default: all are served.
   * @param organizationId the caller's own organization
   */
  readonly admit?: ((organizationId: string) => Promise<void>) | undefined
  /**
   * Runs the delivery of a queue (messages of an organization for one receiver) unless another process is running it;
   * for processes that share a store. A receiver may be silent for long, so nothing that others need may be locked.
   * Default: always runs it.
   */
  readonly deliverAlone?: ((queue: string, deliver: () => Promise<void>) => Promise<void>) | undefined
  /**
   * Waits before a request that met a conflicting commit is retried; `attempt` counts from 1. For processes that
   * share a store. Default: no wait.
   */
  readonly backOff?: ((attempt: number) => Promise<void>) | undefined
  /** Settles after other tasks of the process have run. Default: a timer of zero milliseconds. */
  readonly pause?: (() => Promise<void>) | undefined
  /** `shareCommits()`, if many requests are served from one database. Default: each request reads and commits alone. */
  readonly share?: ShareCommits | undefined
  readonly settings?: Settings | undefined
}

export type ShareCommits = (of: Pick<Ports, 'store' | 'clock'>) => CommitSetup

/** Observers of one request, which replace the ports of the same names. */
export type Watch = Pick<Ports, 'log' | 'observe' | 'about'>

/** What logs and traces say about a request, as they become known: ids and a code, never a value of the body. */
export interface RequestLog {
  /** The caller's own organization, once the stamp was verified. */
  readonly organizationId?: string
  readonly userId?: string
  /** The activity that was created or voted on. */
  readonly activityId?: string
  /** From the error catalog, if the request is rejected. */
  readonly errorCode?: string
}

/** The input of a policy decision; `explain` of the policy package turns it into text. */
export interface ObservedDecision {
  readonly activityId: string
  /** The organization whose quorum and policies decide. */
  readonly decidedBy: string
  /** Without policies if the root quorum decided. */
  readonly input: DecideInput
}

/** Rules that the host can change. */
export interface Settings {
  /** Origins of the service itself, which no organization may use as a WebAuthn origin. Default: none. */
  readonly ownOrigins?: readonly string[]
  /**
   * One-time codes to `user@example.com` are zeros: for sandboxes, where that mailbox has no reader. Default: false.
   */
  readonly hasSandboxOtp?: boolean
  /**
   * Allows webhooks and issuers at plain http and private addresses, such as the local machine during development.
   * Default: false.
   */
  readonly allowsPrivateTargets?: boolean
  /**
   * Origins that links in messages may lead to, or `any`, which is for development. Default: the origin of
   * `FEATURE_NAME_WEBAUTHN_ORIGINS` of the organization, or of its parent.
   */
  readonly messageLinkOrigins?: readonly string[] | 'any'
  /** Hosts, in lower case, to which webhooks may be delivered although their address is not public. Default: none. */
  readonly internalWebhookHosts?: readonly string[]
  /** Bytes that an organization and a user may store: see `store/storage.ts`. Default: the contract's limits. */
  readonly storageQuota?: Partial<StorageQuota>
  /** The callers' time if the engine's clock was moved: a submit is accepted by either clock. Default: the engine's. */
  readonly callerClock?: () => number
  /**
   * Whether this wallet entropy, or the private key of this public key, is widely known from examples and test
   * vectors. Such secrets can't be imported or registered, and nothing is sealed to them. Default: never.
   */
  readonly isPublicSecret?: (kind: PublicSecretKind, secret: Uint8Array) => boolean
}

/** The purpose of a secret. Wallets are checked by their entropy, all others by their public key. */
export type PublicSecretKind = 'wallet' | 'private key' | 'API key' | 'authenticator' | 'target key'
