import { assertMatches } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const whoamiByParent = scenario(
  'a passkey finds its organization by asking the parent',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const alice = await company.opensSubOrganization({ rootUser: 'alice' })
    const lookingForHome = alice.about(company)

    const { organizationId, userId } = alice
    assertMatches(
      await lookingForHome.reads('whoami'),
      { organizationId, userId },
      'the parent returns her organization',
    )
    await world.refuses('PASSKEY_NOT_FOUND', () => lookingForHome.reads('list_wallets'))

    const key = world.apiKey()
    const apiKeys = [{ apiKeyName: 'shared', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }]
    const first = await company.opensSubOrganization({ rootUser: 'first', as: { apiKeys } })
    assertMatches(
      await first.withKey(key).about(company).reads('whoami'),
      { userId: first.userId },
      'one home',
    )
    await company.opensSubOrganization({ rootUser: 'second', as: { apiKeys } })
    await world.refuses('CREDENTIAL_AMBIGUOUS', () => first.withKey(key).about(company).reads('whoami'))
    assertMatches(
      await first.withKey(key).reads('whoami'),
      { userId: first.userId },
      'a direct request still works',
    )
  },
)
