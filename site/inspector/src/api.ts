/** Client for the host's `/dev` routes that can also post calls stamped as any user. */
import { type Activity, calls, type ErrorBody, escapeHidden } from '@keywright/contract'
import type { RequestInFull, StampAnswer } from '@keywright/devhost'
import type { Connection } from './connection.ts'

/** An error response from the host, with a human-readable message. */
export class HostRefusal extends Error {
  override readonly name = 'HostRefusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Voter {
  /** The user's organization. */
  readonly organizationId: string
  readonly userId: string
}

export interface Api {
  readonly url: string
  /** @throws HostRefusal, or TypeError if the host is unreachable */
  get<T>(path: `/dev${string}`): Promise<T>
  post<T>(path: `/dev${string}`, body?: object): Promise<T>
  remove(path: `/dev${string}`): Promise<void>
  /** Posts the body and returns the logged request. */
  exchange(path: string, body: string, headers: Record<string, string>): Promise<RequestInFull>
  /** Posts the body with that user's stamp and returns the logged request. */
  exchangeAs(user: Voter, path: string, body: string): Promise<RequestInFull>
  /** Approves or rejects with that user's stamp. @throws HostRefusal with the API's message */
  vote(call: 'approve_activity' | 'reject_activity', activity: Activity, voter: Voter): Promise<Activity>
}

export function createApi({ url, fetch }: Connection): Api {
  async function send<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(new Request(`${url}${path}`, init))
    if (response.status === 204) return undefined as T
    const text = await response.text()
    const answer = parse(text)
    if (response.ok) return answer as T
    const message = (answer as Partial<ErrorBody> | undefined)?.message
    throw new HostRefusal(response.status, message ?? `the server returned ${response.status}`)
  }
  const postJson = <T>(path: string, body: object, headers: Record<string, string> = {}) =>
    send<T>(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  async function stamp({ organizationId, userId }: Voter, body: string): Promise<Record<string, string>> {
    const { stampHeaderName, stampHeaderValue } = await postJson<StampAnswer>('/dev/stamps', {
      organizationId,
      userId,
      body,
    })
    return { [stampHeaderName]: stampHeaderValue }
  }
  async function exchange(
    path: string,
    body: string,
    headers: Record<string, string>,
  ): Promise<RequestInFull> {
    const response = await fetch(
      new Request(`${url}${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    )
    return send(`/dev/requests/${response.headers.get('x-request-id')}`, {})
  }
  return {
    url,
    exchange,
    exchangeAs: async (user, path, body) => exchange(path, body, await stamp(user, body)),
    get: (path) => send(path, {}),
    post: (path, body = {}) => postJson(path, body),
    remove: (path) => send(path, { method: 'DELETE' }),
    async vote(call, { organizationId, fingerprint }, voter) {
      const { now } = await send<{ now: number }>('/dev/clock', {})
      const { path, postedType } = calls[call]
      const body = { type: postedType, timestampMs: String(now), organizationId, parameters: { fingerprint } }
      const headers = await stamp(voter, JSON.stringify(body))
      return (await postJson<{ activity: Activity }>(path, body, headers)).activity
    },
  }
}

/** Escapes hidden characters, because old names may contain them and reorder the surrounding text. */
const showHidden = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? escapeHidden(value, '\n\t') : value

function parse(text: string): unknown {
  try {
    return JSON.parse(text, showHidden)
  } catch {
    return undefined
  }
}
