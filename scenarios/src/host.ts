/** What a story needs from the host of the engine: a process, a server, a browser tab. Stories never use the store. */
import type {
  JournalVerdict,
  Mail,
  NewOrganization,
  OrganizationCreated,
  Sms,
  WebhookDelivery,
} from '@keywright/engine'

/** How far a clock moves on; members add up. */
export interface Duration {
  readonly milliseconds?: number
  readonly seconds?: number
  readonly minutes?: number
  readonly hours?: number
}

/** What an attacker with write access to the store does. */
export type Tampering = 'alters a user' | 'alters the journal' | 'drops the newest entry'

/** An OpenID Connect issuer that the host can reach. */
export interface HostIssuer {
  readonly url: string
  /** An ID token of subject `alice` for the audience `app`, good for five minutes; `changes` replace claims. */
  token(changes?: Readonly<Record<string, unknown>>): Promise<string>
}

export interface Host {
  /** Answers what the API answers. */
  handle(request: Request): Promise<Response>
  /** The host's time, in milliseconds since 1970. */
  now(): number
  advance(time: Duration): void | Promise<void>
  /** That many random bytes, for the clients. */
  random(length: number): Uint8Array
  /** The operator's command. */
  createOrganization(organization: NewOrganization): Promise<OrganizationCreated>
  /** The operator's check of an organization's journal. */
  verifyJournal(organizationId: string): Promise<JournalVerdict>
  /** Uncompressed, hex: what clients pin to check bundles. */
  readonly signerPublicKey: string
  /** All that left so far, oldest first, once nothing due is under way any more. */
  mails(): Promise<readonly Mail[]>
  messages(): Promise<readonly Sms[]>
  /** Each try of a delivery to an address under `webhookReceiver`, whether the receiver took it or not. */
  deliveries(): Promise<readonly WebhookDelivery[]>
  /** Origin of the receiver of webhooks. */
  readonly webhookReceiver: string

  // What not every host can play; a story names what it needs of it.
  readonly issuer?: HostIssuer
  /** From now on the receiver of webhooks fails that many times before it takes a delivery. */
  failDeliveries?(times: number): void
  tamper?(organizationId: string, how: Tampering): Promise<void>
}

/** What not every host can play. */
export type Ability = 'issuer' | 'failDeliveries' | 'tamper'
