import { expect } from 'vitest'
import { story } from '../story.ts'

export const backendTakesOver = story(
  'a backend with a grant for all sign-ins can create sessions of all users except the owner, unlike one with a grant for one kind',
  async (world) => {
    const { owner } = await world.organization({ rootUsers: ['owner'] })
    const backend = await owner.addsUser('backend')
    const clerk = await owner.addsUser('clerk', { userEmail: 'clerk@example.com' })
    const device = world.device()
    const takeOver = ({ userId }: { userId: string }) =>
      backend.does('CREATE_READ_WRITE_SESSION_V2', { userId, targetPublicKey: device.targetPublicKey })
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => takeOver(clerk))

    // Creating a session of another user is AUTH CREATE too, so this grant gives access to every user outside the root quorum.
    const broad = await owner.allows(backend, "activity.resource == 'AUTH' && activity.action == 'CREATE'")
    const { credentialBundle } = await takeOver(clerk)
    const asClerk = clerk.withKey(await device.openCredential(credentialBundle))
    expect(await asClerk.reads('whoami'), 'the backend is the clerk').toMatchObject({ userId: clerk.userId })
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => takeOver(owner))

    const named = await owner.allows(
      backend,
      `activity.resource == 'AUTH' && activity.action == 'CREATE' && target_user.id == '${owner.userId}'`,
    )
    const { credentialBundle: ofOwner } = await takeOver(owner)
    const asOwner = owner.withKey(await device.openCredential(ofOwner))
    await asOwner.createsWallet('taken over')

    for (const policyId of [broad, named]) await owner.does('DELETE_POLICY', { policyId })
    await owner.does('STAMP_LOGIN', { publicKey: world.apiKey().publicKey, invalidateExisting: true })
    await owner.allows(backend, "activity.kind == 'EMAIL_AUTH'")
    await world.refuses('NOT_PERMITTED_BY_POLICY', () => takeOver(clerk))
    await owner.does('SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_EMAIL_AUTH', value: '' })
    await backend.does('EMAIL_AUTH_V3', {
      email: 'clerk@example.com',
      targetPublicKey: device.targetPublicKey,
      emailCustomization: { appName: 'Acme' },
    })
  },
)
