/** What stories need from a host of the engine, such as a process, a server or a browser tab. Stories never use the store. */
import type {
  JournalVerdict,
  Mail,
  NewOrganization,
  OrganizationCreated,
  Sms,
  WebhookDelivery,
} from '@keywright/engine'

/** Time by which to advance a clock: the sum of all fields. */
export interface Duration {
  readonly milliseconds?: number
  readonly seconds?: number
  readonly minutes?: number
  readonly hours?: number
}

/** Actions of an attacker with write access to the store. */
export type Tampering = 'alters a user' | 'alters the journal' | 'drops the newest entry'

/** An OpenID Connect issuer that the host can reach. */
export interface HostIssuer {
  readonly url: string
  /** Issues an ID token for subject `alice` and audience `app`, valid for five minutes; `changes` override claims. */
  token(changes?: Readonly<Record<string, unknown>>): Promise<string>
}

export interface Host {
  /** Handles a request to the API. */
  handle(request: Request): Promise<Response>
  /** The host's time, in milliseconds since 1970. */
  now(): number
  advance(time: Duration): void | Promise<void>
  /** Random bytes for the clients. */
  random(length: number): Uint8Array
  /** Operator command. */
  createOrganization(organization: NewOrganization): Promise<OrganizationCreated>
  /** Operator command. */
  verifyJournal(organizationId: string): Promise<JournalVerdict>
  /** Signer key that clients pin to verify bundles; uncompressed, hex. */
  readonly signerPublicKey: string
  /** Sent emails, oldest first, after delivery of all due messages. */
  mails(): Promise<readonly Mail[]>
  messages(): Promise<readonly Sms[]>
  /** All delivery attempts to URLs under `webhookReceiver`, accepted or not. */
  deliveries(): Promise<readonly WebhookDelivery[]>
  /** Origin of the webhook receiver. */
  readonly webhookReceiver: string

  readonly issuer: HostIssuer
  /** Makes the webhook receiver fail this number of times before it accepts a delivery. */
  failDeliveries(times: number): void
  tamper(organizationId: string, how: Tampering): Promise<void>
  /** Errors in the log; none are expected. */
  readonly faults: readonly unknown[]
}
