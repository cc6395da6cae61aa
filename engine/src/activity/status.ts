/** Writes the status of activities, along the contract's table of which may follow which. */
import { isFinal as isFinalStatus, nextStatuses } from '@keywright/contract'
import type { ActivityRow, ActivityStatus } from '../store/tables.ts'

/** The activity in its next status. A step that the table does not know is a fault of ours. */
export function withStatus(
  activity: ActivityRow,
  status: ActivityStatus,
  at: number,
  change: Partial<Pick<ActivityRow, 'result' | 'failure'>> = {},
): ActivityRow {
  if (!nextStatuses[activity.status].includes(status)) {
    throw new Error(`activity ${activity.id} cannot go from ${activity.status} to ${status}`)
  }
  return { ...activity, ...change, status, updatedAt: at }
}

/** Whether nothing can happen to the activity any more. */
export function isFinal({ status }: Pick<ActivityRow, 'status'>): boolean {
  return isFinalStatus(status)
}
