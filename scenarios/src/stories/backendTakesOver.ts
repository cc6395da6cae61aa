import { assertMatches } from '../assert.ts'
import { scenario } from '../scenario.ts'

export const backendTakesOver = scenario(
  'a backend that may start any sign-in makes itself a session of the owner, until its grant names one kind',
  async (world) => {
    const { owner } = await world.organization({ rootUsers: ['owner'] })
    const backend = await owner.addsUser('backend')
    const device = world.device()
    const takeOver = () =>
      backend.does('CREATE_READ_WRITE_SESSION_V2', {
        userId: owner.userId,
        targetPublicKey: device.targetPublicKey,
      })
    await world.refuses('NOT_PERMITTED_BY_POLICY', takeOver)

    // The session of another user counts as AUTH CREATE as well: this grant is the whole organization.
    const broad = await owner.allows(backend, "activity.resource == 'AUTH' && activity.action == 'CREATE'")
    const { credentialBundle } = await takeOver()
    const asOwner = owner.withKey(await device.openCredential(credentialBundle))
    assertMatches(await asOwner.reads('whoami'), { userId: owner.userId }, 'the backend is the owner')
    await asOwner.createsWallet('taken over')

    await owner.does('DELETE_POLICY', { policyId: broad })
    await owner.does('STAMP_LOGIN', { publicKey: world.apiKey().publicKey, invalidateExisting: true })
    await owner.allows(backend, "activity.kind == 'EMAIL_AUTH'")
    await world.refuses('NOT_PERMITTED_BY_POLICY', takeOver)
    await owner.does('SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_EMAIL_AUTH', value: '' })
    await backend.does('EMAIL_AUTH_V3', {
      email: 'owner@example.com',
      targetPublicKey: device.targetPublicKey,
      emailCustomization: { appName: 'Acme' },
    })
  },
)
