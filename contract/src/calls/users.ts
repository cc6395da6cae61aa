/** People and services of an organization. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { User, UserParams, UserParamsV2, UserParamsV3, UserParamsV4 } from '../entities/users.ts'
import { ids } from '../ids.ts'
import { email, name, phone, secret } from '../scalars.ts'

export const userCalls = {
  get_user: query({ userId: ids.user }, { user: User }),
  list_users: query({}, { users: list(User) }),
  create_users: submit('USER', 'CREATE', {
    ACTIVITY_TYPE_CREATE_USERS: version({ users: list(UserParams) }, { userIds: list(ids.user) }),
    ACTIVITY_TYPE_CREATE_USERS_V2: version(
      { users: list(UserParamsV2) },
      { userIds: list(ids.user) },
      'createUsersResult',
    ),
    ACTIVITY_TYPE_CREATE_USERS_V3: later(
      version({ users: list(UserParamsV3) }, { userIds: list(ids.user) }, 'createUsersResult'),
    ),
    ACTIVITY_TYPE_CREATE_USERS_V4: later(
      version({ users: list(UserParamsV4) }, { userIds: list(ids.user) }, 'createUsersResult'),
    ),
  }),
  update_user: submit('USER', 'UPDATE', {
    ACTIVITY_TYPE_UPDATE_USER: version(
      {
        userId: ids.user,
        userName: optional(name),
        userEmail: optional(email),
        userTagIds: optional(list(ids.userTag)),
        userPhoneNumber: optional(phone),
      },
      { userId: ids.user },
    ),
  }),
  update_user_name: later(
    submit('USER', 'UPDATE', {
      ACTIVITY_TYPE_UPDATE_USER_NAME: version({ userId: ids.user, userName: name }, { userId: ids.user }),
    }),
  ),
  update_user_email: later(
    submit('USER', 'UPDATE', {
      ACTIVITY_TYPE_UPDATE_USER_EMAIL: version(
        { userId: ids.user, userEmail: email, verificationToken: optional(secret) },
        { userId: ids.user },
      ),
    }),
  ),
  update_user_phone_number: later(
    submit('USER', 'UPDATE', {
      ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER: version(
        { userId: ids.user, userPhoneNumber: phone, verificationToken: optional(secret) },
        { userId: ids.user },
      ),
    }),
  ),
  delete_users: submit('USER', 'DELETE', {
    ACTIVITY_TYPE_DELETE_USERS: version({ userIds: list(ids.user) }, { userIds: list(ids.user) }),
  }),
} as const
