/** Changes the status of activities according to the contract's table of transitions. */
import { isFinal as isFinalStatus, nextStatuses } from '@keywright/contract'
import type { ActivityRow, ActivityStatus } from '../store/tables.ts'

/** The activity in its next status. Throws for a transition that is not in the table, which would be a bug. */
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

/** Whether the activity can't change any more. */
export function isFinal({ status }: Pick<ActivityRow, 'status'>): boolean {
  return isFinalStatus(status)
}
