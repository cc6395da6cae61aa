/** Sends one request of the API console to the local server and reads the policy decision. */
import type { Activity } from '@keywright/contract'
import { createStamp, defaultSchemeOf, toStampHeader, toUtf8 } from '@keywright/keys'
import { detailsOf } from '../try/bodyForm.ts'
import type { Exchange } from '../try/exchange.ts'
import type { ServerSettings } from './settings.ts'

/** A server and the reader's key. */
export interface Local {
  /** Such as `http://127.0.0.1:8787`, without the path of the call. */
  readonly base: string
  readonly settings: ServerSettings
}

/** The outcome of one policy. */
export interface Evaluation {
  readonly policyId?: string
  readonly outcome?: string
}

export interface LocalExchange extends Omit<Exchange, 'log'> {
  readonly requestId: string | null
  /** Undefined if no policy was evaluated, or the server doesn’t say. */
  readonly evaluations: readonly Evaluation[] | undefined
}

/** @throws Error with a message for the reader */
export async function exchangeLocal(local: Local, path: string, body: string): Promise<LocalExchange> {
  const done = await post(local, path, body)
  return { ...done, evaluations: await evaluationsOf(local, done) }
}

/** Rejections include their policy evaluations. For activities, they are queried. */
async function evaluationsOf(local: Local, { path, answer }: Pick<Exchange, 'path' | 'answer'>) {
  const refused = detailsOf(answer).find((one) => one['policyEvaluations'])
  if (refused) return refused['policyEvaluations'] as Evaluation[]
  const { activity } = Object(answer) as { activity?: Activity }
  if (!activity?.id || path.includes('/query/')) return undefined
  const { id: activityId, organizationId } = activity
  const question = { organizationId, activityId }
  const asked = await queryLocal(local, 'get_policy_evaluations', question).catch(() => undefined)
  const { policyEvaluations } = Object(asked?.answer) as {
    policyEvaluations?: { policyEvaluations: Evaluation[] }[]
  }
  return policyEvaluations?.flatMap((one) => one.policyEvaluations)
}

/**
 * How far the server's clock is ahead, if the server rejected the timestamp. A server with a seed has its own clock.
 * @returns undefined for other responses
 */
export function clockSkewOf(answer: unknown, now: number): number | undefined {
  const isRefused = detailsOf(answer).some(({ errorCode }) =>
    ['TIMESTAMP_TOO_OLD', 'TIMESTAMP_TOO_FAR_AHEAD'].includes(errorCode as string),
  )
  const [, serverTime] = (isRefused && /server time is (\d+)/.exec(String(Object(answer).message))) || []
  return serverTime === undefined ? undefined : Number(serverTime) - now
}

/** Sends a query with the reader's key. */
export function queryLocal(local: Local, call: string, members: object) {
  const callPath = `/public/v1/query/${call}`
  return post(local, callPath, JSON.stringify({ ...members, callPath }))
}

async function post({ base, settings }: Local, path: string, body: string) {
  const { curve, privateKey } = settings
  const stamp = createStamp(defaultSchemeOf(curve), toUtf8(body), privateKey)
  const header = { name: 'X-Stamp', value: toStampHeader(stamp) }
  const response = await send(`${base}${path}`, header.value, body)
  const { status, headers } = response
  const answer = await readAnswer(response, base)
  return { path, body, header, status, requestId: headers.get('x-request-id'), answer }
}

const TIMEOUT_MS = 15_000

/** Sends without cookies, referrer or cache, and doesn't follow redirects. */
async function send(url: string, stamp: string, body: string): Promise<Response> {
  const { origin } = new URL(url)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'X-Stamp': stamp, 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new Error(error.name === 'TimeoutError' ? timedOut(origin) : unreachable(origin))
  })
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    throw new Error(`${origin} redirects the request. Enter the address that it redirects to.`)
  return response
}

const timedOut = (origin: string) =>
  `${origin} didn’t respond within 15 seconds. The request may have been carried out. Sending the same bytes again has no further effect.`

const unreachable = (origin: string) =>
  `No readable response from ${origin}. Check that the server runs (npx keywright dev starts one), and allow the page to reach your device if the browser asks. Safari blocks requests from https pages to http servers: use another browser, or the code under “Copy as code”.`

/** @throws Error if the response isn’t JSON */
async function readAnswer(response: Response, base: string): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    const start = text.replace(/\s+/g, ' ').trim().slice(0, 80)
    const [type] = (response.headers.get('content-type') ?? '').split(/\s*;/)
    throw new Error(
      `${base} returned ${response.status} with ${type || 'no content type'} instead of JSON${start === '' ? '' : `: “${start}…”`}. Check that the address is the base URL of a Keywright server, the part before /public/v1.`,
    )
  }
}
