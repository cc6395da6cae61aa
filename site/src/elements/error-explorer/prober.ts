/** What causes are written with: somebody who asks the page's sandbox, and is shown the answer as it came. */
import { createStamp, generateApiKeyPair, platformRandom, toStampHeader, toUtf8 } from '@keywright/keys'
import type { RequestInFull } from '@keywright/sandbox'
import type { Workbench } from '../kit/workbench.ts'

export interface Sent {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string
  readonly status: number
  readonly answer: string
  readonly log: RequestInFull | undefined
}

export type Headers = Readonly<Record<string, string>>
export type Cause = (prober: Prober) => Promise<Sent>

/** An API key on P-256, hex. */
export interface Key {
  readonly publicKey: string
  readonly privateKey: string
}

/** What a step on the way answers, by name; texts but for a few lists. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any call
type Answered = Readonly<Record<string, any>>

export const newKey = (): Key => generateApiKeyPair(platformRandom)

/** Asks with a key about an organization. */
export class Caller {
  readonly bench: Workbench
  readonly organizationId: string
  readonly key: Key
  /** Milliseconds since 1970, another one with each look: the same bytes would be the same request. */
  readonly tick: () => number

  constructor(bench: Workbench, organizationId: string, key: Key, tick: () => number) {
    this.bench = bench
    this.organizationId = organizationId
    this.key = key
    this.tick = tick
  }

  /** The same key, about another organization. */
  about(organizationId: string): Caller {
    return new Caller(this.bench, organizationId, this.key, this.tick)
  }

  /** The same organization, with another key. */
  by(key: Key): Caller {
    return new Caller(this.bench, this.organizationId, key, this.tick)
  }

  query(call: string, members: object = {}, headers?: Headers): Promise<Sent> {
    const body = JSON.stringify({ organizationId: this.organizationId, ...members })
    return this.post(`query/${call}`, body, headers)
  }

  /**
   * @param type of the activity, without `ACTIVITY_TYPE_`
   * @param frame members that take the place of the usual ones
   */
  submit(type: string, parameters: object, frame: object = {}, headers?: Headers): Promise<Sent> {
    return this.post(`submit/${callOf(type)}`, this.compose(type, parameters, frame), headers)
  }

  compose(type: string, parameters: object, frame: object = {}): string {
    const { organizationId } = this
    return JSON.stringify({
      type: `ACTIVITY_TYPE_${type}`,
      timestampMs: String(this.tick()),
      organizationId,
      parameters,
      ...frame,
    })
  }

  /** A query on the way. @throws Error when it is refused */
  async read(call: string, members: object = {}): Promise<Answered> {
    return answerOf(await this.query(call, members))
  }

  /** An activity on the way: its result. @throws Error when it is refused */
  async run(type: string, parameters: object): Promise<Answered> {
    const { activity } = answerOf(await this.submit(type, parameters))
    return (Object.values(activity.result)[0] ?? {}) as Answered
  }

  post(call: string, body: string, headers: Headers = this.stamp(body)): Promise<Sent> {
    return this.send('POST', `/public/v1/${call}`, body, headers)
  }

  async send(method: Sent['method'], path: string, body = '', headers: Headers = {}): Promise<Sent> {
    const { sandbox } = this.bench
    const response = await sandbox.fetch(`${sandbox.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body }),
    })
    const id = response.headers.get('x-request-id')
    return {
      method,
      path,
      body,
      status: response.status,
      answer: await response.text(),
      log: id === null ? undefined : await sandbox.dev<RequestInFull>('GET', `/dev/requests/${id}`),
    }
  }

  /** The header of this caller's key for a body. */
  stamp(body: string): Headers {
    const stamp = createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(body), this.key.privateKey)
    return { 'X-Stamp': toStampHeader(stamp) }
  }
}

/** An organization of its own, for what would leave traces in the one that all elements share. */
export interface Fresh {
  readonly root: Caller
  readonly rootUserId: string
}

/** The root user of the organization that elements work in. */
export class Prober extends Caller {
  constructor(bench: Workbench, now: number) {
    let next = now
    super(bench, bench.organization.organizationId, bench.organization.apiKey, () => next++)
  }

  get rootUserId(): string {
    return this.bench.organization.rootUserId
  }

  async fresh(): Promise<Fresh> {
    const { organizationId, rootUserId, apiKey } = await this.bench.sandbox.createOrganization('Errors')
    return { root: this.about(organizationId).by(apiKey), rootUserId }
  }

  /** As Alice, who is in no quorum. */
  async asAlice(type: string, parameters: object): Promise<Sent> {
    const { organizationId } = this
    const body = this.compose(type, parameters)
    const { stampHeaderName, stampHeaderValue } = await this.bench.sandbox.dev<{
      stampHeaderName: string
      stampHeaderValue: string
    }>('POST', '/dev/stamps', { organizationId, userId: await this.aliceId(), body })
    return this.post(`submit/${callOf(type)}`, body, { [stampHeaderName]: stampHeaderValue })
  }

  async aliceId(): Promise<string> {
    const { users } = await this.read('list_users')
    return users.find(({ userName }: { userName: string }) => userName === 'Alice').userId
  }

  /** An address of the wallet “Treasury”. */
  async signer(curve: 'CURVE_SECP256K1' | 'CURVE_ED25519'): Promise<string> {
    const { accounts } = await this.read('list_wallet_accounts', { walletId: await this.walletId() })
    return accounts.find((account: { curve: string }) => account.curve === curve).address
  }

  async walletId(): Promise<string> {
    const { wallets } = await this.read('list_wallets')
    return wallets.at(-1).walletId
  }
}

/** The versions of an activity share a path. */
const callOf = (type: string) => type.replace(/_V\d+$/, '').toLowerCase()

function answerOf({ path, status, answer }: Sent): Answered {
  const parsed = JSON.parse(answer)
  if (status !== 200) throw new Error(`On the way, ${path} answered ${status}: ${parsed.message}`)
  return parsed
}
