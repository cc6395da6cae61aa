/** Calls that your server must sign: the counterpart of its proxy handlers. */
import {
  type Activity,
  ActivityFailedError,
  ActivityPendingError,
  ActivityRejectedError,
  ApiError,
  ConsensusNeededError,
  type ErrorBody,
  helpOf,
  KeywrightError,
  type Methods,
} from '@keywright/client'

export type ServerMethod = Exclude<keyof Methods, `stamp${string}`> | 'stampLogin'

/** @throws KeywrightError `ABORTED` */
export function assertLive(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return
  throw new KeywrightError('ABORTED', 'the call was aborted', { cause: signal.reason })
}

/** Longer than the server's client waits for the API by default. */
const TIMEOUT_MS = 90_000

/**
 * Calls the server.
 * @throws ApiError if the server or the API rejects the call; ActivityError if the activity didn't complete; KeywrightError `UNREACHABLE`,
 * `RESPONSE_NOT_JSON`
 */
export async function serverSign<M extends ServerMethod>(
  url: string,
  methodName: M,
  params: Parameters<Methods[M]>[0],
  send: (request: Request) => Promise<Response>,
  signal?: AbortSignal,
): Promise<Awaited<ReturnType<Methods[M]>>> {
  let response: Response
  try {
    const headers = { 'content-type': 'application/json' }
    response = await send(
      new Request(url, {
        method: 'POST',
        body: JSON.stringify({ methodName, params }),
        headers,
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
      }),
    )
  } catch (cause) {
    assertLive(signal)
    throw new KeywrightError('UNREACHABLE', `no response from ${url}`, { cause, help: 'check serverSignUrl' })
  }
  let answer: { readonly activity?: Activity; readonly message?: string }
  try {
    answer = (await response.json()) as typeof answer
    const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
    if (!isObject || (!response.ok && typeof answer.message !== 'string')) throw answer
  } catch (cause) {
    throw new KeywrightError('RESPONSE_NOT_JSON', `${url} returned ${response.status} without JSON`, {
      cause,
      help: 'check serverSignUrl',
    })
  }
  if (!response.ok) throw await refusalOf(response.status, answer as ErrorBody)
  const isVote =
    methodName === 'approveActivity' || methodName === 'rejectActivity' || methodName === 'getActivity'
  if (answer.activity && !isVote) await assertCompleted(answer.activity)
  return answer as Awaited<ReturnType<Methods[M]>>
}

const refusalOf = async (status: number, body: ErrorBody) => new ApiError(status, body, await helpOf(body))

async function assertCompleted(activity: Activity): Promise<void> {
  // The page has no key to poll with. Use `waitForActivity(error.activityId)` with a client that has one.
  const resume = () => Promise.reject(new ActivityPendingError(activity, resume))
  switch (activity.status) {
    case 'ACTIVITY_STATUS_COMPLETED':
      return
    case 'ACTIVITY_STATUS_FAILED':
      throw new ActivityFailedError(activity, await helpOf(activity.failure))
    case 'ACTIVITY_STATUS_REJECTED':
      throw new ActivityRejectedError(activity)
    case 'ACTIVITY_STATUS_CONSENSUS_NEEDED':
      throw new ConsensusNeededError(activity, resume)
    default:
      throw new ActivityPendingError(activity, resume)
  }
}
