/** Waiting for an activity to end, where `--wait` asks for it. */
import { type Activity, calls, isFinal } from '@keywright/contract'
import type { createClient } from './client.ts'
import type { Context } from './command.ts'
import { readSeconds } from './numbers.ts'
import { interruptedFailure } from './untilInterrupted.ts'

const LOOK_EVERY_MS = 1_000

/** The activity as it is; with `--wait`, as it ends, or as it is when the time is up. It is never submitted again. */
export async function settle(
  { input, host }: Context,
  client: ReturnType<typeof createClient>,
  activity: Activity,
): Promise<Activity> {
  if (!input.isOn('wait')) return activity
  const until = host.clock() + readSeconds('timeout', input.flag('timeout') ?? '600')
  let now = activity
  while (!isFinal(now.status) && host.clock() < until) {
    await host.sleep(LOOK_EVERY_MS)
    if (host.interrupted.aborted) throw interruptedFailure()
    const { id: activityId } = activity
    now = (await client.query<{ activity: Activity }>(calls.get_activity, { activityId })).activity
  }
  return now
}
