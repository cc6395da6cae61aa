/** Users found by contact: the right one among several. */
import { beforeEach, describe, expect, it } from 'vitest'
import { createTargetKey } from '../../../test/support/index.ts'
import {
  engine,
  inOrganization,
  organizationId,
  root,
  rootUserId,
  store,
} from '../../../test/support/setting.ts'

const LOOKUPS = ['users-by-contact', 'users-sharing-contact']

inOrganization('contacts')
beforeEach(async () => {
  await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_EMAIL_AUTH', value: '' })
})

const addUsers = async (...users: { userName: string; userEmail?: string; userPhoneNumber?: string }[]) => {
  engine.clock.advance({ seconds: 1 })
  const { userIds } = await root.run('ACTIVITY_TYPE_CREATE_USERS_V3', {
    users: users.map((user) => ({
      ...user,
      userTags: [],
      apiKeys: [
        {
          apiKeyName: 'key',
          publicKey: engine.apiKey().publicKey,
          curveType: 'API_KEY_CURVE_P256' as const,
        },
      ],
      authenticators: [],
      oauthProviders: [],
    })),
  })
  return userIds
}

async function meant(email: string): Promise<string | undefined> {
  const { targetPublicKey } = createTargetKey(engine.random)
  const posted = root.compose('ACTIVITY_TYPE_EMAIL_AUTH', { email, targetPublicKey })
  const response = await root.post(posted)
  const answer = (await response.json()) as {
    activity?: { result: { emailAuthResult: { userId: string } } }
    details?: { errorCode: string }[]
  }
  if (response.status === 200) return answer.activity!.result.emailAuthResult.userId
  const code = answer.details?.[0]?.errorCode
  if (code !== 'CONTACT_NOT_FOUND') throw new Error(code)
  return undefined
}

const entered = async () =>
  Object.fromEntries(
    await Promise.all(
      LOOKUPS.map(async (table) => [
        table,
        Object.fromEntries((await store.list(organizationId, table)).map(({ id, value }) => [id, value])),
      ]),
    ),
  )

describe('a user found by contact', () => {
  it('is the oldest one with a shared contact, until that user changes it or is deleted', async () => {
    const [first] = await addUsers({ userName: 'first', userEmail: 'shared@example.com' })
    const [second] = await addUsers({ userName: 'second' })
    const [third] = await addUsers({ userName: 'third', userEmail: 'shared@example.com' })
    // Created earlier, but given the address later.
    await root.run('ACTIVITY_TYPE_UPDATE_USER', { userId: second!, userEmail: 'shared@example.com' })
    expect(await meant('shared@example.com')).toBe(first)
    await root.run('ACTIVITY_TYPE_UPDATE_USER', { userId: first!, userEmail: 'own@example.com' })
    expect(await meant('shared@example.com')).toBe(second)
    expect(await meant('own@example.com')).toBe(first)
    await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [second!] })
    expect(await meant('shared@example.com')).toBe(third)
    await root.run('ACTIVITY_TYPE_DELETE_USERS', { userIds: [third!] })
    expect(await meant('shared@example.com')).toBeUndefined()
    expect(await entered()).toEqual({
      'users-by-contact': {
        'userEmail own@example.com': first,
        'userEmail root@example.com': rootUserId,
      },
      'users-sharing-contact': {},
    })
  })

  it('is found among users created together, and never by a contact of another kind', async () => {
    const [one] = await addUsers(
      { userName: 'one', userEmail: 'pair@example.com', userPhoneNumber: '+15555550100' },
      { userName: 'two', userEmail: 'pair@example.com' },
    )
    const rows = await entered()
    expect(rows['users-sharing-contact']).toEqual({
      'userEmail pair@example.com': expect.arrayContaining([[expect.any(Number), one]]),
    })
    expect(rows['users-by-contact']['userPhoneNumber +15555550100']).toBe(one)
    expect(await meant('+15555550100@example.com')).toBeUndefined()
  })

  it('is never another one, even if the index was altered', async () => {
    const [one] = await addUsers({ userName: 'one', userEmail: 'one@example.com' })
    const [two] = await addUsers({ userName: 'two', userEmail: 'two@example.com' })
    const write = (value: string | undefined) => ({
      guards: [],
      writes: [{ organization: organizationId, table: LOOKUPS[0]!, id: 'userEmail one@example.com', value }],
    })
    await store.commit(write(two))
    await expect(meant('one@example.com')).rejects.toThrow('ROW_ALTERED')
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: false })
    await store.commit(write(undefined))
    await expect(meant('one@example.com')).rejects.toThrow('ROW_ALTERED')
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: false })
    await store.commit(write(one))
    expect(await engine.verifyJournal(organizationId)).toMatchObject({ ok: true })
  })
})
