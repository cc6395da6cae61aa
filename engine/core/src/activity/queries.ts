/** Queries about activities. */
import { ApiError } from '@keywright/contract'
import { mayBeCounted } from '../authorize/decide.ts'
import type { Caller, Context } from '../context.ts'
import type { Query } from '../handler.ts'
import { pageRange, readPage } from '../pages.ts'
import { expand } from './compact.ts'
import { listActivities } from './list.ts'
import { mayVote, presentStored } from './present.ts'
import { withVoters } from './voters.ts'

const get_activity: Query<'get_activity'> = async (context, { activityId }, caller) => {
  const { organizationId } = context.organization
  const activity = await context.rows.get('activities', activityId)
  if (!activity) throw new ApiError('ACTIVITY_NOT_FOUND', { id: activityId, organizationId })
  const read = await withVoters(expand(activity), context)
  const canCallerVote = await mayVote(read, caller, context.now, () => mayBeCounted(context, caller))
  return { activity: presentStored(read, organizationId, viewerOf(caller, context), canCallerVote) }
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
  let counted: Promise<boolean> | undefined
  const mayCount = () => {
    counted ??= mayBeCounted(context, caller)
    return counted
  }
  const activities = await readPage(
    page,
    (range) => listActivities(context.rows, filter, range),
    async (activity) => {
      const read = await withVoters(activity, context)
      const canCallerVote = await mayVote(read, caller, context.now, mayCount)
      return presentStored(read, organizationId, viewer, canCallerVote)
    },
  )
  return { activities }
}

function viewerOf(caller: Caller, context: Context) {
  return {
    organizationId: caller.organization.organizationId,
    publicKey: caller.credential.publicKey,
    now: context.now,
  }
}

export const queries = { get_activity, list_activities }
