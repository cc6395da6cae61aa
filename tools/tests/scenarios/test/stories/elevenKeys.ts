import { expect } from 'vitest'
import { story } from '../story.ts'

export const elevenKeys = story(
  'an eleventh session replaces one, an eleventh long-lived key is rejected',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const alice = await company.opensSubOrganization({ rootUser: 'alice' })
    const { userId } = alice
    const open = (apiKeyName: string, expirationSeconds?: string) =>
      alice.does('CREATE_API_KEYS_V2', {
        userId,
        apiKeys: [
          {
            apiKeyName,
            publicKey: world.apiKey().publicKey,
            curveType: 'API_KEY_CURVE_P256',
            ...(expirationSeconds === undefined ? {} : { expirationSeconds }),
          },
        ],
      })
    const names = async () =>
      (await alice.reads('get_api_keys', { userId })).apiKeys.map(({ apiKeyName }) => apiKeyName)

    for (let n = 1; n <= 10; n++) {
      // The fifth session is short and expires before the limit is reached.
      await open(`session ${n}`, n === 5 ? '60' : '3600')
      await world.passes({ seconds: 1 })
    }
    await world.passes({ minutes: 2 })
    await open('session 11', '3600')
    expect((await names()).includes('session 5'), 'an expired key is removed first').toEqual(false)
    await open('session 12', '3600')
    expect((await names()).includes('session 1'), 'then the oldest').toEqual(false)
    expect((await names()).length, 'ten remain').toEqual(10)

    for (let n = 1; n <= 10; n++) await open(`key ${n}`)
    await world.refuses('CREDENTIAL_LIMIT_REACHED', () => open('key 11'))
    expect((await names()).length, 'the two kinds are counted separately').toEqual(20)
  },
)
