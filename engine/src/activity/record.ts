/** Writes activities with the lookups by which they are listed, and tells webhooks about them. */
import type { Context } from '../context.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { ActivityRow } from '../store/tables.ts'
import type { Partition } from '../store/transaction.ts'

/** Newest-first lists by status or type read only what they show, however many activities there are. */
export const LOOKUP = {
  fingerprints: 'fingerprints',
  byStatus: (status: string) => `activities-by-status:${status}`,
  byType: (type: string, status: string) => `activities-by-type:${type}:${status}`,
} as const

/** Stores an activity as it now is; `before` is how it was stored, if it was. */
export function recordActivity(rows: Partition, before: ActivityRow | undefined, after: ActivityRow): void {
  const { id, status, type, fingerprint } = after
  rows.put('activities', id, after)
  if (!before) rows.putLookup(LOOKUP.fingerprints, fingerprint, id)
  if (before?.status === status) return
  if (before) {
    rows.removeLookup(LOOKUP.byStatus(before.status), id)
    rows.removeLookup(LOOKUP.byType(type, before.status), id)
  }
  rows.putLookup(LOOKUP.byStatus(status), id, null)
  rows.putLookup(LOOKUP.byType(type, status), id, null)
}

/** The activity that was posted with exactly these bytes, if any. */
export async function findByFingerprint(
  rows: Partition,
  fingerprint: string,
): Promise<ActivityRow | undefined> {
  const id = await rows.lookup<string>(LOOKUP.fingerprints, fingerprint)
  return id === undefined ? undefined : rows.get('activities', id)
}

/** Queues the activity for the webhooks of its organization and of the parent. */
export async function announceActivity(context: Context, outbox: Outbox, activity: object): Promise<void> {
  const { organization, open, ids } = context
  const parent = organization.parentId
    ? await (await open(organization.parentId)).get('organization', 'organization')
    : undefined
  let body: string | undefined
  for (const listener of [organization, parent]) {
    const url = listener?.features['FEATURE_NAME_WEBHOOK']
    if (!listener || !url) continue
    body ??= JSON.stringify(activity)
    outbox.add({
      kind: 'webhook',
      webhook: {
        id: ids.random(),
        url,
        organizationId: listener.organizationId,
        eventType: 'ACTIVITY_UPDATES',
        body,
      },
    })
  }
}
