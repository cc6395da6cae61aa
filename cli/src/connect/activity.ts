/** Formats activities for people. */
import { type Activity, type ErrorBody, isFinal } from '@keywright/contract'
import type { Outcome } from '../command.ts'
import { ExitCode } from '../output/exitCode.ts'
import { Failure } from '../output/failure.ts'
import type { Style } from '../output/style.ts'
import { toColumns } from '../output/table.ts'
import { errorCodeOf, violationLines } from './client.ts'

/** `COMPLETED` of `ACTIVITY_STATUS_COMPLETED`. */
export const shortStatus = (activity: Pick<Activity, 'status'>): string =>
  activity.status.replace('ACTIVITY_STATUS_', '')

/** The status, colored by outcome. */
export function paintStatus(activity: Pick<Activity, 'status'>, style: Style): string {
  const status = shortStatus(activity)
  if (status === 'COMPLETED') return style.green(status)
  return isFinal(activity.status) ? style.red(status) : style.yellow(status)
}

/**
 * The result of a completed activity, or how to continue with a pending one. The exit code tells the two apart.
 * @throws Failure (refused) when it failed or was rejected
 */
export function activityOutcome(activity: Activity, style: Style): Outcome {
  if (isFinal(activity.status) && activity.status !== 'ACTIVITY_STATUS_COMPLETED') throw endedBadly(activity)
  const rows = [
    ['activity', activity.id],
    ['type', activity.type],
    ['status', paintStatus(activity, style)],
    ['fingerprint', activity.fingerprint],
  ]
  const lines = [toColumns(rows)]
  if (activity.status === 'ACTIVITY_STATUS_COMPLETED') {
    lines.push(JSON.stringify(resultOf(activity), undefined, 2))
  } else if (activity.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED') {
    lines.push(style.dim(`approve with: keywright activities approve ${activity.id}`))
  } else {
    lines.push(style.dim(`in progress; follow with: keywright activities watch ${activity.id}`))
  }
  const exitCode = isFinal(activity.status) ? ExitCode.ok : ExitCode.waiting
  return { text: lines.join('\n'), json: { activity }, exitCode }
}

/** The single member of `activity.result`. */
export const resultOf = (activity: Activity): unknown => Object.values(activity.result)[0] ?? {}

function endedBadly(activity: Activity): Failure {
  const body = activity.failure as ErrorBody | null | undefined
  const status = shortStatus(activity)
  const reason = body ? `: ${errorCodeOf(body) ?? `code ${body.code}`}: ${body.message}` : ''
  return new Failure(ExitCode.refused, `activity ${activity.id} is ${status}${reason}`, {
    lines: body ? violationLines(body) : [],
    json: { activity },
  })
}
