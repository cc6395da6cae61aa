/** Every expiring key knows what opened it, also one that no sign-in opened. */
import { expect, it } from 'vitest'
import { addSubOrganization, apiKeyStamper, passkeyStamper } from '../../test/support/index.ts'
import { engine, inOrganization, root } from '../../test/support/setting.ts'

inOrganization('first session')

const expiring = (publicKey: string) => ({
  apiKeyName: 'Session',
  publicKey,
  curveType: 'API_KEY_CURVE_P256' as const,
  expirationSeconds: '900',
})

/** A sign-up registers a passkey and the key of the first session; then the phone's passkey is added. */
async function signUp() {
  const key = engine.apiKey()
  const sub = await addSubOrganization(engine, root, { alice: { apiKeys: [expiring(key.publicKey)] } })
  const phone = engine.passkey()
  await sub.alice.run('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', {
    userId: sub.userId,
    authenticators: [phone.register('phone')],
  })
  const { organizationId, userId } = sub
  const session = engine.client(organizationId, apiKeyStamper(key))
  const onPhone = engine.client(organizationId, passkeyStamper(phone))
  return { ...sub, session, onPhone, userId }
}

it('the first session ends with the passkey that was registered with it, and so do the sessions that it opened', async () => {
  const { session, onPhone, organizationId, userId } = await signUp()
  const [mine, later] = [engine.apiKey(), engine.apiKey()]
  await session.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: later.publicKey, expirationSeconds: '2592000' })
  await session.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', { userId, apiKeys: [expiring(mine.publicKey)] })
  const { authenticators } = await onPhone.query('get_authenticators', { userId })
  await onPhone.run('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
    userId,
    authenticatorIds: [authenticators[0]!.authenticatorId],
  })
  for (const client of [
    session,
    ...[mine, later].map((key) => engine.client(organizationId, apiKeyStamper(key))),
  ]) {
    await expect(client.query('whoami')).rejects.toMatchObject({ errorCode: 'API_KEY_NOT_FOUND' })
  }
  await onPhone.query('whoami')
})

it('ends when the user logs out everywhere as the sessions page says', async () => {
  const { session, onPhone, userId } = await signUp()
  const { apiKeys, readOnlySessions } = await onPhone.query('get_api_keys', { userId })
  const opened = apiKeys.filter(({ openedBy }) => openedBy !== undefined).map(({ apiKeyId }) => apiKeyId)
  const ids = [...opened, ...readOnlySessions!.map(({ sessionId }) => sessionId)]
  await onPhone.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId, apiKeyIds: ids })
  await expect(session.query('whoami')).rejects.toMatchObject({ errorCode: 'API_KEY_NOT_FOUND' })
})

it('is opened by the submitter if it is a new user’s only credential', async () => {
  const key = engine.apiKey()
  const admin = engine.apiKey()
  const { userId } = await root.query('whoami')
  await root.run('ACTIVITY_TYPE_CREATE_API_KEYS_V2', {
    userId,
    apiKeys: [{ apiKeyName: 'admin', publicKey: admin.publicKey, curveType: 'API_KEY_CURVE_P256' }],
  })
  const { alice, organizationId, userId: aliceId } = await addSubOrganization(engine, root)
  const { userIds } = await alice.run('ACTIVITY_TYPE_CREATE_USERS_V2', {
    users: [
      {
        userName: 'bob',
        userEmail: 'bob@example.com',
        apiKeys: [{ apiKeyName: 'a', publicKey: key.publicKey, expirationSeconds: '900' }],
        authenticators: [],
        userTags: [],
      },
    ],
  })
  const { apiKeys } = await alice.query('get_api_keys', { userId: userIds[0]! })
  const { authenticators } = await alice.query('get_authenticators', { userId: aliceId })
  expect(apiKeys[0]!.openedBy).toEqual([{ userId: aliceId, opener: authenticators[0]!.authenticatorId }])
  await engine.client(organizationId, apiKeyStamper(key)).query('whoami')
})
