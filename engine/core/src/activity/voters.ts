/** The users of votes: an activity is stored with the digest of each voter, and read with the voter. */
import type { Context } from '../context.ts'
import { presentUser } from '../identity/presentUser.ts'
import { RowAltered } from '../store/rowMacs.ts'
import type { ReadRows } from '../store/rows.ts'
import type {
  ActivityRow,
  CompactActivityRow,
  StoredActivityRow,
  StoredVoteRow,
  UserRow,
  VoteRow,
} from '../store/tables.ts'
import { isErased, isVersion, type UserVersion, versionEntry } from '../store/userVersions.ts'
import { compact } from './compact.ts'

/** In place of the name of an erased user. */
export const ERASED = '[erased]'

/** The activity as it is stored. */
export const toStored = (activity: ActivityRow): CompactActivityRow =>
  compact({
    ...activity,
    votes: activity.votes.map(toStoredVote),
  })

export const toStoredVote = ({ version, ...vote }: VoteRow): StoredVoteRow => ({ ...vote, user: version })

/** Reads the voters of a stored activity. @throws RowAltered */
export async function withVoters(
  stored: StoredActivityRow,
  { open }: Pick<Context, 'open'>,
): Promise<ActivityRow> {
  const rows = await open(stored.decidedBy)
  const votes = stored.votes.map(async ({ user, ...vote }): Promise<VoteRow> => {
    const version = await readVersion(rows, vote.userId, user)
    const voter = isErased(version) ? erased(vote.userId, vote.createdAt) : version
    return { ...vote, user: { ...presentUser(voter) }, version: user }
  })
  return { ...stored, votes: await Promise.all(votes) }
}

/** The credentials that a voter had at the time of the vote. @throws RowAltered */
export async function voterOf(
  { userId, user }: StoredVoteRow,
  { decidedBy }: ActivityRow,
  { open }: Pick<Context, 'open'>,
): Promise<UserVersion> {
  return readVersion(await open(decidedBy), userId, user)
}

/** The user who submitted an activity, in the current state; undefined if deleted. */
export async function submitterOf(
  { decidedBy, votes: [first] }: ActivityRow | StoredActivityRow,
  context: Pick<Context, 'open'>,
): Promise<UserRow | undefined> {
  const rows = await context.open(decidedBy)
  return rows.get('users', first!.userId)
}

const erased = (userId: string, at: number): UserRow => withoutCredentials({ userId, userName: ERASED }, at)

/** Stands for a user who isn't stored any more or not yet, or whose details the viewer may not see. */
export const withoutCredentials = (
  user: Pick<UserRow, 'userId' | 'userName' | 'userEmail'>,
  at: number,
): UserRow => ({
  ...user,
  userTags: [],
  apiKeys: [],
  authenticators: [],
  oauthProviders: [],
  salt: '',
  createdAt: at,
  updatedAt: at,
})

/**
 * A version of a user.
 * @throws RowAltered if it is missing, altered, or erased although no operator erased the user
 */
async function readVersion(rows: ReadRows, userId: string, digest: string): Promise<UserVersion> {
  const { lookup, id } = versionEntry(userId, digest)
  const entry = await rows.entry(lookup, id)
  if (!entry) throw new RowAltered(rows.organizationId, lookup, id)
  return entry.provenBy(async (value) => {
    if (!isVersion(id, value)) return undefined
    const version = value as unknown as UserVersion
    return isErased(version) && !(await rows.get('erasures', userId)) ? undefined : version
  })
}
