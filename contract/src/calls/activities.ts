/** Submitted writes and their state. */
import { list, optional, query } from '../define.ts'
import { Activity } from '../entities/activities.ts'
import { Pagination } from '../entities/common.ts'
import { ActivityStatus, ActivityType } from '../enumSchemas.ts'
import { id } from '../scalars.ts'

export const activitieCalls = {
  get_activity: query({ activityId: id }, { activity: Activity }),
  list_activities: query(
    {
      filterByStatus: optional(list(ActivityStatus)),
      paginationOptions: optional(Pagination),
      filterByType: optional(list(ActivityType)),
    },
    { activities: list(Activity) },
  ),
} as const
