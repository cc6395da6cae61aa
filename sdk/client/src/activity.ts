/** Turns a submitted activity into its result, or into the error that explains why it has no result. */
import type { Connection } from './connection.ts'
import {
  ActivityFailedError,
  ActivityPendingError,
  ActivityRejectedError,
  ConsensusNeededError,
  helpOf,
  hide,
  isKeywrightError,
  KeywrightError,
  type Resume,
} from './errors.ts'
import type { Activity } from './generated/types.ts'
import { aborted, type CallOptions, send, signQuery } from './send.ts'

/** The result of a completed activity, and the activity itself. */
export type Completed<Result> = Result & { readonly activity: Activity }

/**
 * Returns the result of an activity, polling until the activity is final or the time is up.
 * @param fromConsensus also wait for the votes of others instead of throwing ConsensusNeededError
 * @throws ConsensusNeededError, ActivityFailedError, ActivityRejectedError, ActivityPendingError; what `send` throws;
 * KeywrightError `RESULT_WITHHELD`
 */
export async function finish<Result>(
  connection: Connection,
  first: Activity,
  { signal, timeout = connection.timeout }: CallOptions = {},
  fromConsensus = false,
): Promise<Completed<Result>> {
  const deadline = connection.now() + timeout
  let activity = first
  for (let wait = connection.pollInterval; ; wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)) {
    const { status } = activity
    if (status === 'ACTIVITY_STATUS_COMPLETED') {
      assertNothingWithheld(activity)
      // The result has one member, whose name depends on the version.
      return { ...(Object.values(activity.result)[0] as Result), activity }
    }
    const from = <E extends KeywrightError>(error: E) => {
      hide(error, 'origin', { connection })
      return error
    }
    if (status === 'ACTIVITY_STATUS_FAILED')
      throw from(new ActivityFailedError(activity, await helpOf(activity.failure)))
    if (status === 'ACTIVITY_STATUS_REJECTED') throw new ActivityRejectedError(activity)
    const isVoting = status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED'
    const left = deadline - connection.now()
    const unfinished = (cause?: unknown) => {
      const resume: Resume = (options) => waitForActivity(connection, activity, options)
      return from(new (isVoting ? ConsensusNeededError : ActivityPendingError)(activity, resume, cause))
    }
    if ((isVoting && !fromConsensus) || left <= 0 || connection.readStamper.isInteractive) throw unfinished()
    try {
      await connection.sleep(Math.min(wait, left), signal)
      activity = await readActivity(connection, activity, { ...(signal && { signal }), timeout: left })
    } catch (error) {
      if (signal?.aborted) throw Object.assign(aborted(signal.reason), { activityId: activity.id })
      // The caller needs the activity, not the polling request.
      throw isKeywrightError(error, 'TIMEOUT', 'UNREACHABLE', 'OFFLINE') ? unfinished(error) : error
    }
  }
}

const LONGEST_WAIT_MS = 5000

/** @throws KeywrightError `RESULT_WITHHELD`: only the first response contains secrets */
function assertNothingWithheld({ id, withheld = [] }: Activity): void {
  if (!withheld[0]) return
  throw Object.assign(
    new KeywrightError(
      'RESULT_WITHHELD',
      `the server returned \`${withheld.join('`, `')}\` once, and that response was lost`,
      { help: 'call again: a new request returns a new secret' },
    ),
    { activityId: id },
  )
}

/**
 * Waits until an activity is final, including for the votes of others, and returns its result. Submits nothing.
 *
 * @param activity the activity, the error that carries it, or its id
 * @example
 * const { walletId } = await waitForActivity<CreateWalletResult>(client, activityId, { timeout: 3_600_000 })
 * @throws ConsensusNeededError or ActivityPendingError when the time is up; ActivityFailedError, ActivityRejectedError;
 * what `send` throws
 */
export async function waitForActivity<Result = Record<string, unknown>>(
  connection: Connection,
  activity: string | { readonly id: string; readonly organizationId: string },
  options?: CallOptions,
): Promise<Completed<Result>> {
  const target =
    typeof activity === 'string' ? { id: activity, organizationId: connection.organizationId } : activity
  return finish(connection, await readActivity(connection, target, options), options, true)
}

async function readActivity(
  connection: Connection,
  { id, organizationId }: { id: string; organizationId: string | undefined },
  options?: CallOptions,
): Promise<Activity> {
  const members = { organizationId, activityId: id }
  const reader = { stamper: connection.readStamper }
  const request = await signQuery<{ activity: Activity }>(connection, 'get_activity', members, reader)
  return (await send(connection, request, options)).activity
}
