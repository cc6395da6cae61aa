/** `keywright activities show` */
import { type Activity, calls } from '@keywright/contract'
import type { Context, Outcome } from '../command.ts'
import { readActivityId } from '../connect/activityId.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { showActivity } from '../connect/showActivity.ts'

export async function run(context: Context): Promise<Outcome> {
  const { host, input, style } = context
  const activityId = readActivityId(input.required('ACTIVITY'))
  const client = createClient(host, await resolveConnection(context))
  const answer = await client.query<{ activity: Activity }>(calls.get_activity, { activityId })
  return { text: await showActivity(answer.activity, style, client), json: answer }
}
