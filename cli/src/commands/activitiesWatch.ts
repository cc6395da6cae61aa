/** `keywright activities watch` */
import { type Activity, calls, isFinal } from '@keywright/contract'
import { readSeconds } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { activityOutcome, paintStatus } from '../connect/activity.ts'
import { readActivityId } from '../connect/activityId.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { interruptedFailure } from '../host/untilInterrupted.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome | undefined> {
  const { input, host, style, emit } = context
  const interval = readSeconds('--interval', input.flag('interval') ?? '1')
  const timeout = input.flag('timeout')
  const until =
    timeout === undefined ? Number.POSITIVE_INFINITY : host.clock() + readSeconds('--timeout', timeout)
  const named = input.argument('ACTIVITY')
  const activityId = named === undefined ? undefined : readActivityId(named)
  const client = createClient(host, await resolveConnection(context))
  const seen = new Map<string, string>()

  while (!host.interrupted.aborted) {
    for (const activity of await look()) {
      if (seen.get(activity.id) === activity.status) continue
      seen.set(activity.id, activity.status)
      const type = activity.type.replace('ACTIVITY_TYPE_', '')
      emit({ text: `${activity.id}  ${paintStatus(activity, style)}  ${type}`, json: { activity } })
      if (activityId !== undefined && isFinal(activity.status)) return endOf(activity)
    }
    if (host.clock() >= until) {
      if (activityId === undefined) return undefined
      throw new Failure(ExitCode.waiting, `the activity is not final after ${timeout} seconds`, {
        hint: 'it may need approvals: keywright activities list --status consensus_needed shows what is waiting',
      })
    }
    await host.sleep(Math.min(interval, Math.max(until - host.clock(), 0)))
  }
  // Stopping is the normal end of watching all activities, but not of waiting for one.
  if (activityId !== undefined) throw interruptedFailure()
  return undefined

  async function look(): Promise<Activity[]> {
    if (activityId !== undefined) {
      return [(await client.query<{ activity: Activity }>(calls.get_activity, { activityId })).activity]
    }
    const { activities } = await client.query<{ activities: Activity[] }>(calls.list_activities, {
      paginationOptions: { limit: '100' },
    })
    // Oldest first.
    return activities.toReversed()
  }

  /** The status is already printed. @throws Failure if the activity failed or was rejected */
  function endOf(activity: Activity): undefined {
    activityOutcome(activity, style)
    return undefined
  }
}
