/** People and services of an organization. */

import { ApiError, type IntentOf } from '@keywright/contract'
import { withRootContacts } from '../authorize/contacts.ts'
import type { Checked } from '../checked.ts'
import { type Query, submit } from '../handler.ts'
import { presentUser } from '../identity/presentUser.ts'
import { prefetch } from '../store/prefetch.ts'
import type { UserRow } from '../store/tables.ts'
import { wayOf } from './auth/sendCode.ts'
import {
  invalidToken,
  readVerificationToken,
  spendVerificationToken,
  type Verification,
} from './auth/verificationTokens.ts'
import { findAll, findUser } from './find.ts'
import { endImport } from './importTargets.ts'
import { changesBySaving } from './users/changesBySaving.ts'
import { fromBrowserCredential } from './users/credentials.ts'
import { type ContactMember, readContacts } from './users/findByContact.ts'
import { assertTags, draftUsers, type NewUser, readUserIdentities } from './users/newUser.ts'
import { withoutOldContacts, withVerifiedContact } from './users/provenContacts.ts'
import { assertUsersFit, saveUser } from './users/saveUser.ts'

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

  prepare: (context, { users }) => readUserIdentities(context, users, 'users'),

  async check(context, { users }, identities) {
    return { found: await draftUsers(context, users, identities, 'users') }
  },

  async execute(context, { found: users, isByRootQuorum }) {
    for (const user of users) {
      const set = [user.userEmail, user.userPhoneNumber]
      await saveUser(context, undefined, withRootContacts(user, set, { isByRootQuorum }))
    }
    return { userIds: users.map(({ userId }) => userId) }
  },
})

/** Version 1 has an access type, which grants nothing, and passkeys in the browsers' format. */
function fromVersion1({ users }: IntentOf<'ACTIVITY_TYPE_CREATE_USERS'>): { users: NewUser[] } {
  return {
    users: users.map(({ accessType: _, authenticators, ...user }) => ({
      ...user,
      authenticators: authenticators.map(fromBrowserCredential),
    })),
  }
}

type UserChange = Partial<Pick<UserRow, 'userName' | 'userEmail' | 'userPhoneNumber' | 'userTags'>>

function updating<Posted extends { userId: string }>(toChange: (posted: Posted) => UserChange) {
  return submit({
    normalize: (posted: Posted) => ({ userId: posted.userId, change: toChange(posted) }),

    async check(context, { userId, change }) {
      const before = await findUser(context, userId)
      await assertTags(context, change.userTags ?? [])
      const after = changed(before, change, context.now)
      await assertUsersFit(context, [{ before, after }])
      return { found: { before, after }, changes: await changesBySaving(context, [{ before, after }]) }
    },

    async execute(context, { intent: { userId, change }, found: { before, after }, isByRootQuorum }) {
      const set = [change.userEmail, change.userPhoneNumber]
      await saveUser(context, before, withRootContacts(after, set, { isByRootQuorum }))
      return { userId }
    },
  })
}

const changed = (before: UserRow, change: UserChange, now: number): UserRow =>
  withoutOldContacts({ ...before, ...change, updatedAt: now })

function updatingContact<M extends ContactMember>(member: M) {
  type Posted = { readonly userId: string; readonly verificationToken?: string } & {
    readonly [contact in M]: string
  }
  return submit({
    normalize: (posted: Posted) => posted,

    async check(
      context,
      { userId, verificationToken, ...change },
    ): Promise<Checked<{ before: UserRow; after: UserRow; verification?: Verification }>> {
      const before = await findUser(context, userId)
      const contact = (change as unknown as Record<M, string>)[member]
      const after = changed(before, { [member]: contact }, context.now)
      prefetch(readContacts(context.rows, before, after))
      const changes = await changesBySaving(context, [{ before, after }])
      if (verificationToken === undefined) return { found: { before, after }, changes }
      const verification = await readVerificationToken(context, verificationToken)
      const isOfContact = wayOf(verification.otpType).member === member && verification.contact === contact
      // These calls have no member for a signature by the bound key, so that key must stamp the request itself.
      const boundKey = verification.publicKey ?? context.submitter.publicKey
      if (!isOfContact || boundKey !== context.submitter.publicKey) throw invalidToken()
      return { found: { before, after: withVerifiedContact(after, contact), verification }, changes }
    },

    async execute(context, { intent: { userId }, found, isByRootQuorum }) {
      const { before, after, verification } = found
      if (verification) await spendVerificationToken(context, verification)
      await saveUser(context, before, withRootContacts(after, [after[member]], { isByRootQuorum }))
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

const update_user_email = updatingContact('userEmail')

const update_user_phone_number = updatingContact('userPhoneNumber')

const delete_users = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_USERS'>) => posted,

  async check(context, { userIds }) {
    const users = await findAll(context, [...new Set(userIds)], (userId) => findUser(context, userId))
    const member = users.find(({ userId }) => context.organization.quorum.userIds.includes(userId))
    if (member) throw new ApiError('QUORUM_MEMBER_DELETION', { userId: member.userId })
    prefetch(
      ...users.map((user) => readContacts(context.rows, user, undefined)),
      ...users.map(({ userId }) => context.rows.get('imports', userId)),
    )
    const changes = await changesBySaving(
      context,
      users.map((before) => ({ before, after: undefined })),
    )
    return { found: users, changes }
  },

  async execute(context, { intent: { userIds }, found: users }) {
    for (const user of users) {
      await saveUser(context, user, undefined)
      await endImport(context.rows, user.userId)
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
