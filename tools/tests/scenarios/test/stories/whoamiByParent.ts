import { expect } from 'vitest'
import { story } from '../story.ts'

export const whoamiByParent = story(
  'a passkey finds its organization by asking the parent',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const alice = await company.opensSubOrganization({ rootUser: 'alice' })
    const lookingForHome = alice.about(company)

    const { organizationId, userId } = alice
    await world.refuses('PASSKEY_ASSERTION_INVALID', () => lookingForHome.reads('whoami'))
    await alice.reads('whoami')
    expect(await lookingForHome.reads('whoami'), 'the parent returns her organization').toMatchObject({
      organizationId,
      userId,
    })
    await world.refuses('PASSKEY_ASSERTION_INVALID', () => lookingForHome.reads('list_wallets'))

    const key = world.apiKey()
    const apiKeys = [{ apiKeyName: 'shared', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' }]
    const first = await company.opensSubOrganization({ rootUser: 'first', as: { apiKeys } })
    await first.withKey(key).reads('whoami')
    expect(await first.withKey(key).about(company).reads('whoami'), 'one home').toMatchObject({
      userId: first.userId,
    })
    const second = await company.opensSubOrganization({ rootUser: 'second', as: { apiKeys } })
    expect(
      await first.withKey(key).about(company).reads('whoami'),
      'the second is only claimed',
    ).toMatchObject({
      userId: first.userId,
    })
    await second.withKey(key).reads('whoami')
    await world.refuses('CREDENTIAL_AMBIGUOUS', () => first.withKey(key).about(company).reads('whoami'))
    expect(await first.withKey(key).reads('whoami'), 'a direct request still works').toMatchObject({
      userId: first.userId,
    })
  },
)
