/** People and services of an organization. */
import { ApiError, type IntentOf } from '@keywright/contract'
import { type Query, submit } from '../handler.ts'
import type { UserRow } from '../store/tables.ts'
import { findUser } from './find.ts'
import { fromBrowserCredential } from './users/credentials.ts'
import { assertTags, type NewUser, newUser } from './users/newUser.ts'
import { presentUser } from './users/presentUser.ts'
import { saveUser } from './users/saveUser.ts'

type CreateUsers = IntentOf<
  | 'ACTIVITY_TYPE_CREATE_USERS'
  | 'ACTIVITY_TYPE_CREATE_USERS_V2'
  | 'ACTIVITY_TYPE_CREATE_USERS_V3'
  | 'ACTIVITY_TYPE_CREATE_USERS_V4'
>

const create_users = submit({
  normalize: (posted: CreateUsers, type): { readonly users: readonly NewUser[] } =>
    type === 'ACTIVITY_TYPE_CREATE_USERS'
      ? fromVersion1(posted as IntentOf<'ACTIVITY_TYPE_CREATE_USERS'>)
      : (posted as { users: NewUser[] }),

  async execute(context, { users }) {
    const userIds: string[] = []
    for (const [n, user] of users.entries()) userIds.push((await newUser(context, user, `users.${n}`)).userId)
    return { userIds }
  },
})

/** Version 1 names an access type, which grants nothing, and passkeys as browsers spell them. */
function fromVersion1({ users }: IntentOf<'ACTIVITY_TYPE_CREATE_USERS'>): { users: NewUser[] } {
  return {
    users: users.map(({ accessType: _, authenticators, ...user }) => ({
      ...user,
      authenticators: authenticators.map(fromBrowserCredential),
    })),
  }
}

type UserChange = Partial<Pick<UserRow, 'userName' | 'userEmail' | 'userPhoneNumber' | 'userTags'>>

/** A call that changes members of one user. */
function updating<Posted extends { userId: string }>(toChange: (posted: Posted) => UserChange) {
  return submit({
    normalize: (posted: Posted) => ({ userId: posted.userId, change: toChange(posted) }),

    async execute(context, { userId, change }) {
      const user = await findUser(context, userId)
      await assertTags(context, change.userTags ?? [])
      await saveUser(context, user, { ...user, ...change, updatedAt: context.now })
      return { userId }
    },
  })
}

const update_user = updating(
  ({ userId: _, userTagIds, ...change }: IntentOf<'ACTIVITY_TYPE_UPDATE_USER'>): UserChange => ({
    ...change,
    ...(userTagIds === undefined ? {} : { userTags: [...new Set(userTagIds)] }),
  }),
)

const update_user_name = updating(({ userName }: IntentOf<'ACTIVITY_TYPE_UPDATE_USER_NAME'>) => ({
  userName,
}))

const update_user_email = updating(({ userEmail }: IntentOf<'ACTIVITY_TYPE_UPDATE_USER_EMAIL'>) => ({
  userEmail,
}))

const update_user_phone_number = updating(
  ({ userPhoneNumber }: IntentOf<'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER'>) => ({ userPhoneNumber }),
)

const delete_users = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_USERS'>) => posted,

  async execute(context, { userIds }) {
    for (const userId of new Set(userIds)) {
      const user = await findUser(context, userId)
      if (context.organization.quorum.userIds.includes(userId)) {
        throw new ApiError('QUORUM_MEMBER_DELETION', { userId })
      }
      await saveUser(context, user, undefined)
    }
    return { userIds }
  },
})

const get_user: Query<'get_user'> = async (context, { userId }) => ({
  user: presentUser(await findUser(context, userId)),
})

const list_users: Query<'list_users'> = async ({ rows }) => ({
  users: (await rows.list('users')).map(presentUser),
})

export const submits = {
  create_users,
  update_user,
  update_user_name,
  update_user_email,
  update_user_phone_number,
  delete_users,
}
export const queries = { get_user, list_users }
