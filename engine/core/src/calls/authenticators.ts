/** Passkeys. */
import type { AuthenticatorParamsV2, IntentOf } from '@keywright/contract'
import { type Query, submit } from '../handler.ts'
import { presentAuthenticator } from '../identity/presentUser.ts'
import { assertDistinct } from './distinct.ts'
import { findUser, isSubmitter, refuse } from './find.ts'
import { changesBySaving } from './users/changesBySaving.ts'
import {
  assertFewCredentials,
  assertKeepsCredential,
  fromBrowserCredential,
  newAuthenticator,
  withAuthenticators,
} from './users/credentials.ts'
import { findAuthenticator } from './users/findByCredentialId.ts'
import { assertUsersFit, saveUser } from './users/saveUser.ts'

export interface CreateAuthenticators {
  readonly userId: string
  readonly authenticators: readonly AuthenticatorParamsV2[]
}

const create_authenticators = submit({
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_CREATE_AUTHENTICATORS' | 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2'>,
    type,
  ): CreateAuthenticators =>
    type === 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS'
      ? fromVersion1(posted as IntentOf<'ACTIVITY_TYPE_CREATE_AUTHENTICATORS'>)
      : (posted as CreateAuthenticators),

  async check(context, { userId, authenticators }) {
    const before = await findUser(context, userId)
    assertFewCredentials(before, { authenticators })
    const added = await Promise.all(
      authenticators.map((passkey, n) => newAuthenticator(context, passkey, `authenticators.${n}`)),
    )
    const after = withAuthenticators(before, added, context.now)
    await assertUsersFit(context, [{ before, after }])
    return {
      found: { before, after, authenticatorIds: added.map((passkey) => passkey.authenticatorId) },
      isOwnBusiness: isSubmitter(context, userId),
    }
  },

  async execute(context, { found: { before, after, authenticatorIds } }) {
    await saveUser(context, before, after)
    return { authenticatorIds }
  },
})

function fromVersion1({
  userId,
  authenticators,
}: IntentOf<'ACTIVITY_TYPE_CREATE_AUTHENTICATORS'>): CreateAuthenticators {
  return { userId, authenticators: authenticators.map(fromBrowserCredential) }
}

const delete_authenticators = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_AUTHENTICATORS'>) => posted,

  async check(context, { userId, authenticatorIds }) {
    assertDistinct(authenticatorIds, 'authenticatorIds')
    const before = await findUser(context, userId)
    for (const id of authenticatorIds) {
      if (!before.authenticators.some((passkey) => passkey.authenticatorId === id)) {
        refuse(context, 'authenticator', id)
      }
    }
    const authenticators = before.authenticators.filter(
      (passkey) => !authenticatorIds.includes(passkey.authenticatorId),
    )
    const after = { ...before, authenticators, updatedAt: context.now }
    assertKeepsCredential(context.organization, before, after)
    return {
      found: { before, after },
      changes: await changesBySaving(context, [{ before, after }]),
      isOwnBusiness: isSubmitter(context, userId),
    }
  },

  async execute(context, { intent: { authenticatorIds }, found: { before, after } }) {
    await saveUser(context, before, after)
    return { authenticatorIds }
  },
})

const get_authenticator: Query<'get_authenticator'> = async (context, { authenticatorId }) => {
  const passkey = await findAuthenticator(context.rows, authenticatorId)
  return { authenticator: presentAuthenticator(passkey ?? refuse(context, 'authenticator', authenticatorId)) }
}

const get_authenticators: Query<'get_authenticators'> = async (context, { userId }) => ({
  authenticators: (await findUser(context, userId)).authenticators.map(presentAuthenticator),
})

export const submits = { create_authenticators, delete_authenticators }
export const queries = { get_authenticator, get_authenticators }
