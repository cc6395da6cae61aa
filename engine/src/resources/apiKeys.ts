/** Key pairs that stamp requests. */
import type { IntentOf } from '@keywright/contract'
import { type Query, submit } from '../handler.ts'
import { findUser, refuse } from './find.ts'
import { assertKeepsCredential, type NewApiKey, newApiKey, withApiKeys } from './users/credentials.ts'
import { presentApiKey } from './users/presentUser.ts'
import { saveUser } from './users/saveUser.ts'

interface CreateApiKeys {
  readonly userId: string
  readonly apiKeys: readonly NewApiKey[]
}

const create_api_keys = submit({
  // Keys of version 1 have no curve: they are P-256.
  normalize: (
    posted: IntentOf<'ACTIVITY_TYPE_CREATE_API_KEYS' | 'ACTIVITY_TYPE_CREATE_API_KEYS_V2'>,
  ): CreateApiKeys => posted,

  facts: async (_context, { userId }) => ({ params: { user_id: userId } }),

  isOwnBusiness: ({ userId }, submitterId) => userId === submitterId,

  async execute(context, { userId, apiKeys }) {
    const user = await findUser(context, userId)
    const added = apiKeys.map((key, n) => newApiKey(context, key, `apiKeys.${n}`))
    await saveUser(context, user, withApiKeys(user, added, context.now))
    return { apiKeyIds: added.map((key) => key.apiKeyId) }
  },
})

const delete_api_keys = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_API_KEYS'>) => posted,

  facts: async (_context, { userId, apiKeyIds }) => ({ params: { user_id: userId, api_key_ids: apiKeyIds } }),

  isOwnBusiness: ({ userId }, submitterId) => userId === submitterId,

  async execute(context, { userId, apiKeyIds }) {
    const user = await findUser(context, userId)
    for (const id of apiKeyIds) {
      if (!user.apiKeys.some((key) => key.apiKeyId === id)) refuse(context, 'API key', id)
    }
    const apiKeys = user.apiKeys.filter((key) => !apiKeyIds.includes(key.apiKeyId))
    const changed = { ...user, apiKeys, updatedAt: context.now }
    assertKeepsCredential(context.organization, user, changed)
    await saveUser(context, user, changed)
    return { apiKeyIds }
  },
})

const get_api_key: Query<'get_api_key'> = async (context, { apiKeyId }) => {
  const users = await context.rows.list('users')
  const key = users.flatMap((user) => user.apiKeys).find((candidate) => candidate.apiKeyId === apiKeyId)
  return { apiKey: presentApiKey(key ?? refuse(context, 'API key', apiKeyId)) }
}

const get_api_keys: Query<'get_api_keys'> = async (context, { userId }) => {
  const users = userId === undefined ? await context.rows.list('users') : [await findUser(context, userId)]
  return { apiKeys: users.flatMap((user) => user.apiKeys).map(presentApiKey) }
}

export const submits = { create_api_keys, delete_api_keys }
export const queries = { get_api_key, get_api_keys }
