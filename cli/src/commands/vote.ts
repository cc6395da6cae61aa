/** `keywright activities approve` and `reject`: votes on an activity by ID or fingerprint. */
import { type Activity, calls, isFinal, isUuid, type ResponseOf } from '@keywright/contract'
import type { Context, Outcome, Run } from '../command.ts'
import { paintStatus } from '../connect/activity.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { showActivity } from '../connect/showActivity.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure, usageFailure } from '../output/failure.ts'
import { oneLine } from '../output/table.ts'

type Vote = 'approve_activity' | 'reject_activity'

export const approve: Run = (context) => vote(context, 'approve_activity')
export const reject: Run = (context) => vote(context, 'reject_activity')

/** Votes after confirmation. */
async function vote(context: Context, call: Vote): Promise<Outcome> {
  const { input, host, style } = context
  const named = input.required('ACTIVITY')
  const client = createClient(host, await resolveConnection(context))
  const activity = isUuid(named) ? await activityOf(named) : await activityLike(assertFingerprint(named))
  // Shown on standard error even with --yes, so that the user sees the activity.
  if (!context.isJson) {
    host.err(`${activity ? await showActivity(activity, style, client) : `fingerprint ${named}`}\n`)
  }
  const verb = call === 'approve_activity' ? 'approve' : 'reject'
  await confirm(context, `${verb} this activity?`)
  const fingerprint = activity?.fingerprint ?? named
  const answer = await client.submit(calls[call], calls[call].postedType, { fingerprint })
  // The response is the activity that was voted on.
  const text = `${answer.id}  ${paintStatus(answer, style)}`
  const reason = answer.failure ? `\n  ${oneLine((answer.failure as { message: string }).message)}` : ''
  return {
    text: `${text}${reason}`,
    json: { activity: answer },
    exitCode: isAsVoted(answer, call) ? ExitCode.ok : ExitCode.refused,
  }

  /** Returns undefined if the activity is not among the newest 100. */
  async function activityLike(fingerprint: string): Promise<Activity | undefined> {
    const request = { paginationOptions: { limit: '100' } }
    const { activities } = await client.query<{ activities: Activity[] }>(calls.list_activities, request)
    return activities.find((one) => one.fingerprint === fingerprint)
  }

  async function activityOf(activityId: string): Promise<Activity> {
    const answer = await client.query<ResponseOf<'get_activity'>>(calls.get_activity, { activityId })
    return answer.activity as Activity
  }
}

/** A vote succeeds if the activity still waits or ended as voted. */
function isAsVoted({ status }: Activity, call: Vote): boolean {
  if (!isFinal(status)) return true
  return status === (call === 'approve_activity' ? 'ACTIVITY_STATUS_COMPLETED' : 'ACTIVITY_STATUS_REJECTED')
}

function assertFingerprint(text: string): string {
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return text
  throw usageFailure(
    `\`${text}\` is neither an activity ID nor a fingerprint`,
    'pass a UUID, or sha256: and 64 hexadecimal digits; keywright activities list shows IDs',
  )
}

/**
 * Resolves if the user confirms or passed `--yes`.
 * @throws Failure (usage) without a terminal to ask in; (refused) for every other answer
 */
async function confirm({ input, host, isJson }: Context, question: string): Promise<void> {
  if (input.isOn('yes')) return
  if (!host.canAsk || isJson) {
    throw usageFailure('nothing was sent: no terminal to confirm in', 'pass --yes to skip the confirmation')
  }
  const answer = await host.ask(`${question} [y/N] `)
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new Failure(ExitCode.refused, 'nothing was sent: not confirmed')
}
