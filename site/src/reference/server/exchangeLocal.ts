/** Sends one request of the API console to the local server and reads the policy decision. */
import type { Activity } from '@keywright/contract'
import { createStamp, defaultSchemeOf, toStampHeader, toUtf8 } from '@keywright/keys'
import type { Send } from './send.ts'
import type { ServerSettings } from './settings.ts'
import type { LocalTarget } from './target.ts'

/** The outcome of one policy. */
export interface Evaluation {
  readonly policyId?: string
  readonly outcome?: string
}

export interface LocalExchange {
  readonly path: string
  /** The exact text that was stamped and posted. */
  readonly body: string
  readonly header: { readonly name: string; readonly value: string }
  readonly status: number
  readonly answer: unknown
  readonly requestId: string | null
  /** Undefined if no policy was evaluated, or the server doesn’t say. */
  readonly evaluations: readonly Evaluation[] | undefined
}

/** @throws Error with a message for the reader */
export async function exchangeLocal(
  send: Send,
  target: LocalTarget,
  settings: ServerSettings,
  path: string,
  body: string,
): Promise<LocalExchange> {
  const done = await post(send, target, settings, path, body)
  return { ...done, evaluations: await evaluationsOf(done) }

  /** Rejections include their policy evaluations. For activities, they are queried. */
  async function evaluationsOf({ answer }: typeof done): Promise<readonly Evaluation[] | undefined> {
    const { details, activity } = Object(answer) as { details?: unknown; activity?: Activity }
    const refused = (Array.isArray(details) ? details : []).find((one) => Object(one).policyEvaluations)
    if (refused) return (refused as { policyEvaluations: Evaluation[] }).policyEvaluations
    if (!activity?.id || path.includes('/query/')) return undefined
    const { id: activityId, organizationId } = activity
    const question = { organizationId, activityId }
    const asked = await queryLocal(send, target, settings, 'get_policy_evaluations', question).catch(
      () => undefined,
    )
    const { policyEvaluations } = Object(asked?.answer) as {
      policyEvaluations?: { policyEvaluations: Evaluation[] }[]
    }
    return policyEvaluations?.flatMap((one) => one.policyEvaluations)
  }
}

/**
 * How far the server's clock is ahead, if the server rejected the timestamp. A server with a seed has its own clock.
 * @returns undefined for other responses
 */
export function clockSkewOf(answer: unknown, now: number): number | undefined {
  const { details, message } = Object(answer) as { details?: unknown; message?: unknown }
  const isRefused = (Array.isArray(details) ? details : []).some((one) =>
    ['TIMESTAMP_TOO_OLD', 'TIMESTAMP_TOO_FAR_AHEAD'].includes(Object(one).errorCode),
  )
  const [, serverTime] = (isRefused && /server time is (\d+)/.exec(String(message))) || []
  return serverTime === undefined ? undefined : Number(serverTime) - now
}

/** Sends a query with the reader's key. */
export function queryLocal(
  send: Send,
  target: LocalTarget,
  settings: ServerSettings,
  call: string,
  members: object,
): Promise<Pick<LocalExchange, 'status' | 'answer'>> {
  const callPath = `/public/v1/query/${call}`
  return post(send, target, settings, callPath, JSON.stringify({ ...members, callPath }))
}

async function post(
  send: Send,
  { base }: LocalTarget,
  { curve, privateKey }: ServerSettings,
  path: string,
  body: string,
): Promise<Omit<LocalExchange, 'evaluations'>> {
  const stamp = createStamp(defaultSchemeOf(curve), toUtf8(body), privateKey)
  const header = { name: 'X-Stamp', value: toStampHeader(stamp) }
  const { status, contentType, requestId, text } = await send(`${base}${path}`, header, body)
  return { path, body, header, status, requestId, answer: readAnswer(text, status, contentType, base) }
}

/** @throws Error if the response isn’t JSON */
function readAnswer(text: string, status: number, contentType: string, base: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const start = text.replace(/\s+/g, ' ').trim().slice(0, 80)
    throw new Error(
      `${base} returned ${status} with ${contentType || 'no content type'} instead of JSON${start === '' ? '' : `: “${start}…”`}. Check that the address is the base URL of a Keywright server, the part before /public/v1.`,
    )
  }
}
