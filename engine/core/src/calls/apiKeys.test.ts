import { describe, expect, it } from 'vitest'
import { apiKeyStamper, CallRefused } from '../../test/support/index.ts'
import { engine, inOrganization, organizationId, root, rootUserId } from '../../test/support/setting.ts'

inOrganization()

const refusal = async (run: Promise<unknown>) => {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CallRefused)
  return error as CallRefused
}

describe('api keys', () => {
  it.each(['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519'] as const)(
    'registers a key of %s that can stamp',
    async (curveType) => {
      const userId = rootUserId
      const key = engine.apiKey(curveType)
      const { apiKeyIds } = await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
        userId,
        apiKeys: [{ apiKeyName: 'second', publicKey: key.publicKey, curveType }],
      })
      const second = engine.client(organizationId, apiKeyStamper(key))
      expect(await second.query('whoami')).toMatchObject({ userId })
      const { apiKey } = await second.query('get_api_key', { apiKeyId: apiKeyIds[0]! })
      expect(apiKey.credential).toEqual({
        publicKey: key.publicKey,
        type: curveType.replace('API_KEY_CURVE', 'CREDENTIAL_TYPE_API_KEY'),
      })
    },
  )

  it('rejects an eleventh long-lived key and evicts the oldest expiring one', async () => {
    const userId = rootUserId
    const add = (n: number, expirationSeconds?: string) => {
      const { publicKey, curve: curveType } = engine.apiKey()
      const key = { apiKeyName: `key ${n}`, publicKey, curveType }
      const apiKeys = [expirationSeconds === undefined ? key : { ...key, expirationSeconds }]
      engine.clock.advance({ seconds: 1 })
      return root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys })
    }
    for (let n = 1; n < 10; n++) await add(n)
    expect(await refusal(add(10))).toMatchObject({ status: 429, errorCode: 'CREDENTIAL_LIMIT_REACHED' })
    const first = await add(100, '900')
    for (let n = 101; n <= 110; n++) await add(n, '900')
    const { apiKeys } = await root.query('get_api_keys', { userId })
    expect(apiKeys).toHaveLength(20)
    expect(apiKeys.map((key) => key.apiKeyId)).not.toContain(first.apiKeyIds[0])
  })
})
