/** Writes activities and the lookups that list them. */

import type { Lookup, Partition, ReadRows } from '../store/rows.ts'
import type { ActivityRow, StoredActivityRow } from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import { expand } from './compact.ts'
import { withoutBodies, withSecretsSealed } from './secrets.ts'
import { toStored } from './voters.ts'

/** Lookups for newest-first lists by status or type read only one page, however many activities there are. */
export const LOOKUP = {
  fingerprints: 'fingerprints',
  /** Per user, for activities whose handler is personal. */
  fingerprintsOf: (userId: string) => `fingerprints-of:${userId}` as const,
  byStatus: (status: string) => `by-status:${short(status)}` as const,
  byType: (type: string, status: string) => `by-type:${short(type)}:${short(status)}` as const,
} as const

/** Every activity has both names in its keys, so they leave out what all statuses and types begin with. */
const short = (name: string) => name.replace(/^ACTIVITY_(STATUS|TYPE)_/, '')

/**
 * Stores an activity; `before` is its stored version, if any.
 * @param isPersonal whether the same body from another user is a different activity
 * @param isOwnBusiness whether it concerns only its submitter: in that case only the digest of its body is stored
 * @returns the stored activity, without secrets
 */
export function recordActivity(
  rows: Partition,
  before: ActivityRow | undefined,
  after: ActivityRow,
  { isPersonal, isOwnBusiness }: { readonly isPersonal: boolean; readonly isOwnBusiness: boolean },
  vault: Vault,
): ActivityRow {
  const { id, status, type } = after
  const sealed = withSecretsSealed(after, rows.organizationId, vault)
  const stored = isOwnBusiness ? withoutBodies(sealed) : sealed
  const { fingerprint } = stored
  const row = toStored(stored)
  if (before) rows.put('activities', id, row)
  else {
    rows.addActivity(id, row)
    // Of two requests with the same body, one creates the activity and the other finds it.
    const first = isPersonal ? LOOKUP.fingerprintsOf(after.votes[0]!.userId) : LOOKUP.fingerprints
    rows.putFresh(first, fingerprint, id)
    if (isPersonal) rows.putLookup(LOOKUP.fingerprints, fingerprint, id)
  }
  if (before?.status === status) return stored
  if (before) {
    rows.removeLookup(LOOKUP.byStatus(before.status), id)
    rows.removeLookup(LOOKUP.byType(type, before.status), id)
  }
  rows.putLookup(LOOKUP.byStatus(status), id, null)
  rows.putLookup(LOOKUP.byType(type, status), id, null)
  return stored
}

interface ActivityEntry {
  readonly lookup: string
  readonly id: string
  /** Absent if it is the id of any activity that has the entry: users share the fingerprint. */
  readonly value?: string | null
}

export function entriesOf(
  { id, status, type, fingerprint, votes }: StoredActivityRow,
  isPersonal: boolean,
): ActivityEntry[] {
  const first = isPersonal ? LOOKUP.fingerprintsOf(votes[0]!.userId) : LOOKUP.fingerprints
  return [
    { lookup: LOOKUP.byStatus(status), id, value: null },
    { lookup: LOOKUP.byType(type, status), id, value: null },
    { lookup: first, id: fingerprint, value: id },
    ...(isPersonal ? [{ lookup: LOOKUP.fingerprints, id: fingerprint }] : []),
  ]
}

/** The lookup that `findByFingerprint` reads. @param fingerprint as stored */
export function fingerprintLookup(fingerprint: string): Lookup {
  return { lookup: LOOKUP.fingerprints, id: fingerprint, table: 'activities' }
}

/**
 * The activity that was created by exactly this body, if any.
 * @param fingerprint as stored
 * @param userId the poster, for personal activities
 */
export async function findByFingerprint(
  rows: ReadRows,
  fingerprint: string,
  userId?: string,
): Promise<StoredActivityRow | undefined> {
  const lookup = userId === undefined ? LOOKUP.fingerprints : LOOKUP.fingerprintsOf(userId)
  const entry = await rows.entry(lookup, fingerprint)
  return entry?.provenBy(async (id) => {
    const row = await rows.get('activities', String(id))
    const activity = row && expand(row)
    const isOf =
      activity?.fingerprint === fingerprint && (userId ?? submittedBy(activity)) === submittedBy(activity)
    return isOf ? activity : undefined
  })
}

const submittedBy = ({ votes }: StoredActivityRow) => votes[0]!.userId
