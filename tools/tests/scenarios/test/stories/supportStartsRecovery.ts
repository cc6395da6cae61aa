import { story } from '../story.ts'

export const supportStartsRecovery = story(
  'support can start a recovery but not complete it',
  async (world) => {
    const { company } = await world.organization({ rootUsers: ['company'] })
    const agent = await company.addsUser('support agent')
    const support = await company.tags('support', agent)
    await company.allows(
      `approvers.any(a, a.tags.contains('${support}'))`,
      "activity.resource == 'RECOVERY' && activity.action == 'CREATE'",
    )
    const email = 'alice@example.com'
    const alice = await company.opensSubOrganization({ rootUser: 'alice', as: { userEmail: email } })
    const start = (about: { organizationId: string }) =>
      agent.about(about).does('INIT_USER_EMAIL_RECOVERY_V2', {
        email,
        targetPublicKey: world.device().targetPublicKey,
        emailCustomization: { appName: 'Acme' },
      })
    await start(alice)
    const authenticator = world.passkey().register()
    await world.refuses('ORGANIZATION_MISMATCH', () =>
      agent.about(alice).does('RECOVER_USER', { userId: alice.userId, authenticator }),
    )
    // Other sign-ins need separate grants.
    await world.refuses('NOT_PERMITTED_BY_POLICY', () =>
      agent.about(alice).does('INIT_OTP_AUTH', { otpType: 'OTP_TYPE_EMAIL', contact: email }),
    )
    // The sub-organization can disable recovery.
    const wary = await company.opensSubOrganization({
      rootUser: 'wary',
      as: { userEmail: email },
      with: { disableEmailRecovery: true },
    })
    await world.refuses('FEATURE_DISABLED', () => start(wary))
  },
)
