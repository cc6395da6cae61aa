/** Signs a request and sends it, retrying with the same bytes until there is a response. */
import type { Connection } from './connection.ts'
import { ApiError, ClockSkewError, type ErrorBody, helpOf, hide, KeywrightError } from './errors.ts'
import type { SignedRequest } from './signedRequest.ts'
import type { Stamper } from './stamper.ts'
import { TIMED_OUT, within } from './wait.ts'

/** Where an error came from, which it keeps for `explainDenial`, hidden from logs. @internal */
export interface Origin {
  readonly connection: Connection
  readonly request?: SignedRequest
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Time limit in milliseconds, including retries and waiting. Default: the configuration's. */
  readonly timeout?: number
}

/** Serializes once and signs exactly those bytes. */
export async function sign<Answer>(
  { baseUrl, stamper }: { readonly baseUrl: string; readonly stamper: Stamper },
  path: string,
  members: object,
  signal?: AbortSignal,
): Promise<SignedRequest<Answer>> {
  const body = JSON.stringify(members, assertDefined)
  return { url: baseUrl + path, body, stamp: await stamper.stamp(body, { signal }) }
}

/**
 * A lookup that found no id must not lead to another call: without it, a call is for the parent, or lists everything.
 * @returns the value
 * @throws KeywrightError `INPUT_INVALID` for a member that holds ids and is present and undefined or null, however deep
 */
export function assertDefined(name: string, value: unknown): unknown {
  if ((value !== undefined && value !== null) || !/(^i|I)ds?$/.test(name)) return value
  throw new KeywrightError('INPUT_INVALID', `\`${name}\` is ${value}`, {
    help: `pass a value, or leave out \`${name}\``,
  })
}

/** Signs a query for a single call and time, so the stamp is useless for anything else. */
export function signQuery<Answer>(
  connection: Connection,
  call: string,
  members: { readonly organizationId: string | undefined; readonly timestampMs?: string },
  { stamper = connection.stamper, signal }: { stamper?: Stamper; signal?: AbortSignal } = {},
): Promise<SignedRequest<Answer>> {
  const callPath = `/public/v1/query/${call}`
  const { timestampMs = String(Math.floor(connection.now())) } = members
  const body = { ...members, timestampMs, callPath }
  return sign({ baseUrl: connection.baseUrl, stamper }, callPath, body, signal)
}

/**
 * Posts a signed request and returns the response body. Without a response, or on 429 with `Retry-After`, 502, 503 or 504,
 * posts the same bytes again. A submit stays one activity, however often it arrives.
 *
 * @throws ApiError if the server rejects the request
 * @throws KeywrightError `OFFLINE`, `UNREACHABLE`, `TIMEOUT` with a `request` to resend; `ABORTED`,
 * `RESPONSE_NOT_JSON`
 */
export async function send<Answer>(
  connection: Connection,
  request: SignedRequest<Answer>,
  { signal, timeout = connection.timeout }: CallOptions = {},
): Promise<Answer> {
  const end = connection.now() + timeout
  try {
    return await within(timeout, signal, async (deadline) => {
      for (let attempt = 0; ; attempt++) {
        try {
          return await post(connection, request, deadline)
        } catch (error) {
          const wait = waitBefore(error, attempt)
          const isLast = attempt >= connection.retries || wait > end - connection.now()
          if (isLast || deadline.aborted) throw error
          await connection.sleep(wait, deadline)
        }
      }
    })
  } catch (error) {
    const shown = signal?.aborted ? aborted(signal.reason) : error === TIMED_OUT ? timedOut(timeout) : error
    if (shown instanceof ApiError) hide(shown, 'origin', { connection, request })
    else if (shown instanceof KeywrightError) hide(shown, 'request', request)
    throw shown
  }
}

export const aborted = (cause: unknown) =>
  new KeywrightError('ABORTED', 'the call was aborted', {
    cause,
    help: 'the request may have been executed: resend it with send(error.request), which cannot execute it twice',
  })

const timedOut = (milliseconds: number) =>
  new KeywrightError('TIMEOUT', `no response within ${milliseconds} milliseconds`, {
    help: 'the request may have been executed: resend it with send(error.request), which cannot execute it twice',
  })

const DOUBLING_MS = 250
const LONGEST_MS = 5000

/** Milliseconds before the next attempt; infinite if a retry can't help. */
function waitBefore(error: unknown, attempt: number): number {
  const { retryAfter, status, code } = error as { retryAfter?: number; status?: number; code?: string }
  if (retryAfter !== undefined) return retryAfter
  const isWorthIt = code === 'UNREACHABLE' || code === 'TIMEOUT' || (status! >= 502 && status! <= 504)
  if (!isWorthIt) return Number.POSITIVE_INFINITY
  // Half of the delay is random, so that clients of one server don't retry in lockstep.
  return Math.min(DOUBLING_MS * 2 ** attempt, LONGEST_MS) * (0.5 + Math.random() / 2)
}

async function post<Answer>(
  connection: Connection,
  signed: SignedRequest,
  deadline: AbortSignal,
): Promise<Answer> {
  const { url, body, stamp } = signed
  const { attemptTimeout, now } = connection
  let response: Response
  let text: string
  try {
    ;[response, text] = await within(attemptTimeout, deadline, async (signal) => {
      const headers = {
        'content-type': 'application/json',
        'x-client-version': '@keywright/client@0.1.0',
        [stamp.stampHeaderName]: stamp.stampHeaderValue,
      }
      const answer = await connection.fetch(
        new Request(url, { method: 'POST', body, headers, signal, redirect: 'manual' }),
      )
      return [answer, await answer.text()]
    })
  } catch (cause) {
    if (deadline.aborted) throw deadline.reason
    throw cause === TIMED_OUT ? timedOut(attemptTimeout) : unreachable(url, cause)
  }
  const { status, headers } = response
  let answer: Answer & Partial<ErrorBody>
  try {
    answer = JSON.parse(text)
    if (!(status === 200 ? isAnswer(url, answer) : typeof answer.message === 'string')) throw answer
  } catch {
    throw Object.assign(notJson(url, status, headers.get('content-type')), { status })
  }
  if (status === 200) return answer
  throw refusal(status, answer as ErrorBody, headers, now(), await helpOf(answer))
}

/** The API returns objects, and submits return an activity. Anything else may return any JSON. */
const isAnswer = (url: string, value: object & { activity?: { id?: unknown } }): boolean =>
  typeof value === 'object' &&
  !Array.isArray(value) &&
  (typeof value.activity?.id === 'string' || !/\/(submit\/\w+|get_activity)$/.test(url))

function refusal(status: number, body: ErrorBody, headers: Headers, now: number, help?: string): ApiError {
  const error = new ApiError(status, body, help)
  if (/^TIMESTAMP_TOO/.test(error.code)) {
    // Browsers hide the Date header of other origins, but the message ends with the same time in milliseconds.
    const server = Date.parse(headers.get('date') ?? '') || Number(/\d+$/.exec(body.message)?.[0])
    return new ClockSkewError(status, body, now - server, help)
  }
  // A 429 without Retry-After is a resource limit, so retrying doesn't help.
  const after = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - now) / 1000
  if ((status === 429 || status >= 502) && seconds >= 0) hide(error, 'retryAfter', seconds * 1000)
  return error
}

function unreachable(url: string, cause: unknown): KeywrightError {
  const isOffline = globalThis.navigator?.onLine === false
  const host = /^\w+:\/\/[^/]+/.exec(url)?.[0]
  return isOffline
    ? new KeywrightError('OFFLINE', 'this machine has no network', {
        cause,
        help: 'resend later with send(error.request)',
      })
    : new KeywrightError('UNREACHABLE', `no response from ${host}`, {
        cause,
        help: 'check that the server is running at this address and that this page may connect to it',
      })
}

const notJson = (url: string, status: number, contentType: string | null) =>
  new KeywrightError(
    'RESPONSE_NOT_JSON',
    `${url} returned ${status} with ${contentType ?? 'no content type'}`,
    {
      help: 'this is not the API: check the base URL and any proxy in between',
    },
  )
