/** People and services of an organization. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { User, UserParams, UserParamsV2, UserParamsV3, UserParamsV4 } from '../entities/users.ts'
import { email, id, name, phone, secret } from '../scalars.ts'

export const userCalls = {
  get_user: query({ userId: id }, { user: User }),
  list_users: query({}, { users: list(User) }),
  create_users: submit('USER', 'CREATE', {
    ACTIVITY_TYPE_CREATE_USERS: version({ users: list(UserParams) }, { userIds: list(id) }),
    ACTIVITY_TYPE_CREATE_USERS_V2: version(
      { users: list(UserParamsV2) },
      { userIds: list(id) },
      'createUsersResult',
    ),
    ACTIVITY_TYPE_CREATE_USERS_V3: later(
      version({ users: list(UserParamsV3) }, { userIds: list(id) }, 'createUsersResult'),
    ),
    ACTIVITY_TYPE_CREATE_USERS_V4: later(
      version({ users: list(UserParamsV4) }, { userIds: list(id) }, 'createUsersResult'),
    ),
  }),
  update_user: submit('USER', 'UPDATE', {
    ACTIVITY_TYPE_UPDATE_USER: version(
      {
        userId: id,
        userName: optional(name),
        userEmail: optional(email),
        userTagIds: optional(list(id)),
        userPhoneNumber: optional(phone),
      },
      { userId: id },
    ),
  }),
  update_user_name: later(
    submit('USER', 'UPDATE', {
      ACTIVITY_TYPE_UPDATE_USER_NAME: version({ userId: id, userName: name }, { userId: id }),
    }),
  ),
  update_user_email: later(
    submit('USER', 'UPDATE', {
      ACTIVITY_TYPE_UPDATE_USER_EMAIL: version(
        { userId: id, userEmail: email, verificationToken: optional(secret) },
        { userId: id },
      ),
    }),
  ),
  update_user_phone_number: later(
    submit('USER', 'UPDATE', {
      ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER: version(
        { userId: id, userPhoneNumber: phone, verificationToken: optional(secret) },
        { userId: id },
      ),
    }),
  ),
  delete_users: submit('USER', 'DELETE', {
    ACTIVITY_TYPE_DELETE_USERS: version({ userIds: list(id) }, { userIds: list(id) }),
  }),
} as const
