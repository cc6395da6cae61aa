import { story } from '../story.ts'

export const ownCredentials = story('users manage only their own credentials', async (world) => {
  const { owner } = await world.organization({ rootUsers: ['owner'] })
  const [ann, ben] = [await owner.addsUser('ann'), await owner.addsUser('ben')]
  const addPasskey = (who: typeof ann, to: typeof ann) =>
    who.does('CREATE_AUTHENTICATORS_V2', {
      userId: to.userId,
      authenticators: [world.passkey().register()],
    })
  await addPasskey(ann, ann)
  await world.refuses('NOT_PERMITTED_BY_POLICY', () => addPasskey(ann, ben))

  const desk = await owner.addsUser('credential desk')
  await owner.allows(desk, "activity.resource == 'CREDENTIAL'")
  await addPasskey(desk, ben)

  // A deny also applies to actions that need no grant.
  await owner.denies(ann, "activity.resource == 'CREDENTIAL'")
  await world.refuses('DENIED_BY_POLICY', () => addPasskey(ann, ann))
  await world.refuses('ATTESTATION_INVALID', () => {
    const authenticators = [{ ...world.passkey().register(), challenge: 'AAAA' }]
    return ben.does('CREATE_AUTHENTICATORS_V2', { userId: ben.userId, authenticators })
  })
})
