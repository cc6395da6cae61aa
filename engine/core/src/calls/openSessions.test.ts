import { describe, expect, it } from 'vitest'
import {
  addUser,
  allow,
  apiKeyStamper,
  type Client,
  createTargetKey,
  sessionStamper,
} from '../../test/support/index.ts'
import { engine, inSubOrganization, refusedInSub as refused, sub } from '../../test/support/setting.ts'

inSubOrganization('open sessions')

describe('open sessions', () => {
  const list = () => sub.alice.query('get_api_keys', { userId: sub.userId })
  const openReadOnly = async (client: Client = sub.alice) => {
    engine.clock.advance({ milliseconds: 1 })
    const { session } = await client.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    return engine.client(sub.organizationId, sessionStamper(session))
  }
  const end = (ids: string[]) =>
    sub.alice.run('ACTIVITY_TYPE_DELETE_API_KEYS', { userId: sub.userId, apiKeyIds: ids })

  it('are listed with their openers, and can be ended one by one', async () => {
    const { authenticators } = await sub.alice.query('get_authenticators', { userId: sub.userId })
    const byPasskey = { userId: sub.userId, opener: authenticators[0]!.authenticatorId }
    const key = engine.apiKey()
    await sub.alice.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: key.publicKey })
    const inSession = engine.client(sub.organizationId, apiKeyStamper(key))
    const [first, second] = [await openReadOnly(), await openReadOnly(inSession)]
    const { apiKeys, readOnlySessions = [] } = await list()
    expect(apiKeys).toMatchObject([{ credential: { publicKey: key.publicKey }, openedBy: [byPasskey] }])
    const { apiKeyId } = apiKeys[0]!
    expect(readOnlySessions).toMatchObject([
      { userId: sub.userId, openedBy: [byPasskey] },
      { userId: sub.userId, openedBy: [byPasskey, { userId: sub.userId, opener: apiKeyId }] },
    ])
    expect(JSON.stringify(readOnlySessions)).not.toContain('eyJ')
    await end([readOnlySessions[0]!.sessionId])
    expect(await refused(() => first.query('whoami'))).toBe('SESSION_INVALID')
    await second.query('whoami')
    await end([apiKeyId])
    expect(await refused(() => second.query('whoami'))).toBe('SESSION_INVALID')
    expect(await list()).toEqual({ apiKeys: [], readOnlySessions: [] })
    expect(await refused(() => end([readOnlySessions[1]!.sessionId]))).toBe('RESOURCE_NOT_FOUND')
  })

  it('disappear from the list when they expire; the eleventh read-only session ends the oldest', async () => {
    const first = await openReadOnly()
    engine.clock.advance({ hours: 1 })
    expect((await list()).readOnlySessions).toEqual([])
    const sessions = [first]
    for (let n = 0; n <= 10; n++) sessions.push(await openReadOnly())
    expect((await list()).readOnlySessions).toHaveLength(10)
    for (const session of sessions.slice(0, 2)) {
      expect(await refused(() => session.query('whoami'))).toBe('SESSION_INVALID')
    }
    for (const session of sessions.slice(2)) await session.query('whoami')
  })

  it('outlive an opener that they replace or that expires, but not one that is deleted', async () => {
    const keys = [engine.apiKey(), engine.apiKey(), engine.apiKey()]
    const clients = keys.map((key) => engine.client(sub.organizationId, apiKeyStamper(key)))
    const login = (by: Client, key: number, changes: object = {}) =>
      by.run('ACTIVITY_TYPE_STAMP_LOGIN', { publicKey: keys[key]!.publicKey, ...changes })
    await login(sub.alice, 0, { expirationSeconds: '60' })
    // Refreshed with the key's own stamp; the refresh then removes the key.
    await login(clients[0]!, 1, { invalidateExisting: true })
    await clients[1]!.query('whoami')
    expect(await refused(() => clients[0]!.query('whoami'))).toBe('API_KEY_NOT_FOUND')
    await login(clients[1]!, 1, { expirationSeconds: '60' })
    await login(clients[1]!, 2)
    const reader = await openReadOnly(clients[1]!)
    engine.clock.advance({ seconds: 60 })
    await clients[2]!.query('whoami')
    // An expired key that a newer key replaces ends no sessions either.
    for (let n = 0; n < 9; n++) {
      const key = engine.apiKey()
      await login(clients[2]!, 0, { publicKey: key.publicKey })
      await engine.client(sub.organizationId, apiKeyStamper(key)).query('whoami')
    }
    expect((await list()).apiKeys).toHaveLength(10)
    await reader.query('whoami')
    const { authenticators } = await sub.alice.query('get_authenticators', { userId: sub.userId })
    await sub.alice.run('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', {
      userId: sub.userId,
      authenticatorIds: [authenticators[0]!.authenticatorId],
    })
    expect(await refused(() => reader.query('whoami'))).toBe('SESSION_INVALID')
    expect(await refused(() => clients[2]!.query('whoami'))).toBe('API_KEY_NOT_FOUND')
  })

  it('are not opened for a credential that was deleted before the approval', async () => {
    const bob = await addUser(engine, sub.alice, 'bob')
    const carol = await addUser(engine, sub.alice, 'carol')
    await allow(
      sub.alice,
      "activity.resource == 'AUTH'",
      `approvers.any(user, user.id == '${bob.userId}') && approvers.any(user, user.id == '${sub.userId}')`,
    )
    const { targetPublicKey } = createTargetKey(engine.random)
    const asked = await bob.client.submit('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', {
      userId: carol.userId,
      targetPublicKey,
    })
    expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
    const spare = engine.apiKey()
    await sub.alice.run('ACTIVITY_TYPE_CREATE_API_KEYS', {
      userId: bob.userId,
      apiKeys: [{ apiKeyName: 'spare', publicKey: spare.publicKey }],
    })
    const { apiKeys } = await sub.alice.query('get_api_keys', { userId: bob.userId })
    await sub.alice.run('ACTIVITY_TYPE_DELETE_API_KEYS', {
      userId: bob.userId,
      apiKeyIds: [apiKeys[0]!.apiKeyId],
    })
    const approved = await sub.alice.approve(asked.fingerprint)
    expect(approved).toMatchObject({ status: 'ACTIVITY_STATUS_FAILED' })
    expect(JSON.stringify(approved.failure)).toContain('RESOURCE_CHANGED')
  })
})
