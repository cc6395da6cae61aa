/** Votes on activities, by id or fingerprint. */
import { type Activity, calls, isUuid, type ResponseOf } from '@keywright/contract'
import { paintStatus } from './activity.ts'
import { createClient } from './client.ts'
import type { Context, Outcome } from './command.ts'
import { resolveConnection } from './connection.ts'
import { usageFailure } from './failure.ts'

/** Approves or rejects the activity that the command names. */
export async function vote(context: Context, call: 'approve_activity' | 'reject_activity'): Promise<Outcome> {
  const { input, host, style } = context
  const named = input.required('ACTIVITY')
  const client = createClient(host, await resolveConnection(context))
  const fingerprint = isUuid(named) ? (await activityOf(named)).fingerprint : assertFingerprint(named)
  const answer = await client.submit(calls[call], calls[call].postedType, { fingerprint })
  // A vote answers the activity that was voted on.
  const text = `${answer.id}  ${paintStatus(answer, style)}`
  const reason = answer.failure ? `\n  ${(answer.failure as { message: string }).message}` : ''
  return { text: `${text}${reason}`, json: { activity: answer } }

  async function activityOf(activityId: string): Promise<Activity> {
    const answer = await client.query<ResponseOf<'get_activity'>>(calls.get_activity, { activityId })
    return answer.activity as Activity
  }
}

function assertFingerprint(text: string): string {
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return text
  throw usageFailure(
    `\`${text}\` is neither an activity id nor a fingerprint`,
    'an id is a UUID, a fingerprint is sha256: and 64 hexadecimal digits; keywright activities list shows ids',
  )
}
