import { story } from '../story.ts'

export const lastWayIn = story('users keep their last way to sign in', async (world) => {
  const { alice } = await world.organization({ rootUsers: ['alice'] })
  const { userId } = alice
  const { apiKeys } = await alice.reads('get_api_keys', { userId })
  const remove = () => alice.does('DELETE_API_KEYS', { userId, apiKeyIds: [apiKeys[0]!.apiKeyId] })
  await world.refuses('LAST_CREDENTIAL', remove)

  // A session does not count as a way to sign in, because it expires.
  const session = world.apiKey()
  await alice.does('STAMP_LOGIN', { publicKey: session.publicKey })
  await world.refuses('LAST_CREDENTIAL', remove)

  const passkey = world.passkey()
  await alice.does('CREATE_AUTHENTICATORS_V2', { userId, authenticators: [passkey.register()] })
  await remove()
  await world.refuses('API_KEY_NOT_FOUND', () => alice.reads('whoami'))
  await alice.withPasskey(passkey).reads('whoami')
})
