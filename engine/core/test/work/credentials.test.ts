/** Too many credentials are counted before any is read, because reading one takes up to a millisecond. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestEngine, refusalOf, type TestEngine } from '../support/index.ts'

const MANY = 11
const FULL = 'CREDENTIAL_LIMIT_REACHED'

let fetched: string[]
let engine: TestEngine
let setting: Awaited<ReturnType<TestEngine['organization']>>
beforeAll(async () => {
  fetched = []
  engine = createTestEngine('many credentials', {
    fetch: async (url) => {
      fetched.push(url)
      return new Response(null, { status: 404 })
    },
  })
  setting = await engine.organization()
})

const claims = { iss: 'https://id.example.com', aud: 'app', sub: 'alice' }
const token = `${btoa('{}')}.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.x`
const KEY = { apiKeyName: 'k', publicKey: '02', curveType: 'API_KEY_CURVE_P256' }
const unreadable = {
  'long-lived API keys': { apiKeys: Array(MANY).fill({ ...KEY }) },
  'expiring API keys': {
    apiKeys: Array(MANY).fill({ ...KEY, expirationSeconds: '60' }),
  },
  authenticators: {
    authenticators: Array(MANY).fill({
      authenticatorName: 'a',
      challenge: 'c',
      attestation: { credentialId: 'c', clientDataJson: 'c', attestationObject: 'c', transports: [] },
    }),
  },
  'OAuth providers': { oauthProviders: Array(MANY).fill({ providerName: 'p', oidcToken: token }) },
}

describe.each(Object.entries(unreadable))('too many %s', (_kind, credentials) => {
  const lists = { apiKeys: [], authenticators: [], oauthProviders: [], ...credentials }
  const refused = (attempt: () => Promise<unknown>) => refusalOf(engine, setting.organizationId, attempt)

  it('of a new user', async () => {
    const users = [{ userName: 'bob', userTags: [], ...lists }]
    expect(await refused(() => setting.root.run('ACTIVITY_TYPE_CREATE_USERS_V3', { users }))).toEqual(FULL)
    expect(fetched).toEqual([])
  })

  it('of a user', async () => {
    const userId = setting.rootUserId
    const { apiKeys, authenticators, oauthProviders } = lists
    const { root } = setting
    const add = () => {
      if (apiKeys.length > 0) return root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys })
      return authenticators.length > 0
        ? root.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', { userId, authenticators })
        : root.run('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', { userId, oauthProviders })
    }
    expect(await refused(add)).toEqual(FULL)
    expect(fetched).toEqual([])
  })
})
