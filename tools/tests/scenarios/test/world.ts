/** The world of a story: organizations, people, clock, messages, and expected errors. */
import type { ErrorBody, ErrorCode } from '@keywright/contract'
import type { JournalVerdict, Mail, Sms, WebhookDelivery } from '@keywright/engine'
import {
  apiKeyStamper,
  CallRefused,
  type Client,
  createClient,
  createPasskey,
  type Passkey,
  type Posted,
  type Stamper,
} from '@keywright/engine/test'
import { type ApiKeyPair, generateApiKeyPair, toUtf8 } from '@keywright/keys'
import { createDevice, type Device } from './device.ts'
import type { Duration, Host } from './host.ts'
import { Person } from './person.ts'

export interface NewParent<Name extends string> {
  readonly rootUsers: readonly Name[]
  /** Default: 1. */
  readonly threshold?: number
}

export class World {
  readonly host: Host
  /** Organizations whose journals must verify. */
  readonly #watched = new Set<string>()
  #counter = 0
  #lastTimestamp = 0

  constructor(host: Host) {
    this.host = host
  }

  /** Creates an organization whose root users have one API key each. */
  async organization<Name extends string>({
    rootUsers,
    threshold = 1,
  }: NewParent<Name>): Promise<Record<Name, Person>> {
    const keys = rootUsers.map(() => this.apiKey())
    const { organizationId, rootUserIds } = await this.host.createOrganization({
      organizationName: `organization of ${rootUsers.join(' and ')}`,
      rootUsers: rootUsers.map((userName, n) => ({
        userName,
        userEmail: `${userName}@example.com`,
        apiKeys: [{ apiKeyName: `key of ${userName}`, publicKey: keys[n]!.publicKey }],
      })),
      rootQuorumThreshold: threshold,
    })
    this.watch(organizationId)
    const people = rootUsers.map((name, n) => {
      const key = keys[n]!
      const userId = rootUserIds[n]!
      return [name, new Person(this, { name, userId, organizationId, key, stamper: apiKeyStamper(key) })]
    })
    return Object.fromEntries(people) as Record<Name, Person>
  }

  // ─── Credentials and devices ───

  apiKey(curve?: ApiKeyPair['curve']): ApiKeyPair {
    return generateApiKeyPair(this.host.random, curve)
  }

  passkey(): Passkey {
    return createPasskey({ random: this.host.random })
  }

  device(): Device {
    return createDevice(this.host)
  }

  // ─── Time and messages ───

  async passes(time: Duration): Promise<void> {
    await this.host.advance(time)
  }

  /** The newest email of an organization to an address. */
  async mailTo(to: string, { organizationId }: { readonly organizationId: string }): Promise<Mail> {
    const mails = await this.host.mails()
    const mail = mails.findLast((each) => each.to === to && each.organizationId === organizationId)
    if (!mail) throw new Error(`no email to ${to}`)
    return mail
  }

  async messageTo(to: string, { organizationId }: { readonly organizationId: string }): Promise<Sms> {
    const messages = await this.host.messages()
    const message = messages.findLast((each) => each.to === to && each.organizationId === organizationId)
    if (!message) throw new Error(`no message to ${to}`)
    return message
  }

  async deliveriesTo(url: string): Promise<readonly WebhookDelivery[]> {
    return (await this.host.deliveries()).filter((delivery) => delivery.url === url)
  }

  // ─── Expected errors ───

  /**
   * Asserts that the attempt fails with this code, and that no organization of the story changed.
   * @throws Error
   */
  async refuses(code: ErrorCode, attempt: () => Promise<unknown>): Promise<CallRefused> {
    const before = await this.#heads()
    const refused = await this.refusesAndRemembers(code, attempt)
    const after = await this.#heads()
    if (before !== after) throw new Error(`rejected with ${code}, but a journal changed`)
    return refused
  }

  /** Like `refuses`, for errors that are recorded, such as wrong one-time codes. */
  async refusesAndRemembers(code: ErrorCode, attempt: () => Promise<unknown>): Promise<CallRefused> {
    const refused = await attempt().then(
      (answer) => {
        throw new Error(`not rejected with ${code}, but returned ${JSON.stringify(answer)}`)
      },
      (error: unknown) => error,
    )
    if (!(refused instanceof CallRefused)) throw refused
    if (refused.errorCode !== code) throw new Error(`not rejected with ${code}, but with ${refused.message}`)
    return refused
  }

  // ─── Journals ───

  watch(organizationId: string): void {
    this.#watched.add(organizationId)
  }

  /** Expects the journal of a tampered organization to fail verification. */
  async findsTampering(organizationId: string): Promise<Extract<JournalVerdict, { ok: false }>> {
    const verdict = await this.host.verifyJournal(organizationId)
    if (verdict.ok) throw new Error('the tampering was not found')
    this.#watched.delete(organizationId)
    return verdict
  }

  /** @throws Error if a journal of the story does not verify */
  async verifyJournals(): Promise<void> {
    await this.#heads()
  }

  async #heads(): Promise<string> {
    const heads = []
    for (const organizationId of this.#watched) {
      const verdict = await this.host.verifyJournal(organizationId)
      if (!verdict.ok) throw new Error(`journal entry ${verdict.sequence} ${verdict.reason}`)
      heads.push(`${organizationId} ${verdict.head}`)
    }
    return heads.join('\n')
  }

  // ─── Wire ───

  client({ organizationId, stamper }: { organizationId: string; stamper: Stamper }): Client {
    const { handle } = this.host
    return createClient({ handle, clock: () => this.#timestamp(), organizationId, stamper })
  }

  /** Stamps and posts a body. @throws CallRefused */
  async send({ path, text }: Posted, stamper: Stamper): Promise<Record<string, unknown>> {
    const [header, value] = stamper(toUtf8(text))
    return this.sendUnstamped({ path, text }, { [header]: value })
  }

  /** Posts a body with the given headers. @throws CallRefused */
  async sendUnstamped(
    { path, text }: Posted,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    const request = new Request(`http://localhost${path}`, { method: 'POST', body: text, headers })
    const response = await this.host.handle(request)
    const answer = (await response.json()) as Record<string, unknown>
    if (response.status !== 200) throw new CallRefused(response.status, answer as unknown as ErrorBody)
    return answer
  }

  /** A unique number in this story. */
  count(): number {
    return ++this.#counter
  }

  /** Unique, because identical bodies in the same millisecond would be one activity. */
  #timestamp(): number {
    this.#lastTimestamp = Math.max(this.host.now(), this.#lastTimestamp + 1)
    return this.#lastTimestamp
  }
}
