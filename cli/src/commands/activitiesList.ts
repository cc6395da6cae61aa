/** `keywright activities list` */
import { calls, type ResponseOf } from '@keywright/contract'
import { parseType } from '../arguments/calls.ts'
import type { Context, Outcome } from '../command.ts'
import { shortStatus } from '../connect/activity.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { usageFailure } from '../output/failure.ts'
import { toColumns } from '../output/table.ts'

export async function run(context: Context): Promise<Outcome> {
  const { input, host, style } = context
  const statuses = input.flags('status').map((status) => `ACTIVITY_STATUS_${status.toUpperCase()}`)
  const types = input.flags('type').map(parseType)
  const limit = input.flag('limit')
  if (limit !== undefined && !/^([1-9]\d?|100)$/.test(limit)) {
    throw usageFailure(`--limit cannot be \`${limit}\``, 'pass a whole number from 1 to 100')
  }
  const client = createClient(host, await resolveConnection(context))
  const { activities } = await client.query<ResponseOf<'list_activities'>>(calls.list_activities, {
    ...(statuses.length > 0 ? { filterByStatus: statuses } : {}),
    ...(types.length > 0 ? { filterByType: types } : {}),
    ...(limit === undefined ? {} : { paginationOptions: { limit } }),
  })
  const rows = activities.map((activity) => [
    activity.id,
    shortStatus(activity),
    activity.type.replace('ACTIVITY_TYPE_', ''),
    new Date(Number(activity.createdAt.seconds) * 1000).toISOString().replace('.000', ''),
    activity.canApprove ? 'waiting for your vote' : '',
  ])
  return { text: rows.length === 0 ? style.dim('no activities') : toColumns(rows), json: { activities } }
}
