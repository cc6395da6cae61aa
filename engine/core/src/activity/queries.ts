/** Queries about activities. */
import { ApiError } from '@keywright/contract'
import type { Caller, Context } from '../context.ts'
import type { Query } from '../handler.ts'
import { pageRange, readPage } from '../pages.ts'
import { expand } from './compact.ts'
import { listActivities } from './list.ts'
import { presentStored } from './present.ts'
import { withVoters } from './voters.ts'

const get_activity: Query<'get_activity'> = async (context, { activityId }, caller) => {
  const { organizationId } = context.organization
  const activity = await context.rows.get('activities', activityId)
  if (!activity) throw new ApiError('ACTIVITY_NOT_FOUND', { id: activityId, organizationId })
  const read = await withVoters(expand(activity), context)
  return { activity: presentStored(read, organizationId, viewerOf(caller, context)) }
}

const list_activities: Query<'list_activities'> = async (
  context,
  { filterByStatus = [], filterByType = [], paginationOptions },
  caller,
) => {
  const page = pageRange(paginationOptions, 'newest-first')
  const filter = { statuses: filterByStatus, types: filterByType }
  const viewer = viewerOf(caller, context)
  const { organizationId } = context.organization
  const activities = await readPage(
    page,
    (range) => listActivities(context.rows, filter, range),
    async (activity) => presentStored(await withVoters(activity, context), organizationId, viewer),
  )
  return { activities }
}

function viewerOf(caller: Caller, context: Context) {
  return {
    userId: caller.user.userId,
    organizationId: caller.organization.organizationId,
    publicKey: caller.credential.publicKey,
    now: context.now,
  }
}

export const queries = { get_activity, list_activities }
