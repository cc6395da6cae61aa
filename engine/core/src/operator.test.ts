import { describe, expect, it } from 'vitest'
import { apiKeyStamper } from '../test/support/index.ts'
import { engine, inOrganization, organizationId, root, rootUserId } from '../test/support/setting.ts'

const refused = (errorCode: string) => expect.objectContaining({ code: errorCode })
const NOWHERE = '00000000-0000-4000-8000-000000000000'

inOrganization()

describe('a query by an operator', () => {
  it('returns what a user gets, without a stamp', async () => {
    await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'seen', accounts: [] })
    for (const name of ['list_wallets', 'list_users', 'list_policies'] as const) {
      expect(await engine.ask(name, organizationId, {})).toEqual(await root.query(name, {}))
    }
  })

  it('withholds secrets of activities that users submitted', async () => {
    const { session } = await root.run('ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION', {})
    const { activities } = await engine.ask('list_activities', organizationId, {})
    expect(activities).toHaveLength(1)
    expect(JSON.stringify(activities)).not.toContain(session)
  })

  it('fails for an unknown organization and for unknown members', async () => {
    await expect(engine.ask('list_users', NOWHERE, {})).rejects.toEqual(refused('ORGANIZATION_NOT_FOUND'))
    const wrong = { unknown: 1 } as object
    await expect(engine.ask('list_users', organizationId, wrong)).rejects.toThrow(/unknown/)
  })
})

describe('an API key that an operator adds to a user', () => {
  const newKey = () => {
    const userId = rootUserId
    const key = engine.apiKey()
    return { key, given: { organizationId, userId, apiKeyName: 'given', publicKey: key.publicKey } }
  }

  it('authenticates as the user and is part of a verifiable journal', async () => {
    const { key, given } = newKey()
    await engine.addApiKey(given)
    const user = engine.client(organizationId, apiKeyStamper(key))
    expect(await user.query('whoami', {})).toMatchObject({ userId: rootUserId })
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true, entries: 2 })
  })

  it('is rejected without changes if it is taken, its user is unknown or the user has too many', async () => {
    const { given } = newKey()
    await engine.addApiKey(given)
    await expect(engine.addApiKey(given)).rejects.toEqual(refused('CREDENTIAL_TAKEN'))
    await expect(engine.addApiKey({ ...newKey().given, userId: NOWHERE })).rejects.toEqual(
      refused('USER_NOT_FOUND'),
    )
    await expect(engine.addApiKey({ ...newKey().given, publicKey: '02' })).rejects.toThrow()
    for (let n = 2; n < 10; n++) await engine.addApiKey(newKey().given)
    await expect(engine.addApiKey(newKey().given)).rejects.toThrow(/10/)
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true, entries: 10 })
  })
})
