import { story } from '../story.ts'

export const staleRecovery = story('only the newest recovery email works, for 15 minutes', async (world) => {
  const { company } = await world.organization({ rootUsers: ['company'] })
  const email = 'alice@example.com'
  const alice = await company.opensSubOrganization({ rootUser: 'alice', as: { userEmail: email } })

  const ask = async (device = world.device()) => {
    const { targetPublicKey } = device
    const emailCustomization = { appName: 'Acme' }
    await company
      .about(alice)
      .does('INIT_USER_EMAIL_RECOVERY_V2', { email, targetPublicKey, emailCustomization })
    const { template } = await world.mailTo(email, alice)
    return alice.withKey(await device.openCredential(template['bundle'] as string))
  }
  const recover = (by: typeof alice | Awaited<ReturnType<typeof ask>>) =>
    by.does('RECOVER_USER', { userId: alice.userId, authenticator: world.passkey().register() })

  const older = await ask()
  await world.passes({ seconds: 1 })
  const newer = await ask()
  await world.refuses('API_KEY_NOT_FOUND', () => recover(older))
  await world.passes({ minutes: 15 })
  await world.refuses('API_KEY_EXPIRED', () => recover(newer))
})
