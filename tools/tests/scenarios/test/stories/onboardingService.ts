import { expect } from 'vitest'
import { story } from '../story.ts'

export const onboardingService = story(
  'a service can create sub-organizations and nothing else',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const service = await company.addsUser('onboarding')
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => service.opensSubOrganization({ rootUser: 'alice' }))
    await company.allows(service, "activity.resource == 'ORGANIZATION' && activity.action == 'CREATE'")

    const alice = await service.opensSubOrganization({ rootUser: 'alice' })
    await alice.createsWallet('hers')
    expect(
      (await service.about(alice).reads('list_wallets')).wallets.length,
      'it can read its sub-organizations',
    ).toEqual(1)
    await world.refuses('ORGANIZATION_MISMATCH', () => service.about(alice).createsWallet('its own'))
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => service.createsWallet('in the company'))
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => service.addsUser('accomplice'))
    await world.refuses('ROOT_QUORUM_ONLY', () =>
      service.does('SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_EMAIL_AUTH', value: '' }),
    )
    await world.refuses('THRESHOLD_TOO_HIGH', () =>
      service.opensSubOrganization({ rootUser: 'lonely', with: { rootQuorumThreshold: 2 } }),
    )
  },
)
