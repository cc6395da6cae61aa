/** One request of the console to another server, and the decision as far as its API tells. */
import type { Activity } from '@keywright/contract'
import { createStamp, defaultSchemeOf, toStampHeader, toUtf8 } from '@keywright/keys'
import type { Relay } from './openRelay.ts'
import type { ServerSettings } from './settings.ts'
import type { RelayTarget } from './target.ts'

/** What one policy came to. */
export interface Evaluation {
  readonly policyId?: string
  readonly outcome?: string
}

export interface RelayedExchange {
  readonly path: string
  /** The exact text that was stamped and posted. */
  readonly body: string
  readonly header: { readonly name: string; readonly value: string }
  readonly status: number
  readonly answer: unknown
  readonly requestId: string | null
  /** Undefined where no policy is asked, or the server does not tell. */
  readonly evaluations: readonly Evaluation[] | undefined
}

/** @throws Error in words for the reader */
export async function exchangeElsewhere(
  relay: Relay,
  target: RelayTarget,
  settings: ServerSettings,
  path: string,
  body: string,
): Promise<RelayedExchange> {
  const done = await post(relay, target, settings, path, body)
  return { ...done, evaluations: await evaluationsOf(done) }

  /** A refusal says what its policies came to; of an activity it is asked. */
  async function evaluationsOf({ answer }: typeof done): Promise<readonly Evaluation[] | undefined> {
    const { details, activity } = Object(answer) as { details?: unknown; activity?: Activity }
    const refused = (Array.isArray(details) ? details : []).find((one) => Object(one).policyEvaluations)
    if (refused) return (refused as { policyEvaluations: Evaluation[] }).policyEvaluations
    if (!activity?.id || path.includes('/query/')) return undefined
    const { id: activityId, organizationId } = activity
    const question = JSON.stringify({ organizationId, activityId })
    const asked = await post(relay, target, settings, EVALUATIONS, question).catch(() => undefined)
    const { policyEvaluations } = Object(asked?.answer) as {
      policyEvaluations?: { policyEvaluations: Evaluation[] }[]
    }
    return policyEvaluations?.flatMap((one) => one.policyEvaluations)
  }
}

/**
 * By how much the server's clock is ahead of this one, where it refused a timestamp: one with a seed stands still.
 * @returns undefined for other answers
 */
export function clockSkewOf(answer: unknown, now: number): number | undefined {
  const { details, message } = Object(answer) as { details?: unknown; message?: unknown }
  const isRefused = (Array.isArray(details) ? details : []).some((one) =>
    ['TIMESTAMP_TOO_OLD', 'TIMESTAMP_TOO_FAR_AHEAD'].includes(Object(one).errorCode),
  )
  const [, serverTime] = (isRefused && /server time is (\d+)/.exec(String(message))) || []
  return serverTime === undefined ? undefined : Number(serverTime) - now
}

const EVALUATIONS = '/public/v1/query/get_policy_evaluations'

/** A call that is asked with the reader's key besides what they send. */
export const queryElsewhere = (
  relay: Relay,
  target: RelayTarget,
  settings: ServerSettings,
  call: string,
  body: object,
): Promise<Pick<RelayedExchange, 'status' | 'answer'>> =>
  post(relay, target, settings, `/public/v1/query/${call}`, JSON.stringify(body))

async function post(
  relay: Relay,
  { base }: RelayTarget,
  { curve, privateKey }: ServerSettings,
  path: string,
  body: string,
): Promise<Omit<RelayedExchange, 'evaluations'>> {
  const stamp = createStamp(defaultSchemeOf(curve), toUtf8(body), privateKey)
  const header = { name: 'X-Stamp', value: toStampHeader(stamp) }
  const { status, contentType, requestId, text } = await relay.send({ url: `${base}${path}`, header, body })
  return { path, body, header, status, requestId, answer: readAnswer(text, status, contentType, base) }
}

/** @throws Error for what no engine answers */
function readAnswer(text: string, status: number, contentType: string, base: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const start = text.replace(/\s+/g, ' ').trim().slice(0, 80)
    throw new Error(
      `${base} answered ${status} with ${contentType || 'no content type'}, not with JSON${start === '' ? '' : `: “${start}…”`}. Is that the base URL of a Keywright server, as it stands before /public/v1?`,
    )
  }
}
