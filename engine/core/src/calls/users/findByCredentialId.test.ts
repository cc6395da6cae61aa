/** Credentials found by id: of any user. */
import { expect, it } from 'vitest'
import {
  engine,
  inOrganization,
  organizationId,
  root,
  rootUserId,
  store,
} from '../../../test/support/setting.ts'

const LOOKUP = 'users-by-credential-id'

inOrganization('credential ids')

const newKey = (apiKeyName: string) => ({
  apiKeyName,
  publicKey: engine.apiKey().publicKey,
  curveType: 'API_KEY_CURVE_P256' as const,
})

async function addKey(userId: string, name: string): Promise<string> {
  const apiKeys = [newKey(name)]
  const { apiKeyIds } = await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys })
  return apiKeyIds[0]!
}

const addUsers = (...names: readonly string[]) =>
  root.run('ACTIVITY_TYPE_CREATE_USERS_V3', {
    users: names.map((userName) => ({
      userName,
      userTags: [],
      apiKeys: [newKey(`of ${userName}`)],
      authenticators: [],
      oauthProviders: [],
    })),
  })

const nameOf = async (apiKeyId: string) => (await root.query('get_api_key', { apiKeyId })).apiKey.apiKeyName

const entered = async () => (await store.list(organizationId, LOOKUP)).map(({ id }) => id)

it('are indexed with their user, and removed with the credential or the user', async () => {
  const id = await addKey(rootUserId, 'second')
  const { userIds } = await addUsers('other')
  expect(await nameOf(id)).toBe('second')
  const all = (await root.query('get_api_keys')).apiKeys.map(({ apiKeyId }) => apiKeyId)
  expect(all).toHaveLength(3)
  expect(await entered()).toEqual(all.sort())
  await root.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId: rootUserId, apiKeyIds: [id] })
  await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds })
  expect(await entered()).toHaveLength(1)
  await expect(nameOf(id)).rejects.toMatchObject({ status: 404 })
})
