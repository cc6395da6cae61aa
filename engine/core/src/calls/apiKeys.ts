/** API keys: key pairs that stamp requests. */
import { type IntentOf, limits } from '@keywright/contract'
import { type Query, submit } from '../handler.ts'
import { presentApiKey, presentReadOnlySession } from '../identity/presentUser.ts'
import { findUser, isSubmitter, refuse } from './find.ts'
import { changesByKeys, changesBySaving } from './users/changesBySaving.ts'
import {
  assertFewCredentials,
  assertKeepsCredential,
  type NewApiKey,
  newApiKey,
  withApiKeys,
} from './users/credentials.ts'
import { findApiKey } from './users/findByCredentialId.ts'
import { assertUsersFit, saveUser } from './users/saveUser.ts'
import { openersOfSubmitter, openReadOnlySessions, withOpeners } from './users/sessions.ts'

export interface CreateApiKeys {
  readonly userId: string
  readonly apiKeys: readonly NewApiKey[]
}

const create_api_keys = submit({
  // Version 1 has no curve: all its keys are P-256.
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_CREATE_API_KEYS' | 'ACTIVITY_TYPE_CREATE_API_KEYS_V2'>,
  ): CreateApiKeys => posted,

  async check(context, { userId, apiKeys }) {
    const before = await findUser(context, userId)
    assertFewCredentials(before, { apiKeys })
    const isAnyExpiring = apiKeys.some((key) => key.expirationSeconds !== undefined)
    const openedBy = isAnyExpiring ? openersOfSubmitter(context) : []
    const added = apiKeys.map((key, n) =>
      withOpeners(newApiKey(context, key, `apiKeys.${n}`), openedBy.slice(-limits.sessionOpeners)),
    )
    const after = withApiKeys(before, added, context.now)
    await assertUsersFit(context, [{ before, after }])
    return {
      found: { before, after, apiKeyIds: added.map((key) => key.apiKeyId) },
      changes: await changesByKeys(context, before, after, added),
      isOwnBusiness: isSubmitter(context, userId),
    }
  },

  async execute(context, { found: { before, after, apiKeyIds } }) {
    await saveUser(context, before, after)
    return { apiKeyIds }
  },
})

const delete_api_keys = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_API_KEYS'>) => posted,

  async check(context, { userId, apiKeyIds }) {
    const before = await findUser(context, userId)
    const sessions = openReadOnlySessions(before, context.now)
    const known = new Set([
      ...before.apiKeys.map(({ apiKeyId }) => apiKeyId),
      ...sessions.map(({ sessionId }) => sessionId),
    ])
    for (const id of apiKeyIds) if (!known.has(id)) refuse(context, 'API key', id)
    const apiKeys = before.apiKeys.filter((key) => !apiKeyIds.includes(key.apiKeyId))
    const readOnlySessions = sessions.filter(({ sessionId }) => !apiKeyIds.includes(sessionId))
    const after = { ...before, apiKeys, readOnlySessions, updatedAt: context.now }
    assertKeepsCredential(context.organization, before, after)
    return {
      found: { before, after },
      changes: await changesBySaving(context, [{ before, after }]),
      isOwnBusiness: isSubmitter(context, userId),
    }
  },

  async execute(context, { intent: { apiKeyIds }, found: { before, after } }) {
    await saveUser(context, before, after)
    return { apiKeyIds }
  },
})

const get_api_key: Query<'get_api_key'> = async (context, { apiKeyId }) => {
  const key = await findApiKey(context.rows, apiKeyId)
  return { apiKey: presentApiKey(key ?? refuse(context, 'API key', apiKeyId)) }
}

const get_api_keys: Query<'get_api_keys'> = async (context, { userId }) => {
  const users = userId === undefined ? await context.rows.list('users') : [await findUser(context, userId)]
  return {
    apiKeys: users.flatMap((user) => user.apiKeys).map(presentApiKey),
    readOnlySessions: users.flatMap((user) =>
      openReadOnlySessions(user, context.now).map((session) => presentReadOnlySession(user, session)),
    ),
  }
}

export const submits = { create_api_keys, delete_api_keys }
export const queries = { get_api_key, get_api_keys }
