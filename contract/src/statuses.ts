/** The life of an activity. */
import type { ActivityStatus } from './entityTypes.ts'

/** Statuses that may follow each status. */
export const nextStatuses: Readonly<Record<ActivityStatus, readonly ActivityStatus[]>> = {
  ACTIVITY_STATUS_CREATED: [
    'ACTIVITY_STATUS_PENDING',
    'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    'ACTIVITY_STATUS_FAILED',
  ],
  ACTIVITY_STATUS_CONSENSUS_NEEDED: [
    'ACTIVITY_STATUS_PENDING',
    'ACTIVITY_STATUS_REJECTED',
    'ACTIVITY_STATUS_FAILED',
  ],
  ACTIVITY_STATUS_PENDING: ['ACTIVITY_STATUS_COMPLETED', 'ACTIVITY_STATUS_FAILED'],
  ACTIVITY_STATUS_COMPLETED: [],
  ACTIVITY_STATUS_FAILED: [],
  ACTIVITY_STATUS_REJECTED: [],
}

/** True if the status is final. */
export const isFinal = (status: ActivityStatus): boolean => nextStatuses[status].length === 0
