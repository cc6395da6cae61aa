/** Waits for the end of an activity with `--wait`. */
import { type Activity, calls, isFinal } from '@keywright/contract'
import { readSeconds } from '../arguments/numbers.ts'
import type { Context } from '../command.ts'
import { interruptedFailure } from '../host/untilInterrupted.ts'
import type { createClient } from './client.ts'

const LOOK_EVERY_MS = 1_000

/** Polls the activity until it is final or the timeout passes. Without `--wait`, returns it immediately. */
export async function settle(
  { input, host }: Context,
  client: ReturnType<typeof createClient>,
  activity: Activity,
): Promise<Activity> {
  if (!input.isOn('wait')) return activity
  const until = host.clock() + readSeconds('--timeout', input.flag('timeout') ?? '600')
  let now = activity
  while (!isFinal(now.status) && host.clock() < until) {
    await host.sleep(LOOK_EVERY_MS)
    if (host.interrupted.aborted) throw interruptedFailure()
    const { id: activityId } = activity
    now = (await client.query<{ activity: Activity }>(calls.get_activity, { activityId })).activity
  }
  return now
}
