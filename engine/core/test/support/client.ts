/** Posts stamped calls to a handler, as a client would. */
import {
  type Activity,
  type ActivityType,
  calls,
  type ErrorBody,
  findCallOfType,
  type IntentOf,
  type QueryName,
  type RequestOf,
  type ResponseOf,
  type ResultOf,
  versionOf,
} from '@keywright/contract'
import {
  type ApiKeyPair,
  createStamp,
  defaultSchemeOf,
  type StampScheme,
  toStampHeader,
  toUtf8,
} from '@keywright/keys'
import type { Passkey } from '@keywright/keys/passkey'

/** Creates the header that authenticates a body. */
export interface Stamper {
  (body: Uint8Array): readonly [name: string, value: string]
  /** The credential it stamps with, for tests that pass it to another client. */
  readonly apiKey?: ApiKeyPair
  readonly passkey?: Passkey
}

/** Stamps with an API key, by default with the scheme of its curve. */
export function apiKeyStamper(
  apiKey: ApiKeyPair,
  scheme: StampScheme = defaultSchemeOf(apiKey.curve),
): Stamper {
  const stamp = (body: Uint8Array) =>
    ['X-Stamp', toStampHeader(createStamp(scheme, body, apiKey.privateKey))] as const
  return Object.assign(stamp, { apiKey })
}

/** Stamps with a passkey. */
export function passkeyStamper(passkey: Passkey): Stamper {
  const stamp = (body: Uint8Array) => ['X-Stamp-WebAuthn', passkey.stamp(body)] as const
  return Object.assign(stamp, { passkey })
}

/** Sends a read-only session's token instead of a stamp. */
export function sessionStamper(token: string): Stamper {
  return () => ['X-Session', token]
}

/** A response other than 200. */
export class CallRefused extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(`${status} (${body.code}): ${body.message}`)
    this.name = 'CallRefused'
    this.status = status
    this.body = body
  }

  /** The error's name in the catalog. */
  get errorCode(): string | undefined {
    const entry = this.body.details.find((detail) => 'errorCode' in detail)
    return entry && 'errorCode' in entry ? entry.errorCode : undefined
  }
}

/** A posted body, to post it again. */
export interface Posted {
  readonly path: string
  readonly text: string
}

export interface Client {
  readonly organizationId: string
  readonly stamper: Stamper
  /** The same caller, with another target organization. */
  about(organizationId: string): Client
  /** @throws CallRefused */
  query<N extends QueryName>(name: N, filters?: Omit<RequestOf<N>, 'organizationId'>): Promise<ResponseOf<N>>
  /** The activity, whatever its status. @throws CallRefused */
  submit<T extends ActivityType>(type: T, parameters: IntentOf<T>): Promise<Activity>
  /** The result of an activity that completes immediately. @throws CallRefused; Error for another status */
  run<T extends ActivityType>(type: T, parameters: IntentOf<T>): Promise<ResultOf<T>>
  approve(fingerprint: string): Promise<Activity>
  reject(fingerprint: string): Promise<Activity>
  /** The body that `submit` would post, to be changed or posted by other callers. */
  compose(type: ActivityType, parameters: object): Posted
  /** Stamps and posts any text. */
  post(posted: Posted): Promise<Response>
}

export interface ClientOptions {
  readonly handle: (request: Request) => Promise<Response>
  readonly clock: () => number
  readonly organizationId: string
  readonly stamper: Stamper
  /** Default: `http://localhost`. */
  readonly baseUrl?: string
}

export function createClient(options: ClientOptions): Client {
  const { handle, clock, organizationId, stamper, baseUrl = 'http://localhost' } = options

  async function post({ path, text }: Posted): Promise<Response> {
    const [header, value] = stamper(toUtf8(text))
    const headers = { 'content-type': 'text/plain;charset=UTF-8', [header]: value }
    return handle(new Request(`${baseUrl}${path}`, { method: 'POST', body: text, headers }))
  }

  async function answerTo(posted: Posted): Promise<unknown> {
    const response = await post(posted)
    const answer: unknown = await response.json()
    if (response.status !== 200) throw new CallRefused(response.status, answer as ErrorBody)
    return answer
  }

  const client: Client = {
    organizationId,
    stamper,
    about: (other) => createClient({ ...options, organizationId: other }),
    post,
    compose(type, parameters) {
      const body = { parameters, organizationId, timestampMs: String(clock()), type }
      return { path: findCallOfType(type)!.path, text: JSON.stringify(body) }
    },
    async query(name, filters) {
      const { path } = calls[name]
      // A question about a request must name its path.
      const binding = 'type' in Object(filters) ? { callPath: path } : {}
      const text = JSON.stringify({ organizationId, ...filters, ...binding })
      return (await answerTo({ path, text })) as never
    },
    async submit(type, parameters) {
      const answer = await answerTo(client.compose(type, parameters as object))
      return (answer as { activity: Activity }).activity
    },
    async run(type, parameters) {
      const activity = await client.submit(type, parameters)
      if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') {
        throw new Error(`${type} is ${activity.status}: ${JSON.stringify(activity.failure)}`)
      }
      return (activity.result as Record<string, unknown>)[versionOf(type).resultKey!] as never
    },
    approve: (fingerprint) => client.submit('ACTIVITY_TYPE_APPROVE_ACTIVITY', { fingerprint } as never),
    reject: (fingerprint) => client.submit('ACTIVITY_TYPE_REJECT_ACTIVITY', { fingerprint } as never),
  }
  return client
}
