/** The life of an activity: which status may follow which, and the one function that writes it. */
import type { ActivityRow, ActivityStatus } from '../store/tables.ts'

const NEXT: Record<ActivityStatus, readonly ActivityStatus[]> = {
  ACTIVITY_STATUS_CREATED: ['ACTIVITY_STATUS_PENDING', 'ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  ACTIVITY_STATUS_CONSENSUS_NEEDED: ['ACTIVITY_STATUS_PENDING', 'ACTIVITY_STATUS_REJECTED'],
  ACTIVITY_STATUS_PENDING: ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED'],
  ACTIVITY_STATUS_COMPLETED: [],
  ACTIVITY_STATUS_FAILED: [],
  ACTIVITY_STATUS_REJECTED: [],
}

/** The activity in its next status. A step that the table does not know is a fault of ours. */
export function withStatus(
  activity: ActivityRow,
  status: ActivityStatus,
  at: number,
  change: Partial<Pick<ActivityRow, 'result' | 'failure'>> = {},
): ActivityRow {
  if (!NEXT[activity.status].includes(status)) {
    throw new Error(`activity ${activity.id} cannot go from ${activity.status} to ${status}`)
  }
  return { ...activity, ...change, status, updatedAt: at }
}

/** Whether nothing can happen to the activity any more. */
export function isFinal({ status }: Pick<ActivityRow, 'status'>): boolean {
  return NEXT[status].length === 0
}
